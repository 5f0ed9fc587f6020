import type {
  JsonObject,
  JsonValue,
  PlannedRecord,
  ProviderDeclaration,
  RecordOutcome,
} from '@writ/write-core';
import type { CurrentRecord } from '../adapter.ts';
import { unsent } from '../verdict.ts';

/** What is to be done with a record, now that its current fields are known. */
export type Step = ({ kind: 'send'; record: PlannedRecord } | { kind: 'ended'; outcome: RecordOutcome }) & {
  /** Places of earlier updates of the same record: what is done holds only if these are made. */
  after?: readonly number[];
};

/** A field that is not sent, with the place of the record in the batch. */
type Kept = { kind: 'kept'; field: string; record: number };

/**
 * Takes out the fields that are not empty at the provider any more (Contract §4.3, rule 5). A record that comes twice
 * finds what its earlier update in the batch will have written, and comes `after` that. A record that cannot be found
 * fails: nobody knows which of its fields are empty.
 */
export function leftToWrite(
  records: readonly PlannedRecord[],
  current: ReadonlyMap<string, CurrentRecord>,
  recordKeyOf: ProviderDeclaration['recordKeyOf'],
): { steps: Step[]; kept: Kept[] } {
  const held = new Map([...current].map(([id, { fields }]) => [recordKeyOf(id), fieldsIn(fields)]));
  const kept: Kept[] = [];
  const steps = records.map((record, at): Step => {
    const { id = '', ifEmpty, ...rest } = record;
    const own = held.get(recordKeyOf(id));
    if (ifEmpty !== undefined && ifEmpty.length > 0 && own === undefined) {
      return { kind: 'ended', outcome: notFound };
    }
    const looked = (ifEmpty ?? []).map((field) => ({ field, ...own?.get(field.toLowerCase()) }));
    const taken = new Set(looked.flatMap(({ field, value }) => (isEmpty(value) ? [] : [field])));
    for (const field of taken) kept.push({ kind: 'kept', field, record: at });
    const fields = Object.fromEntries(Object.entries(record.fields).filter(([field]) => !taken.has(field)));
    for (const [field, value] of Object.entries(fields)) {
      const before = own?.get(field.toLowerCase());
      const by = isEmpty(value) === isEmpty(before?.value) ? before?.by : at;
      own?.set(field.toLowerCase(), { value, by });
    }
    const earlier = new Set(looked.flatMap(({ by = [] }) => by));
    const after = earlier.size > 0 && { after: [...earlier] };
    if (ifEmpty !== undefined && Object.keys(fields).length === 0) {
      return { kind: 'ended', outcome: asItIs(id, current.get(id)), ...after };
    }
    const left = { ...rest, ...(record.id !== undefined && { id }), fields };
    return { kind: 'send', record: left, ...after };
  });
  return { steps, kept };
}

/** What a field holds, and the place of the update in the batch by which it is empty, or no longer is. */
type Held = { value: JsonValue; by?: number | undefined };

/** Salesforce does not tell capitals from small letters in names, and answers with its own; HubSpot has no capitals. */
const fieldsIn = (fields: JsonObject): Map<string, Held> =>
  new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), { value }]));

const isEmpty = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || value === '';

const asItIs = (recordId: string, current: CurrentRecord | undefined): RecordOutcome => ({
  kind: 'written',
  recordId,
  ...(current && { data: current.shown }),
});

const notFound = unsent({ kind: 'not-found', retryable: false, message: 'The record was not found.' });
