import type { BatchOutcome, PlannedRecord, RecordOutcome, WritePlan, WriteType } from '@writ/write-core';
import type { BatchCall, IdentifiedRecord, ProviderAdapter } from './adapter.ts';
import { sendWhatIsLeft, type SentWrite } from './if-empty/send-what-is-left.ts';
import { sendUpsert } from './upsert/send-upsert.ts';
import { mapFaults, notItself, unsent } from './verdict.ts';

export type SendableWrite = Omit<WritePlan, 'allOrNone'>;

/**
 * Sends a planned write. If fields are written only if empty, reads them first; for upserts see `sendUpsert`.
 * A record that the plan refused, or with an id that is not the provider's, fails unsent. Outcomes of updates
 * and deletes have the given ids. Never throws for a provider's failure.
 */
export async function sendWrite(
  adapter: ProviderAdapter,
  call: BatchCall,
  write: SendableWrite,
): Promise<SentWrite> {
  const { type } = write;
  const hasIds = type === 'update' || type === 'delete';
  const unsendable = write.records.map((record) => whyUnsent(record, hasIds, adapter.declaration));
  const places = [...write.records.keys()].filter((at) => !unsendable[at]);
  const records = places.flatMap((at) => write.records[at] ?? []);
  const sent = records.length > 0 ? await sendSound(adapter, call, { ...write, records }) : nothingSent;
  const outcomes = new Map(places.map((at, place) => [at, sent.records[place]]));
  return {
    ...sent,
    records: write.records.flatMap(({ id = '' }, at) => {
      const outcome = unsendable[at] ?? outcomes.get(at);
      if (!outcome) return [];
      return [hasIds ? naming(id, outcome) : type === 'create' ? notMissing(outcome) : outcome];
    }),
    errors: sent.errors.map(notItself),
    kept: sent.kept.map((note) => ({
      ...note,
      records: note.records.map((place) => places[place] ?? place),
    })),
  };
}

const nothingSent: SentWrite = { records: [], errors: [], kept: [] };

function whyUnsent(
  { id = '', refused }: PlannedRecord,
  hasIds: boolean,
  provider: ProviderAdapter['declaration'],
): RecordOutcome | undefined {
  if (refused) return { kind: 'failed', faults: refused };
  if (!hasIds || provider.recordIdPattern.test(id)) return undefined;
  return unsent({
    kind: 'invalid',
    retryable: false,
    code: 'INVALID_RECORD_ID',
    message: `\`${id.slice(0, 100).toWellFormed()}\` is not a ${provider.displayName} record id.`,
  });
}

/** The caller looks for a record by the id that it sent; the provider may return another form, or none. */
function naming(id: string, outcome: RecordOutcome): RecordOutcome {
  if (outcome.kind === 'written') return { ...outcome, recordId: id };
  return mapFaults(outcome, (fault) => {
    if (fault.kind !== 'not-found') return fault;
    if (fault.ofCall || fault.field !== undefined) return notItself(fault);
    return fault.message.includes(id) ? fault : { ...fault, message: `${fault.message} (record ${id})` };
  });
}

/** A created record can't be missing. */
const notMissing = (outcome: RecordOutcome): RecordOutcome =>
  outcome.kind === 'failed' ? mapFaults(outcome, notItself) : outcome;

function sendSound(adapter: ProviderAdapter, call: BatchCall, write: SendableWrite): Promise<SentWrite> {
  if (write.type === 'upsert')
    return sendUpsert(adapter, call, write, (own, part) => sendWrite(adapter, own, part));
  const { type } = write;
  const send = (records: readonly PlannedRecord[]) => sendRecords(adapter, call, { ...write, type, records });
  if (write.records.some(({ ifEmpty }) => ifEmpty !== undefined)) {
    return sendWhatIsLeft(adapter, call, write.records, send);
  }
  return send(write.records).then((sent) => ({ ...sent, kept: [] }));
}

async function sendRecords(
  adapter: ProviderAdapter,
  call: BatchCall,
  write: SendableWrite & { type: Exclude<WriteType, 'upsert'> },
): Promise<BatchOutcome> {
  if (write.form === 'batch') {
    return write.type === 'create'
      ? adapter.createMany(call, write.records)
      : adapter.updateMany(call, write.records.map(identified));
  }
  const sent = write.records.map((record) => sendOne(adapter, call, write.type, record));
  return { records: await Promise.all(sent), errors: [] };
}

function sendOne(
  adapter: ProviderAdapter,
  call: BatchCall,
  type: Exclude<WriteType, 'upsert'>,
  record: PlannedRecord,
) {
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
