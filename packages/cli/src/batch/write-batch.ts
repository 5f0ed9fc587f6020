import { createHash } from 'node:crypto';
import { batchLimits, bytesInRequest, createBatching, type LaterMany } from '@writ/sdk';
import type { Session } from '../session.ts';
import { CommandFault, exit, type ExitCode } from '../exit.ts';
import type { JsonRecord } from '../read-object.ts';
import { progressOn, type Progress } from './progress.ts';
import { recordsOf } from './read-records.ts';
import { openHanded, type Handed } from './handed-file.ts';
import { mostAhead, openResults, type FileResult, type Run } from './results-file.ts';
import { endOf, resultsOf, storeBatch, type BatchTarget, type Waits } from './stored-batch.ts';

/** A file of records, and where they go. */
export type Batch = BatchTarget & { file: string; results?: string; key?: string };

export const resultsPathOf = ({ file, results }: Batch): string => results ?? `${file}.results.ndjson`;

/**
 * Writes the records of a file in their order, each once, however often the command is cut off and run again: what has
 * a result is not sent again, and what was stored is followed under the key that it had. What would be created
 * again, because the service keeps no key for so long, is not sent.
 *
 * @returns 0 when every record was written, otherwise 1.
 */
export async function writeBatch(session: Session, batch: Batch): Promise<ExitCode> {
  const survey = await surveyOf(session, batch);
  const { ends, run } = survey;
  const path = resultsPathOf(batch);
  const handed = await openHanded(path, survey);
  await handed.close();
  const results = await openResults(path, survey);
  const { done, failed, ambiguous } = results;
  const counts = { done, failed, ambiguous, total: ends.at(-1) ?? 0 };
  if (counts.done > 0)
    session.note(`${counts.done} of ${counts.total} records have their result in ${path}.`);
  const { waits, progress } = shown(session, counts);
  const warned = new Set<string>();
  const ahead: Stored[] = [];
  const settleFirst = async (): Promise<void> => {
    const first = ahead.shift();
    if (first === undefined) return;
    const told = await resultsOfStored(session, first, waits);
    await results.append(told);
    for (const { warnings = [] } of told) for (const warning of warnings) warned.add(warning);
    count(counts, told);
    waits('');
  };
  try {
    for await (const { records, first, number } of batchesOf(batch.file, ends, counts.done)) {
      session.around.signal.throwIfAborted();
      const known = handed.of(first);
      const stored = known
        ? { operations: [{ ...known, first: 0 }], failed: [] }
        : await storeBatch(session, batch, { records, key: `${run}.${number}`, waits });
      ahead.push({ ...stored, first });
      if (ahead.length >= mostAhead) await settleFirst();
    }
    while (ahead.length > 0) await settleFirst();
  } finally {
    await results.close();
    progress.end();
    for (const warning of warned) session.note(warning);
    if (counts.done < counts.total) session.note(leftText(counts));
  }
  return printCounts(session, counts, path);
}

/** What one request has become: `first` is its place in the file, that of an operation its place in the request. */
type Stored = { first: number; operations: readonly Handed[]; failed: LaterMany['failed'] };
type Counts = { done: number; failed: number; ambiguous: number; total: number };

/** Counts results among those that are there. */
export function count(counts: Counts, results: readonly FileResult[]): void {
  counts.done += results.length;
  counts.failed += results.filter(({ success }) => !success).length;
  counts.ambiguous += results.filter(({ ambiguous }) => ambiguous).length;
}

/** A progress that shows these counts, and what is waited for. */
export function shown({ around }: Session, counts: Readonly<Counts>): { waits: Waits; progress: Progress } {
  const progress = progressOn(around.stderr);
  return { progress, waits: (why) => progress.show(counts.done, counts.total, counts.failed, why) };
}

export function printCounts(session: Session, { failed, ambiguous, total }: Counts, path: string): ExitCode {
  session.print.one({ records: total, written: total - failed, failed, ambiguous, results: path }, path);
  if (ambiguous > 0)
    session.note(
      `${ambiguous} records may exist twice in the CRM, or may have been written although they failed: their lines in ${path} have "ambiguous": true.`,
    );
  if (failed > 0) session.note('To send the failed records again, add --retry-failed to the same command.');
  return failed + ambiguous === 0 ? exit.done : exit.writeFailed;
}

const leftText = ({ done, total }: Counts): string =>
  `${done} of ${total} records have a result. The service still writes what it has stored; run the same command to continue.`;

/** Waits for what was stored; a request that was refused has its results already. */
export async function resultsOfStored(
  session: Session,
  { first, operations, failed }: Stored,
  waits: Waits,
): Promise<FileResult[]> {
  const results = failed.map((result): FileResult => ({ ...result, index: first + result.index }));
  for (const { operationId, first: begin, count: size } of operations) {
    const ended = await endOf(session, operationId, waits);
    const places = Array.from({ length: size }, (_, offset) => first + begin + offset);
    results.push(...(await resultsOf(session, ended, places)));
  }
  return results.toSorted((one, other) => one.index - other.index);
}

/**
 * Hands the records of a file to operations, in their order, and prints those. Nothing is waited for: the same command
 * without `--async` brings the results.
 *
 * @returns 0 when every request was stored, otherwise 1.
 */
export async function handOverBatch(session: Session, batch: Batch): Promise<ExitCode> {
  const survey = await surveyOf(session, batch);
  const { ends, run } = survey;
  const path = resultsPathOf(batch);
  const results = await openResults(path, survey);
  await results.close();
  const handed = await openHanded(path, survey);
  const counts = { done: results.done, failed: 0, ambiguous: 0, total: ends.at(-1) ?? 0 };
  const { waits, progress } = shown(session, counts);
  try {
    for await (const { records, first, number } of batchesOf(batch.file, ends, results.done)) {
      counts.done += records.length;
      if (handed.of(first)) continue;
      session.around.signal.throwIfAborted();
      const stored = await storeBatch(session, batch, { records, key: `${run}.${number}`, waits });
      for (const { operationId, count: size } of stored.operations)
        await handed.add({ operationId, first, count: size });
      counts.failed += stored.failed.length;
      const why = stored.failed[0]?.errors[0].message;
      if (why !== undefined) session.note(`Records ${first + 1} to ${first + records.length}: ${why}`);
      waits('');
    }
  } finally {
    await handed.close();
    progress.end();
  }
  await session.print.list(
    handed.all(),
    {
      OPERATION: ({ operationId }) => operationId,
      FIRST: ({ first }) => first,
      RECORDS: ({ count }) => count,
    },
    ({ operationId }) => operationId,
  );
  return counts.failed === 0 ? exit.done : exit.writeFailed;
}

/**
 * Reads all of the file before anything is sent: how many records there are up to the end of each batch, and the name
 * of what is to be done.
 */
export async function surveyOf({ settings }: Session, batch: Batch): Promise<Run> {
  const { project, writeUrl } = settings;
  const { file, integration, group, object, update = false, key = '' } = batch;
  const hash = createHash('sha256').update(
    // 2: its records are stored as operations.
    JSON.stringify([2, writeUrl, project, integration, group, object, update, key]),
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
export async function* batchesOf(file: string, ends: readonly number[], done: number) {
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
