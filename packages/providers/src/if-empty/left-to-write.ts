import type {
  FieldNote,
  JsonObject,
  JsonValue,
  PlannedRecord,
  ProviderDeclaration,
  RecordOutcome,
} from '@writ/write-core';
import { gatherNotes } from '@writ/write-core';
import type { CurrentRecord } from '../adapter.ts';
import { unsent } from '../verdict.ts';

/** What is to be done with a record, now that its current fields are known. */
export type Step = { kind: 'send'; record: PlannedRecord } | { kind: 'ended'; outcome: RecordOutcome };

/**
 * Takes out the fields that are not empty at the provider any more (Contract §4.3, rule 5). A record that comes twice
 * finds what its earlier update in the batch will have written. A record that cannot be found fails: nobody knows
 * which of its fields are empty.
 */
export function leftToWrite(
  records: readonly PlannedRecord[],
  current: ReadonlyMap<string, CurrentRecord>,
  recordKeyOf: ProviderDeclaration['recordKeyOf'],
): { steps: Step[]; kept: FieldNote[] } {
  const values = new Map([...current].map(([id, { fields }]) => [recordKeyOf(id), lowerCased(fields)]));
  const kept: { kind: 'kept'; field: string; record: number }[] = [];
  const steps = records.map((record, at): Step => {
    const { id = '', ifEmpty, ...rest } = record;
    const own = values.get(recordKeyOf(id));
    if (ifEmpty !== undefined && ifEmpty.length > 0 && own === undefined) {
      return { kind: 'ended', outcome: notFound };
    }
    const taken = new Set((ifEmpty ?? []).filter((field) => !isEmpty(own?.get(field.toLowerCase()))));
    for (const field of taken) kept.push({ kind: 'kept', field, record: at });
    const fields = Object.fromEntries(Object.entries(record.fields).filter(([field]) => !taken.has(field)));
    for (const [field, value] of Object.entries(fields)) own?.set(field.toLowerCase(), value);
    if (ifEmpty !== undefined && Object.keys(fields).length === 0) {
      return { kind: 'ended', outcome: asItIs(id, current.get(id)) };
    }
    return { kind: 'send', record: { ...rest, ...(record.id !== undefined && { id }), fields } };
  });
  return { steps, kept: gatherNotes(kept) };
}

/** Salesforce does not tell capitals from small letters in names, and answers with its own; HubSpot has no capitals. */
const lowerCased = (fields: JsonObject): Map<string, JsonValue> =>
  new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));

const isEmpty = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || value === '';

const asItIs = (recordId: string, current: CurrentRecord | undefined): RecordOutcome => ({
  kind: 'written',
  recordId,
  ...(current && { data: current.shown }),
});

const notFound = unsent({ kind: 'not-found', retryable: false, message: 'The record was not found.' });
