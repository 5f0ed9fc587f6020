import type { FieldValue, StoredRecord } from '../../records/record-store.ts';
import { refusal } from '../salesforce-error.ts';
import { findField, type SobjectType } from '../schema/sobject-types.ts';
import { noSuchColumn } from './check-fields.ts';

export type RenderedRow = Readonly<Record<string, unknown>>;

/** The record with the given fields, all of them when none are given; unset ones are null. */
export function renderRow(
  type: SobjectType,
  record: StoredRecord,
  version: string,
  names: readonly string[],
): RenderedRow {
  const url = rowAddress(version, type, record.id);
  const row: Record<string, unknown> = { attributes: { type: type.name, url } };
  for (const name of names.length === 0 ? type.fields.keys() : names)
    row[name] = fieldValue(type, record, name);
  return row;
}

export const rowAddress = (version: string, type: SobjectType, id: string): string =>
  `/services/data/${version}/sobjects/${type.name}/${id}`;

export function fieldNames(type: SobjectType, given: readonly string[]): string[] {
  return given.map((name) => {
    const field = findField(type, name.trim());
    if (field !== undefined) return field.name;
    const { code, message } = noSuchColumn(type, name.trim());
    throw refusal(400, code, message);
  });
}

export function fieldValue(type: SobjectType, record: StoredRecord, name: string): FieldValue | null {
  switch (name) {
    case 'Id':
      return record.id;
    case 'IsDeleted':
      return record.deletedAtMs !== undefined;
    case 'CreatedDate':
      return dateTime(record.createdAtMs);
    case 'LastModifiedDate':
    case 'SystemModstamp':
      return dateTime(record.updatedAtMs);
    default:
      return record.fields.get(name) ?? defaultValue(type, record, name);
  }
}

function defaultValue(type: SobjectType, record: StoredRecord, name: string): FieldValue | null {
  if (type.fields.get(name)?.type === 'boolean') return false;
  if (name !== 'Name' || type.nameFrom.length === 0) return null;
  return type.nameFrom
    .map((part) => record.fields.get(part))
    .filter((part) => part !== undefined)
    .join(' ');
}

/** Salesforce writes the zone as `+0000`. */
function dateTime(momentMs: number): string {
  return new Date(momentMs).toISOString().replace('Z', '+0000');
}
