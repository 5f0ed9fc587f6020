import {
  looksFirst,
  upsertKeyOf,
  type BatchOutcome,
  type Failed,
  type FieldNote,
  type PlannedRecord,
  type ProviderFault,
  type RecordOutcome,
  type UpsertPlan,
  type WritePlan,
} from '@writ/write-core';
import type { BatchCall, ProviderAdapter } from '../adapter.ts';
import { canStillSucceed, inRounds } from '../batch/in-rounds.ts';
import { failedBatch } from '../batch/settle-together.ts';
import type { SentWrite } from '../if-empty/send-what-is-left.ts';
import type { KeyField } from '../look-up/key-field.ts';
import type { Sighting } from '../look-up/sighting.ts';
import { mapFaults, notItself } from '../verdict.ts';
import {
  ambiguousKey,
  ambiguousKeyCode,
  keyNotFound,
  keyNotUnique,
  keyNotWhole,
  keyUnusable,
  outOfTime,
} from './upsert-faults.ts';

type Write = Omit<WritePlan, 'allOrNone'>;
type Upsert = PlannedRecord & { upsert: UpsertPlan };
type Placed = { record: Upsert; at: number; id: string };

/**
 * Upserts records, those of one key value in order. The provider's own upsert is used if all come to the same
 * fields either way; otherwise Writ looks for them, updates what it finds, and creates the rest. After a conflict,
 * or if what it found is gone, it looks again, because another client may have been faster. A repetition finds what
 * an earlier attempt created, so it doubles nothing whose key is unique.
 *
 * @param send sends creates and updates
 */
export async function sendUpsert(
  adapter: ProviderAdapter,
  given: BatchCall,
  { records, form }: Write,
  send: (call: BatchCall, write: Write) => Promise<SentWrite>,
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

const placesOf = ({ records }: FieldNote, places: readonly number[]): number[] =>
  records.map((at) => places[at] ?? at);

function withKey(outcome: RecordOutcome, { declaration }: ProviderAdapter): RecordOutcome {
  if (outcome.kind === 'failed' || outcome.recordId === undefined) return outcome;
  return { ...outcome, recordKey: declaration.recordKeyOf(outcome.recordId) };
}

type Part = {
  form: Write['form'];
  own: readonly Placed[];
  send: (call: BatchCall, write: Write) => Promise<SentWrite>;
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
    if (!call.allOrNone) return lookAndSend(adapter, call, { ...part, field });
    const failed = keyNotWhole(name, adapter.declaration.displayName);
    return { records: records.map(() => failed), errors: [], kept: [] };
  }
  const sent = await sendOwn(adapter, call, part.form, records);
  const raced = part.own.filter((_, at) => isConflict(sent.records[at]));
  if (raced.length === 0 || call.allOrNone) return sent;
  const again = await lookAndSend(adapter, call, { ...part, field, own: raced.map(asExisting) });
  const settled = new Map(raced.map((one, at) => [one, again.records[at]]));
  return {
    ...sent,
    records: part.own.map((one, at) => {
      const outcome = settled.get(one);
      // Undecided: the conflict may still be one of a race.
      const isSettled = outcome && (outcome.kind === 'written' || canStillSucceed(outcome));
      return isSettled ? outcome : (sent.records[at] ?? outOfTime);
    }),
  };
}

const asExisting = ({ record, ...placed }: Placed): Placed => ({
  ...placed,
  record: { ...record, upsert: { ...record.upsert, mustExist: true } },
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

/** `existing`: id of the record to update; undefined: to create. */
type Step = { record: Upsert; existing?: string; outcome?: RecordOutcome };

async function lookAndSend(
  adapter: ProviderAdapter,
  call: BatchCall,
  { own, form, field, send }: Part & { field: KeyField },
): Promise<SentWrite> {
  const steps = own.map(({ record }): Step => ({ record }));
  const errors: ProviderFault[] = [];
  const kept: FieldNote[] = [];
  const look = (some: readonly Step[]) => lookFor(adapter, call, field, some);
  const write = async (type: 'create' | 'update', some: readonly Step[]): Promise<void> => {
    if (some.length === 0) return;
    if (!mayCall(call)) {
      for (const step of some) step.outcome = outOfTime;
      return;
    }
    const sent = await send(call, {
      type,
      form,
      records: some.map(type === 'create' ? newRecord : existingRecord),
    });
    for (const [at, step] of some.entries()) step.outcome = withCreated(sent.records[at], type === 'create');
    errors.push(...sent.errors);
    const places = some.map((step) => steps.indexOf(step));
    kept.push(...sent.kept.map((one) => ({ ...one, records: placesOf(one, places) })));
  };
  const open = (isExisting: boolean): Step[] =>
    steps.filter(({ outcome, existing }) => !outcome && (existing !== undefined) === isExisting);

  await look(steps);
  await write('update', open(true));
  await write('create', open(false));
  const raced = new Map(steps.filter(hasRaced).map((step) => [step, { ...step }]));
  if (raced.size > 0) {
    for (const step of raced.keys()) {
      delete step.outcome;
      delete step.existing;
    }
    await look([...raced.keys()]);
    await write('update', open(true));
    await write(
      'create',
      open(false).filter((step) => raced.get(step)?.existing !== undefined),
    );
    // Another unique field is in conflict.
    for (const [step, { outcome }] of raced) if (!step.outcome && outcome) step.outcome = outcome;
  }
  return { records: steps.map(({ outcome }) => outcome ?? outOfTime), errors, kept };
}

const mayCall = ({ mayCallAgain }: BatchCall): boolean => mayCallAgain?.() !== false;

async function lookFor(
  adapter: ProviderAdapter,
  call: BatchCall,
  field: KeyField,
  steps: readonly Step[],
): Promise<void> {
  if (!mayCall(call)) {
    for (const step of steps) step.outcome = outOfTime;
    return;
  }
  const looked = await adapter.findByKey(
    call,
    field,
    steps.map(({ record }) => record),
  );
  const vague: Step[] = [];
  for (const [at, step] of steps.entries()) {
    const seen = looked.kind === 'failed' ? looked : looked.sightings[at];
    if (steps.length > 1 && isVague(seen)) vague.push(step);
    else note(step, seen, adapter);
  }
  // Records with another form of their value, such as a second address, are told apart alone.
  for (const step of vague) await lookFor(adapter, call, field, [step]);
}

function note(step: Step, seen: Sighting | Failed | undefined, { declaration }: ProviderAdapter): void {
  const { upsert } = step.record;
  if (seen?.kind === 'failed') step.outcome = asUnsent(seen);
  else if (seen?.kind === 'found') step.existing = seen.recordId;
  else if (seen?.kind === 'several') step.outcome = ambiguousKey(upsert, seen.recordIds);
  else if (seen?.kind === 'absent') {
    if (upsert.mustExist) step.outcome = keyNotFound(upsert);
  } else if (seen?.refused?.faults.some(({ kind }) => kind !== 'invalid'))
    step.outcome = asUnsent(seen.refused);
  else step.outcome = keyUnusable(upsert, declaration.displayName, seen?.refused?.faults[0].message);
}

/** Nothing was said of the value. */
const isVague = (seen: Sighting | Failed | undefined): boolean =>
  seen === undefined || (seen.kind === 'unsearchable' && seen.refused === undefined);

/** Since the look, another client has created the record, or deleted it. */
const hasRaced = ({ existing, outcome }: Step): boolean =>
  existing === undefined
    ? isConflict(outcome)
    : outcome?.kind === 'failed' && outcome.faults.some(({ kind }) => kind === 'not-found');

/** Several records with the key stay several. */
const isConflict = (outcome: RecordOutcome | undefined): boolean =>
  outcome?.kind === 'failed' &&
  outcome.faults.some(({ kind, code }) => kind === 'conflict' && code !== ambiguousKeyCode);

const newRecord = ({ record: { fields, upsert, associations } }: Step): PlannedRecord => ({
  fields: upsert.fieldsOfNew ?? fields,
  ...(associations && { associations }),
});

const existingRecord = ({ record, existing = '' }: Step): PlannedRecord => {
  const { fields, ifEmpty, ifEmptyNames } = record;
  return { id: existing, fields, ...(ifEmpty && { ifEmpty }), ...(ifEmptyNames && { ifEmptyNames }) };
};

const withCreated = (outcome: RecordOutcome | undefined, created: boolean): RecordOutcome =>
  outcome?.kind === 'written' ? { ...outcome, created } : (outcome ?? outOfTime);

/** A look writes nothing. */
const asUnsent = (failed: Failed): Failed =>
  mapFaults(failed, (fault) => ({ ...notItself(fault), sent: 'notSent' }));
