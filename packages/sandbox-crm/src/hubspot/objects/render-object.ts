import type { StoredRecord } from '../../records/record-store.ts';
import type { ObjectType } from '../schema/object-types.ts';

export type RenderedObject = {
  readonly id: string;
  readonly properties: Readonly<Record<string, string | null>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archived: boolean;
  readonly archivedAt?: string;
};

function propertyText(type: ObjectType, record: StoredRecord, name: string): string | undefined {
  if (name === 'hs_object_id') return record.id;
  if (name === 'createdate') return isoTime(record.createdAtMs);
  if (name === type.modifiedProperty) return isoTime(record.updatedAtMs);
  const value = record.fields.get(name);
  return value === undefined ? undefined : String(value);
}

/** The record with the named properties: unset ones are null, unknown names are left out (Providers §2.2). */
export function renderObject(
  type: ObjectType,
  record: StoredRecord,
  names: Iterable<string>,
): RenderedObject {
  const properties: Record<string, string | null> = {};
  for (const name of names) {
    if (type.properties.has(name)) properties[name] = propertyText(type, record, name) ?? null;
  }
  return {
    id: record.id,
    properties,
    createdAt: isoTime(record.createdAtMs),
    updatedAt: isoTime(record.updatedAtMs),
    archived: record.deletedAtMs !== undefined,
    ...(record.deletedAtMs !== undefined && { archivedAt: isoTime(record.deletedAtMs) }),
  };
}

export function renderWritten(
  type: ObjectType,
  record: StoredRecord,
  written: Iterable<string>,
): RenderedObject {
  return renderObject(type, record, [...written, 'createdate', type.modifiedProperty, 'hs_object_id']);
}

function isoTime(momentMs: number): string {
  return new Date(momentMs).toISOString();
}
