import type { PlannedRecord, ProviderFault } from '@writ/write-core';
import type { RecordRow, StoredFault } from './operation.ts';

/** JSON of a plan's columns; bytes in UTF-8. */
export type RecordJson = { json: string; bytes: number };

/** Plans never change: their JSON is made once, to be measured and stored. */
const made = new WeakMap<PlannedRecord, RecordJson>();

export function recordJson(record: PlannedRecord): RecordJson {
  const known = made.get(record);
  if (known) return known;
  const { fields, associations, ifEmpty, ifEmptyNames, upsert } = record;
  const columns = { planned: fields, associations, if_empty: ifEmpty, if_empty_names: ifEmptyNames, upsert };
  const json = JSON.stringify(columns);
  const fresh = { json, bytes: Buffer.byteLength(json) };
  made.set(record, fresh);
  return fresh;
}

export const charactersOf = (records: readonly PlannedRecord[]): number =>
  records.reduce((sum, record) => sum + recordJson(record).json.length, 0);

export type StoredPlan = Pick<
  RecordRow,
  'associations' | 'ifEmpty' | 'ifEmptyNames' | 'upsert' | 'recordId'
> & {
  planned: NonNullable<RecordRow['planned']>;
};

export const plannedRecord = ({
  recordId,
  planned,
  ifEmpty,
  ifEmptyNames,
  associations,
  upsert,
}: StoredPlan): PlannedRecord => ({
  ...(recordId !== null && { id: recordId }),
  fields: planned,
  ...(ifEmpty && { ifEmpty }),
  ...(ifEmptyNames && { ifEmptyNames }),
  ...(associations && { associations }),
  ...(upsert && { upsert }),
});

export const toStoredFault = ({ message, code, field, matches, allowSave }: ProviderFault): StoredFault => ({
  message,
  ...(code !== undefined && { code }),
  ...(field !== undefined && { field }),
  ...(matches !== undefined && { matches: [...matches] }),
  ...(allowSave !== undefined && { allowSave }),
});
