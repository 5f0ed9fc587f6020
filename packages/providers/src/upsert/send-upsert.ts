import {
  looksFirst,
  upsertKeyOf,
  type BatchOutcome,
  type FieldNote,
  type ProviderFault,
  type RecordOutcome,
} from '@writ/write-core';
import type { BatchCall, ProviderAdapter } from '../adapter.ts';
import { canStillSucceed, inRounds } from '../batch/in-rounds.ts';
import { failedBatch } from '../batch/settle-together.ts';
import type { SentWrite } from '../if-empty/send-what-is-left.ts';
import { asUnsent, mapFaults, notItself } from '../verdict.ts';
import {
  isConflict,
  lookAndSend,
  placesOf,
  type SendWrite,
  type Upsert,
  type Write,
} from './look-and-send.ts';
import { keyNotUnique, keyNotWhole, outOfTime } from './upsert-faults.ts';

type Placed = { record: Upsert; at: number; id: string };

/**
 * Upserts records, those of one key value in order. Uses the provider's own upsert if all get the same fields
 * either way; otherwise Writ looks for them, updates what it finds, and creates the rest. After a conflict,
 * or if a found record is gone, it looks again, because another client may have been faster. A repetition
 * finds what an earlier attempt created, so it doubles nothing whose key is unique.
 */
export async function sendUpsert(
  adapter: ProviderAdapter,
  given: BatchCall,
  { records, form }: Write,
  send: SendWrite,
): Promise<SentWrite> {
  const kept: FieldNote[] = [];
  const isWhole = given.allOrNone && adapter.declaration.batch?.allOrNone.upsert === true;
  const call = { ...given, allOrNone: isWhole };
  const upserts = records.map((record, at): Placed => {
    if (!record.upsert) throw new Error('A record to upsert was planned without a key');
    return { record: { ...record, upsert: record.upsert }, at, id: upsertKeyOf(record) ?? '' };
  });
  const sendRound = async (round: readonly Placed[]): Promise<BatchOutcome> => {
    const outcomes = new Map<Placed, RecordOutcome>();
    const errors: ProviderFault[] = [];
    // Records of an auto batch may have different keys.
    for (const own of Map.groupBy(round, ({ record }) => record.upsert.field).values()) {
      const sent = await sendByOneField(adapter, call, { form, own, send });
      for (const [index, one] of own.entries()) {
        const outcome = sent.records[index];
        if (outcome) outcomes.set(one, withKey(outcome, adapter));
      }
      errors.push(...sent.errors);
      kept.push(
        ...sent.kept.map((note) => ({
          ...note,
          records: placesOf(
            note,
            own.map(({ at }) => at),
          ),
        })),
      );
    }
    return { records: round.map((one) => outcomes.get(one) ?? outOfTime), errors };
  };
  const sent = isWhole ? await sendRound(upserts) : await inRounds(upserts, call, (id) => id, sendRound);
  return { ...sent, kept };
}

function withKey(outcome: RecordOutcome, { declaration }: ProviderAdapter): RecordOutcome {
  if (outcome.kind === 'failed' || outcome.recordId === undefined) return outcome;
  return { ...outcome, recordKey: declaration.recordKeyOf(outcome.recordId) };
}

type Part = {
  form: Write['form'];
  own: readonly Placed[];
  send: SendWrite;
};

async function sendByOneField(adapter: ProviderAdapter, call: BatchCall, part: Part): Promise<SentWrite> {
  const records = part.own.map(({ record }) => record);
  const name = records[0]?.upsert.field ?? '';
  const found = await adapter.keyField(call, name);
  if (found.kind === 'failed') return { ...failedBatch(records.length, asUnsent(found).faults), kept: [] };
  const { field } = found;
  if (!field) {
    const failed = keyNotUnique(name, call.objectName, adapter.declaration.displayName, found.names);
    return { records: records.map(() => failed), errors: [], kept: [] };
  }
  if (!field.isUpserted || records.some(looksFirst)) {
    if (!call.allOrNone) return lookAndSend(adapter, call, { ...part, field, records });
    const failed = keyNotWhole(name, adapter.declaration.displayName);
    return { records: records.map(() => failed), errors: [], kept: [] };
  }
  const sent = await sendOwn(adapter, call, part.form, records);
  const raced = part.own.filter((_, at) => isConflict(sent.records[at]));
  if (raced.length === 0 || call.allOrNone) return sent;
  const again = await lookAndSend(adapter, call, { ...part, field, records: raced.map(asExisting) });
  const settled = new Map(raced.map((one, at) => [one, again.records[at]]));
  return {
    ...sent,
    records: part.own.map((one, at) => {
      const outcome = settled.get(one);
      const isSettled = outcome && (outcome.kind === 'written' || canStillSucceed(outcome));
      return isSettled ? outcome : (sent.records[at] ?? outOfTime);
    }),
  };
}

const asExisting = ({ record }: Placed): Upsert => ({
  ...record,
  upsert: { ...record.upsert, mustExist: true },
});

async function sendOwn(
  adapter: ProviderAdapter,
  call: BatchCall,
  form: Write['form'],
  records: readonly Upsert[],
): Promise<SentWrite> {
  const [only] = records;
  const field = only?.upsert.field ?? '';
  const sent =
    form === 'single' && only && adapter.upsert
      ? { records: [await adapter.upsert(call, field, only)], errors: [] }
      : await adapter.upsertMany(call, field, records);
  return {
    records: sent.records.map((one) => (one.kind === 'failed' ? mapFaults(one, notItself) : one)),
    errors: sent.errors.map(notItself),
    kept: [],
  };
}
