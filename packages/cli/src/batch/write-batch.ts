import { createHash } from 'node:crypto';
import { WritOutcomeUnknown, WritStopped, type RecordResult, type WriteRecord } from '@writ/sdk';
import type { Session } from '../commands/session.ts';
import { exit, type ExitCode } from '../exit.ts';
import { progressOn } from './progress.ts';
import { recordsOf } from './read-records.ts';
import { openResults } from './results-file.ts';

/** A file of records, and where they go. */
type Batch = {
  object: string;
  file: string;
  group: string;
  integration: string;
  update?: boolean;
  results?: string;
  key?: string;
};

const batchSize = 100;

/**
 * Writes the records of a file in their order, each once, however often the command is cut off and run again: what has
 * a result is not sent again, and the batch that was under way is sent with the key that it had.
 *
 * @returns 0 when every record was written, otherwise 1.
 */
export async function writeBatch(session: Session, batch: Batch): Promise<ExitCode> {
  const { total, run } = await surveyOf(session, batch);
  const path = batch.results ?? `${batch.file}.results.ndjson`;
  const results = await openResults(path, run, batchSize, total);
  const progress = progressOn(session.around.stderr, total);
  let { done, failed } = results;
  if (done > 0) session.note(`${done} of ${total} records have their result in ${path}.`);
  const keep = async (ended: readonly RecordResult[]): Promise<void> => {
    await results.append(ended);
    done += ended.length;
    failed += ended.filter(({ success }) => !success).length;
    progress.show(done, failed);
  };
  let kept = Promise.resolve();
  try {
    for await (const { records, number } of oneAhead(batchesOf(recordsOf(batch.file), done))) {
      session.around.signal.throwIfAborted();
      const ended = await send(session, batch, records, `${run}.${number}`).catch(unlessUnknown);
      await kept;
      const first = number * batchSize;
      // On its way to the disk while the next batch is sent: that one has its key, should it be cut off.
      kept = keep(ended.map((result) => ({ ...result, index: first + result.index })));
      kept.catch(() => undefined);
    }
    await kept;
  } finally {
    await kept.catch(() => undefined);
    progress.end();
    await results.close();
    if (done < total)
      session.note(`${done} of ${total} records have a result. The same command goes on from there.`);
  }
  session.print.one({ records: total, written: total - failed, failed, results: path }, path);
  return failed === 0 ? exit.done : exit.writeFailed;
}

/** The same entries, of which the next one is made while one is worked on. */
async function* oneAhead<Entry>(source: AsyncGenerator<Entry>): AsyncGenerator<Entry> {
  try {
    for (let next = source.next(); ;) {
      const made = await next;
      if (made.done === true) return;
      next = source.next();
      // Told when its turn comes.
      next.catch(() => undefined);
      yield made.value;
    }
  } finally {
    await source.return(undefined);
  }
}

/** Reads all of the file before anything is sent: how many records it holds, and the name of what is to be done. */
async function surveyOf({ settings }: Session, batch: Batch): Promise<{ total: number; run: string }> {
  const { project, writeUrl } = settings;
  const { integration, group, object, update = false, key = '' } = batch;
  const hash = createHash('sha256').update(
    JSON.stringify([writeUrl, project, integration, group, object, update, key]),
  );
  let total = 0;
  for await (const record of recordsOf(batch.file)) {
    hash.update(`\n${JSON.stringify(record)}`);
    total += 1;
  }
  return { total, run: hash.digest('hex').slice(0, 32) };
}

/** The batches that come after so many records. */
async function* batchesOf(records: AsyncIterable<WriteRecord>, done: number) {
  let skipped = 0;
  let number = Math.floor(done / batchSize);
  let batch: WriteRecord[] = [];
  for await (const record of records) {
    if (skipped < done) {
      skipped += 1;
      continue;
    }
    batch.push(record);
    if (batch.length < batchSize) continue;
    yield { records: batch, number };
    number += 1;
    batch = [];
  }
  if (batch.length > 0) yield { records: batch, number };
}

/** What the service itself cannot tell of, it will not tell later either: its records have that for a result. */
function unlessUnknown(fault: unknown): readonly RecordResult[] {
  const cause = fault instanceof WritStopped ? fault.cause : undefined;
  if (!(fault instanceof WritStopped) || !(cause instanceof WritOutcomeUnknown)) throw fault;
  const { problem } = cause;
  if (problem === undefined || problem.retryable || problem.type.endsWith('/request-running')) throw fault;
  return fault.results;
}

const send = (
  { writ, around }: Session,
  batch: Batch,
  records: readonly WriteRecord[],
  idempotencyKey: string,
) => {
  const customer = writ.integration(batch.integration).for(batch.group);
  const options = { idempotencyKey, signal: around.signal };
  return batch.update === true
    ? customer.updateMany(batch.object, records as (WriteRecord & { id: string })[], options)
    : customer.createMany(batch.object, records, options);
};
