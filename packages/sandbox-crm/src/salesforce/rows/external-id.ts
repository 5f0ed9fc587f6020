import { uniqueKey, type FieldValue, type StoredRecord } from '../../records/record-store.ts';
import { storeOf } from '../../server/double.ts';
import type { Scope } from '../context.ts';
import type { Field } from '../schema/field.ts';
import { findField, type SobjectType } from '../schema/sobject-types.ts';

/** The field of an upsert, if it is an external id. */
export function externalIdField(type: SobjectType, name: string): Field | undefined {
  const field = findField(type, name);
  return field?.externalId === true ? field : undefined;
}

/** The rows that an upsert by this value finds; several only if the field is not unique. */
export function matchingRows(
  { call }: Scope,
  type: SobjectType,
  field: Field,
  value: FieldValue,
): StoredRecord[] {
  const store = storeOf(call.account, type);
  if (field.unique) {
    const holder = store.holder(field.name, value);
    return holder === undefined ? [] : [holder];
  }
  const key = uniqueKey(value);
  return [...store.all()].filter(({ fields, deletedAtMs }) => {
    const held = fields.get(field.name);
    return deletedAtMs === undefined && held !== undefined && uniqueKey(held) === key;
  });
}
