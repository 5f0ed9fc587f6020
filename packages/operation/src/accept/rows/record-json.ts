import type { PlannedRecord } from '@writ/write-core';

/** What is stored of a record as it was planned: JSON of the columns that hold it, and its length in UTF-8. */
export type RecordJson = { json: string; bytes: number };

/** The JSON is what is sent, too: it is handed on, and not made again. */
export function recordJson({ fields, associations, ifEmpty }: PlannedRecord): RecordJson {
  const json = JSON.stringify({ planned: fields, associations, if_empty: ifEmpty });
  return { json, bytes: Buffer.byteLength(json) };
}
