import type { RecordStore, StoredRecord } from '../../records/record-store.ts';

/** The id as HubSpot has it: ids are numbers to it, so zeros before them mean nothing. */
export const plainId = (id: string): string => id.replace(/^0+(?=\d)/, '');

/** Whether an id is the value of this unique property, and not a record's own. */
export const isOfProperty = (idProperty: unknown): idProperty is string =>
  typeof idProperty === 'string' && idProperty !== '' && idProperty !== 'hs_object_id';

/** The living record to which an id leads, also after a merge, or a unique property's value when `idProperty` is given. */
export function findRecord(store: RecordStore, id: string, idProperty?: unknown): StoredRecord | undefined {
  if (isOfProperty(idProperty)) return store.holder(idProperty, id);
  let record = store.find(plainId(id));
  while (record?.mergedInto) record = record.mergedInto;
  return record?.deletedAtMs === undefined ? record : undefined;
}
