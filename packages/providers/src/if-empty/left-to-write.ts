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

/** What is to be done with a record, now that its current fields are known. */
export type Step = ({ kind: 'send'; record: PlannedRecord } | { kind: 'ended'; outcome: RecordOutcome }) & {
  /** Places of earlier updates of the same record: what is done holds only if these are made. */
  after?: readonly number[];
};

/** A field that is not sent and holds another value, by its name in the request, with the place of the record in the batch. */
type Kept = { kind: 'kept'; field: string; record: number };

/**
 * Takes out the fields that are not empty at the provider any more (Contract §4.3, rule 5). A record that comes twice
 * finds what its earlier update in the batch will have written, and comes `after` that; it is held back where that is
 * left to a later attempt. A record that cannot be found fails, as one whose fields cannot be read: nobody knows which of
 * its fields are empty.
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
      // What is there already as it was to be, perhaps by an attempt whose answer was lost, is as good as written.
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
      // Behind an update that is sent the record is no longer as it was read.
      const data = changing.has(key) ? undefined : shown.get(id);
      return { kind: 'ended', outcome: asItIs(id, data), ...after };
    }
    changing.add(key);
    const left = { ...rest, ...(record.id !== undefined && { id }), fields };
    return { kind: 'send', record: left, ...after };
  });
  return { steps, kept };
}

/** What a field holds, and the place of the update in the batch by which it is empty, or no longer is. */
type Held = { value: JsonValue; by?: number | undefined };

/** Salesforce does not tell capitals from small letters in names, and answers with its own; HubSpot has no capitals. */
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
