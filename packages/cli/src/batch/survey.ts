import { createHash } from 'node:crypto';
import { batchLimits, bytesInRequest, createBatching } from '@writ/sdk';
import { usageError } from '../exit.ts';
import type { JsonRecord } from '../read-object.ts';
import type { Session } from '../session.ts';
import { recordsOf } from './read-records.ts';
import type { Run } from './run-file.ts';
import type { BatchTarget } from './stored-batch.ts';

export type Batch = BatchTarget & { file: string; results?: string; key?: string };

export const resultsPathOf = ({ file, results }: Batch): string => results ?? `${file}.results.ndjson`;

/** Reads the whole file, before anything is sent. */
export async function surveyOf({ settings }: Session, batch: Batch): Promise<Run> {
  const { project, writeUrl } = settings;
  const { file, integration, group, object, update = false, upsertBy, onMissing, key = '' } = batch;
  const upsert = upsertBy === undefined ? [] : [upsertBy, onMissing ?? 'create'];
  const hash = createHash('sha256').update(
    // Version 2: records are stored as operations.
    JSON.stringify([2, writeUrl, project, integration, group, object, update, key, ...upsert]),
  );
  const begins = createBatching();
  const ends: number[] = [];
  let total = 0;
  for await (const placed of recordsOf(file)) {
    let text = '';
    for (const { record, line } of placed) {
      const json = JSON.stringify(record);
      const bytes = bytesInRequest(json);
      if (bytes > batchLimits.bytes)
        throw usageError(
          `${file}: the record of line ${line} has ${bytes} bytes; a request holds ${batchLimits.bytes}`,
          'Shorten the record.',
        );
      if (begins(bytes) && total > 0) ends.push(total);
      text += `\n${json}`;
      total += 1;
    }
    hash.update(text);
  }
  if (total > 0) ends.push(total);
  return { ends, run: hash.digest('hex').slice(0, 32), creates: !update && upsertBy === undefined };
}

/** The batches after the first `done` records. @throws CommandError if the file has become shorter */
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
  if (number < ends.length)
    throw usageError(
      `${file}: it has ${place} records, and had ${ends.at(-1) ?? 0} when the command began`,
      'Restore the file, then run the same command again.',
    );
}
