import type {
  Failed,
  FieldNote,
  PlannedRecord,
  ProviderFault,
  RecordOutcome,
  UpsertPlan,
  WritePlan,
} from '@writ/write-core';
import type { BatchCall, ProviderAdapter } from '../adapter.ts';
import type { SentWrite } from '../if-empty/send-what-is-left.ts';
import { isSameName } from '../look-up/find-by-keys.ts';
import type { KeyField } from '../look-up/key-field.ts';
import type { Sighting } from '../look-up/sighting.ts';
import { asUnsent } from '../verdict.ts';
import { ambiguousKey, ambiguousKeyCode, keyNotFound, keyUnusable, outOfTime } from './upsert-faults.ts';

export type Write = Omit<WritePlan, 'allOrNone'>;
export type Upsert = PlannedRecord & { upsert: UpsertPlan };
export type SendWrite = (call: BatchCall, write: Write) => Promise<SentWrite>;

/** `existing`: id of the record to update; undefined: to create. */
type Step = { record: Upsert; existing?: string; outcome?: RecordOutcome };

type Looking = {
  records: readonly Upsert[];
  form: Write['form'];
  field: KeyField;
  send: SendWrite;
};

/** Looks for records, updates what it finds, and creates the rest; after a race once more. */
export async function lookAndSend(
  adapter: ProviderAdapter,
  call: BatchCall,
  { records, form, field, send }: Looking,
): Promise<SentWrite> {
  const steps = records.map((record): Step => ({ record }));
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

const isVague = (seen: Sighting | Failed | undefined): boolean =>
  seen === undefined || (seen.kind === 'unsearchable' && seen.refused === undefined);

/** Another client has created or deleted the record since the look. */
const hasRaced = ({ existing, outcome }: Step): boolean =>
  existing === undefined
    ? isConflict(outcome)
    : outcome?.kind === 'failed' && outcome.faults.some(({ kind }) => kind === 'not-found');

/** Several records with the key stay several. */
export const isConflict = (outcome: RecordOutcome | undefined): boolean =>
  outcome?.kind === 'failed' &&
  outcome.faults.some(({ kind, code }) => kind === 'conflict' && code !== ambiguousKeyCode);

const newRecord = ({ record: { fields, upsert, associations } }: Step): PlannedRecord => ({
  fields: upsert.fieldsOfNew ?? fields,
  ...(associations && { associations }),
});

/** It has the key already: written again, a contact's second address would become its first. */
function existingRecord({
  record: { fields, ifEmpty, ifEmptyNames, upsert },
  existing,
}: Step): PlannedRecord {
  const isKey = (name: string | undefined): boolean => name !== undefined && isSameName(name, upsert.field);
  const left = Object.entries(fields).filter(([name]) => !isKey(name));
  const looked = ifEmpty ?? (left.length === 0 ? [] : undefined);
  return {
    ...(existing !== undefined && { id: existing }),
    fields: Object.fromEntries(left),
    ...(looked && { ifEmpty: looked.filter((name) => !isKey(name)) }),
    ...(ifEmptyNames && { ifEmptyNames: ifEmptyNames.filter((_, at) => !isKey(ifEmpty?.[at])) }),
  };
}

const withCreated = (outcome: RecordOutcome | undefined, created: boolean): RecordOutcome =>
  outcome?.kind === 'written' ? { ...outcome, created } : (outcome ?? outOfTime);

export const placesOf = ({ records }: FieldNote, places: readonly number[]): number[] =>
  records.map((at) => places[at] ?? at);
