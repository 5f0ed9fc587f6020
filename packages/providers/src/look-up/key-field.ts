import type { JsonValue, PlannedRecord } from '@writ/write-core';

/** A field of which every value belongs to one record at most, so that a record can be found by it. */
export type KeyField = {
  name: string;
  /** The value in the form in which it is asked for; undefined where nobody can be asked for it. */
  asked: (value: JsonValue) => string | undefined;
  /** The same for two values that the provider takes for one. */
  folded: (asked: string) => string;
};

/** What a provider describes an object to have. */
export type KeyFields = { kind: 'keys'; fields: readonly KeyField[] };

/** What a record is looked for by. */
export type RecordKey = { field: KeyField; asked: string; folded: string };

/**
 * The first of the fields of which the record holds a value. Salesforce does not tell capitals from small letters in
 * names; HubSpot has no capitals.
 */
export function keyOf({ fields }: PlannedRecord, keyFields: readonly KeyField[]): RecordKey | undefined {
  for (const field of keyFields) {
    const ownName = field.name.toLowerCase();
    const held = Object.entries(fields).find(([name]) => name.toLowerCase() === ownName);
    const asked = held === undefined ? undefined : field.asked(held[1]);
    if (asked !== undefined && asked !== '') return { field, asked, folded: field.folded(asked) };
  }
  return undefined;
}
