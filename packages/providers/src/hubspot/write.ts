import type { JsonObject, JsonValue, PlannedRecord, RecordOutcome } from '@writ/write-core';
import type { IdentifiedRecord } from '../adapter.ts';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { isJsonObject, textOf } from '../json.ts';
import { locatedId } from '../read-answer.ts';
import { hubspotDeclaration } from './declaration.ts';
import { reader } from './failures.ts';
import { objectsPath, recordPath, type HubspotTarget } from './paths.ts';

export const buildCreateRequest = (target: HubspotTarget, record: PlannedRecord): PathRequest => ({
  method: 'POST',
  path: objectsPath(target),
  json: createInput(record),
});

export const buildUpdateRequest = (target: HubspotTarget, { id, fields }: IdentifiedRecord): PathRequest => ({
  method: 'PATCH',
  path: recordPath(target, id),
  json: { properties: encodeProperties(fields) },
});

/** Archives the record. HubSpot answers 204 also where there is none (Providers §2.2). */
export const buildRemoveRequest = (target: HubspotTarget, id: string): PathRequest => ({
  method: 'DELETE',
  path: recordPath(target, id),
});

/** If the body can't be read, the `Location` header still names what was created (Providers §2.2). */
export const readCreateAnswer = reader(
  (answer) => writtenRecord(answer) ?? locatedId(answer, hubspotDeclaration),
);
export const readUpdateAnswer = reader(writtenRecord);
export const readRemoveAnswer = reader((_answer, recordId: string): RecordOutcome => ({
  kind: 'written',
  recordId,
}));

/** The record that a create or an update answers with. */
function writtenRecord({ json }: ProviderAnswer): RecordOutcome | undefined {
  if (!isJsonObject(json)) return undefined;
  const recordId = textOf(json['id']);
  return recordId === undefined ? undefined : { kind: 'written', recordId, data: json };
}

/** A record to create, alone or in a batch. Both members are required, also when empty (Providers §2.2). */
export const createInput = ({ fields, associations }: PlannedRecord) => ({
  properties: encodeProperties(fields),
  associations: associations ?? [],
});

/** Values travel as texts, and an empty one clears the property (Providers §2.2). */
export function encodeProperties(fields: JsonObject): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) properties[name] = encodeValue(value);
  return properties;
}

export function encodeValue(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  // A property with several choices takes them in one text.
  if (Array.isArray(value)) return value.map(encodeValue).join(';');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
