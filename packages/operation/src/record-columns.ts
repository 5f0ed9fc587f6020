import type { PlannedRecord, ProviderFault } from '@writ/write-core';
import type { RecordRow, StoredFault } from './operation.ts';

/** What is stored of a record as it was planned: JSON of the columns that hold it, and its length in UTF-8. */
export type RecordJson = { json: string; bytes: number };

/** The JSON is what is sent, too: it is handed on, and not made again. */
export function recordJson({ fields, associations, ifEmpty }: PlannedRecord): RecordJson {
  const json = JSON.stringify({ planned: fields, associations, if_empty: ifEmpty });
  return { json, bytes: Buffer.byteLength(json) };
}

/** The columns that hold it, where what was sent is still kept. */
export type StoredPlan = Pick<RecordRow, 'associations' | 'ifEmpty' | 'recordId'> & {
  planned: NonNullable<RecordRow['planned']>;
};

/** The record as it was planned. */
export const plannedRecord = ({ recordId, planned, ifEmpty, associations }: StoredPlan): PlannedRecord => ({
  ...(recordId !== null && { id: recordId }),
  fields: planned,
  ...(ifEmpty && { ifEmpty }),
  ...(associations && { associations }),
});

export const toStoredFault = ({ message, code, field }: ProviderFault): StoredFault => ({
  message,
  ...(code !== undefined && { code }),
  ...(field !== undefined && { field }),
});
