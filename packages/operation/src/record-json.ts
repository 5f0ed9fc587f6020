import type { PlannedRecord } from '@writ/write-core';

/** What is stored of a record as it was planned: JSON of the columns that hold it, and its length in UTF-8. */
export type RecordJson = { json: string; bytes: number };

const made = new WeakMap<PlannedRecord, RecordJson>();

/**
 * Made once for each record: which batch has room for it is decided before it is stored, and may be decided again. A plan
 * is not changed once it is made.
 */
export function recordJson(record: PlannedRecord): RecordJson {
  const known = made.get(record);
  if (known) return known;
  const json = JSON.stringify({
    planned: record.fields,
    associations: record.associations,
    if_empty: record.ifEmpty,
  });
  const own = { json, bytes: Buffer.byteLength(json) };
  made.set(record, own);
  return own;
}
