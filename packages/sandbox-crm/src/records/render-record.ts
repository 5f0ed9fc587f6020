import type { StoredRecord } from './record-store.ts';

export type SandboxRecord = ReturnType<typeof renderRecord>;

export function renderRecord(record: StoredRecord) {
  return {
    id: record.id,
    fields: Object.fromEntries(record.fields),
    createdAt: new Date(record.createdAtMs).toISOString(),
    updatedAt: new Date(record.updatedAtMs).toISOString(),
    ...(record.deletedAtMs !== undefined && { deletedAt: new Date(record.deletedAtMs).toISOString() }),
    associations: record.associations,
  };
}
