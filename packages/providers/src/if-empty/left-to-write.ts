import type {
  JsonObject,
  JsonValue,
  PlannedRecord,
  ProviderDeclaration,
  RecordOutcome,
} from '@writ/write-core';
import { canStillSucceed, heldBack } from '../batch/in-rounds.ts';
import { isEmpty, isSameValue } from '../same-value.ts';
import { unsent } from '../verdict.ts';
import type { Current } from './read-current.ts';

export type Step = ({ kind: 'send'; record: PlannedRecord } | { kind: 'ended'; outcome: RecordOutcome }) & {
  /** Earlier updates of the record that this step relies on, by place. */
  after?: readonly number[];
};

/** An unsent field with another value, by its name in the request. */
type Kept = { kind: 'kept'; field: string; record: number };

/**
 * Removes fields that are no longer empty at the provider (Contract §4.3, rule 5). A repeated record sees
 * what its earlier update will have written, and comes `after` it; it is held back if that update may still
 * be retried. A record that can't be found or read fails.
 */
export function leftToWrite(
  records: readonly PlannedRecord[],
  { seen, refused }: Current,
  recordKeyOf: ProviderDeclaration['recordKeyOf'],
): { steps: Step[]; kept: Kept[] } {
  const shown = new Map(seen.map(([id, record]) => [id, record.shown]));
  const held = heldBy(seen, recordKeyOf);
  const kept: Kept[] = [];
  const behind = new Set<string>();
  const changing = new Set<string>();
  const steps = records.map((record, at): Step => {
    const { id = '', ifEmpty, ifEmptyNames, ...rest } = record;
    const key = recordKeyOf(id);
    const failed = refused.get(record);
    if (failed && canStillSucceed(failed)) behind.add(key);
    if (failed) return { kind: 'ended', outcome: failed };
    if (behind.has(key)) return { kind: 'ended', outcome: heldBack };
    const own = held.get(key);
    if (ifEmpty !== undefined && ifEmpty.length > 0 && own === undefined) {
      return { kind: 'ended', outcome: notFound };
    }
    const looked = (ifEmpty ?? []).map((field) => ({ field, ...own?.get(field.toLowerCase()) }));
    const taken = new Set(looked.flatMap(({ field, value }) => (isEmpty(value) ? [] : [field])));
    for (const [place, { field, value = null }] of looked.entries()) {
      // An equal value counts as written; perhaps an attempt without an answer wrote it.
      const isOther = taken.has(field) && !isSameValue(record.fields[field] ?? null, value);
      if (isOther) kept.push({ kind: 'kept', field: ifEmptyNames?.[place] ?? field, record: at });
    }
    const fields = Object.fromEntries(Object.entries(record.fields).filter(([field]) => !taken.has(field)));
    for (const [field, value] of Object.entries(fields)) {
      const before = own?.get(field.toLowerCase());
      const by = isEmpty(value) === isEmpty(before?.value) ? before?.by : at;
      own?.set(field.toLowerCase(), { value, by });
    }
    const earlier = new Set(looked.flatMap(({ by = [] }) => by));
    const after = earlier.size > 0 && { after: [...earlier] };
    if (ifEmpty !== undefined && Object.keys(fields).length === 0) {
      const data = changing.has(key) ? undefined : shown.get(id);
      return { kind: 'ended', outcome: asItIs(id, data), ...after };
    }
    changing.add(key);
    const left = { ...rest, ...(record.id !== undefined && { id }), fields };
    return { kind: 'send', record: left, ...after };
  });
  return { steps, kept };
}

/** `by`: place of the update that filled or emptied the field. */
type Held = { value: JsonValue; by?: number | undefined };

/** Salesforce ignores case in names, and returns its own; HubSpot has no capitals. */
function heldBy(
  seen: Current['seen'],
  recordKeyOf: ProviderDeclaration['recordKeyOf'],
): Map<string, Map<string, Held>> {
  const held = new Map<string, Map<string, Held>>();
  for (const [id, { fields }] of seen) {
    const own = held.get(recordKeyOf(id)) ?? new Map<string, Held>();
    for (const [name, value] of Object.entries(fields)) own.set(name.toLowerCase(), { value });
    held.set(recordKeyOf(id), own);
  }
  return held;
}

const asItIs = (recordId: string, data: JsonObject | undefined): RecordOutcome => ({
  kind: 'written',
  recordId,
  ...(data && { data }),
  asItWas: true,
});

const notFound = unsent({ kind: 'not-found', retryable: false, message: 'The record was not found.' });
