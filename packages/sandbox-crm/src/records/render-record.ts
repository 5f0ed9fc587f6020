import type { Association, FieldValue, StoredRecord } from './record-store.ts';

export type SandboxRecord = {
  readonly id: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt?: string;
  readonly associations: readonly Association[];
};

export function renderRecord(record: StoredRecord): SandboxRecord {
  return {
    id: record.id,
    fields: Object.fromEntries(record.fields),
    createdAt: new Date(record.createdAtMs).toISOString(),
    updatedAt: new Date(record.updatedAtMs).toISOString(),
    ...(record.deletedAtMs !== undefined && { deletedAt: new Date(record.deletedAtMs).toISOString() }),
    associations: record.associations,
  };
}
