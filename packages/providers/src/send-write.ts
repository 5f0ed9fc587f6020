import type { BatchOutcome, PlannedRecord, WritePlan, WriteType } from '@writ/write-core';
import type { BatchCall, IdentifiedRecord, ProviderAdapter } from './adapter.ts';
import { sendWhatIsLeft, type SentWrite } from './if-empty/send-what-is-left.ts';

/** What is done, and with which records; whether all or none is the call's to say. */
export type SendableWrite = Omit<WritePlan, 'allOrNone'>;

/**
 * Sends a planned write, single or batch, with the adapter's function for it. Fields that are written only if they are
 * empty are looked at before, with one read for all records. Never throws for what the provider did.
 */
export async function sendWrite(
  adapter: ProviderAdapter,
  call: BatchCall,
  write: SendableWrite,
): Promise<SentWrite> {
  const send = (records: readonly PlannedRecord[]) => sendRecords(adapter, call, { ...write, records });
  if (write.records.some(({ ifEmpty }) => ifEmpty !== undefined)) {
    return sendWhatIsLeft(adapter, call, write.records, send);
  }
  return { ...(await send(write.records)), kept: [] };
}

async function sendRecords(
  adapter: ProviderAdapter,
  call: BatchCall,
  write: SendableWrite,
): Promise<BatchOutcome> {
  if (write.form === 'batch') {
    return write.type === 'create'
      ? adapter.createMany(call, write.records)
      : adapter.updateMany(call, write.records.map(identified));
  }
  const sent = write.records.map((record) => sendOne(adapter, call, write.type, record));
  return { records: await Promise.all(sent), errors: [] };
}

function sendOne(adapter: ProviderAdapter, call: BatchCall, type: WriteType, record: PlannedRecord) {
  switch (type) {
    case 'create':
      return adapter.create(call, record);
    case 'update':
      return adapter.update(call, identified(record));
    case 'delete':
      return adapter.remove(call, identified(record).id);
  }
}

function identified(record: PlannedRecord): IdentifiedRecord {
  if (record.id === undefined) throw new Error('A record to update or delete was planned without an id');
  return { ...record, id: record.id };
}
