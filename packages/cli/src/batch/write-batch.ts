import { createHash } from 'node:crypto';
import {
  batchLimits,
  bytesInRequest,
  createBatching,
  WritOutcomeUnknown,
  WritStopped,
  type RecordResult,
} from '@writ/sdk';
import type { Session } from '../commands/session.ts';
import { CommandFault, exit, mayStillBeTold, type ExitCode } from '../exit.ts';
import type { JsonRecord } from '../read-object.ts';
import { progressOn } from './progress.ts';
import { recordsOf } from './read-records.ts';
import { openResults, type Run } from './results-file.ts';

const patienceMs = 120_000;

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

/**
 * Writes the records of a file in their order, each once, however often the command is cut off and run again: what has
 * a result is not sent again, and the batch that was under way is sent with the key that it had. What would be created
 * again, because the service keeps no key for so long, is not sent.
 *
 * @returns 0 when every record was written, otherwise 1.
 */
export async function writeBatch(session: Session, batch: Batch): Promise<ExitCode> {
  const survey = await surveyOf(session, batch);
  const { ends, run } = survey;
  const total = ends.at(-1) ?? 0;
  const path = batch.results ?? `${batch.file}.results.ndjson`;
  const results = await openResults(path, survey);
  const progress = progressOn(session.around.stderr);
  let { done, failed } = results;
  if (done > 0) session.note(`${done} of ${total} records have their result in ${path}.`);
  let told: readonly RecordResult[] = [];
  const warned = new Set<string>();
  const keep = async (): Promise<void> => {
    const ended = told;
    told = [];
    if (ended.length === 0) return;
    await results.append(ended);
    for (const { warnings = [] } of ended) for (const warning of warnings) warned.add(warning);
    done += ended.length;
    failed += ended.filter(({ success }) => !success).length;
    progress.show(done, total, failed);
  };
  try {
    for await (const { records, first, number } of oneAhead(batchesOf(batch.file, ends, done))) {
      session.around.signal.throwIfAborted();
      const sending = send(session, batch, records, `${run}.${number}`).catch(unlessUnknown);
      // Awaited below, after what comes first.
      sending.catch(() => undefined);
      // Results go to the disk while the next batch is under way: that one has its key, should it be cut off.
      await keep();
      told = (await sending).map((result) => ({ ...result, index: first + result.index }));
    }
  } finally {
    try {
      await keep();
    } finally {
      await results.close();
      progress.end();
      for (const warning of warned) session.note(warning);
      if (done < total)
        session.note(`${done} of ${total} records have a result. The same command goes on from there.`);
    }
  }
  session.print.one({ records: total, written: done - failed, failed, results: path }, path);
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

/**
 * Reads all of the file before anything is sent: how many records there are up to the end of each batch, and the name
 * of what is to be done.
 */
async function surveyOf({ settings }: Session, batch: Batch): Promise<Run> {
  const { project, writeUrl } = settings;
  const { file, integration, group, object, update = false, key = '' } = batch;
  const hash = createHash('sha256').update(
    JSON.stringify([writeUrl, project, integration, group, object, update, key]),
  );
  const begins = createBatching();
  const ends: number[] = [];
  let total = 0;
  for await (const placed of recordsOf(file)) {
    let text = '';
    for (const { record, line } of placed) {
      const json = JSON.stringify(record);
      const bytes = bytesInRequest(json);
      if (bytes > batchLimits.bytes) throw tooLarge(file, line, bytes);
      if (begins(bytes) && total > 0) ends.push(total);
      text += `\n${json}`;
      total += 1;
    }
    hash.update(text);
  }
  if (total > 0) ends.push(total);
  return { ends, run: hash.digest('hex').slice(0, 32), creates: !update };
}

const tooLarge = (file: string, line: number, bytes: number): CommandFault =>
  new CommandFault(
    exit.usage,
    `${file}: the record of line ${line} has ${bytes} bytes, and a request holds ${batchLimits.bytes}`,
    'Write it with less in it.',
  );

const cutShort = (file: string, place: number, total: number): CommandFault =>
  new CommandFault(
    exit.usage,
    `${file}: it has ${place} records, and had ${total} when the command began`,
    'Bring back the file as it was, then give the same command again.',
  );

/**
 * The batches that come after so many records, which are the end of one.
 *
 * @throws CommandFault behind the last whole one where the file has become shorter since it was surveyed.
 */
async function* batchesOf(file: string, ends: readonly number[], done: number) {
  let number = done === 0 ? 0 : ends.indexOf(done) + 1;
  let [place, first] = [0, done];
  let records: JsonRecord[] = [];
  for await (const placed of recordsOf(file))
    for (const { record } of placed) {
      place += 1;
      if (place > done) records.push(record);
      if (records.length === 0 || place !== ends[number]) continue;
      yield { records, first, number };
      number += 1;
      first = place;
      records = [];
    }
  if (number < ends.length) throw cutShort(file, place, ends.at(-1) ?? 0);
}

/** What the service itself cannot tell of, it will not tell later either: its records have that for a result. */
function unlessUnknown(fault: unknown): readonly RecordResult[] {
  const cause = fault instanceof WritStopped ? fault.cause : undefined;
  if (!(fault instanceof WritStopped) || !(cause instanceof WritOutcomeUnknown)) throw fault;
  if (mayStillBeTold(cause) || cause.problem?.type.endsWith('/request-running')) throw fault;
  return fault.results;
}

const send = (
  { writ, around }: Session,
  batch: Batch,
  records: readonly JsonRecord[],
  idempotencyKey: string,
) => {
  const customer = writ.integration(batch.integration).for(batch.group);
  // Nobody need sit before it, and with its key a request can be sent as often as it takes.
  const options = { idempotencyKey, signal: around.signal, silentMs: patienceMs };
  return batch.update === true
    ? customer.updateMany(batch.object, records as (JsonRecord & { id: string })[], options)
    : customer.createMany(batch.object, records, options);
};
