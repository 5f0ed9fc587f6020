import type { JsonObject, JsonValue, PlannedRecord, RecordOutcome } from '@writ/write-core';
import type { IdentifiedRecord } from '../adapter.ts';
import { joinedOptions, plainDecimal } from '../encoded-values.ts';
import type { ProviderAnswer } from '../transport/exchange.ts';
import { isJsonObject, textOf } from '../transport/json.ts';
import { locatedId } from '../transport/read-answer.ts';
import { hubspotDeclaration } from './declaration.ts';
import { reader } from './failures/failures.ts';
import { keptValues } from './kept-values.ts';
import { objectsPath, recordPath, type HubspotRequest } from './paths.ts';

/** Falls back on the `Location` header (Providers §2.2). */
export const createRequest: HubspotRequest<[PlannedRecord], RecordOutcome> = {
  build: (target, record) => ({ method: 'POST', path: objectsPath(target), json: createInput(record) }),
  read: reader(
    (answer, record: PlannedRecord) => writtenRecord(answer, record) ?? locatedId(answer, hubspotDeclaration),
  ),
};

export const updateRequest: HubspotRequest<[IdentifiedRecord], RecordOutcome> = {
  build: (target, { id, fields }) => ({
    method: 'PATCH',
    path: recordPath(target, id),
    json: { properties: encodeProperties(fields) },
  }),
  read: reader(writtenRecord),
};

/** HubSpot answers 204 for missing records, too (Providers §2.2); a page under a 200 is no such answer. */
export const removeRequest: HubspotRequest<[id: string], RecordOutcome> = {
  build: (target, id) => ({ method: 'DELETE', path: recordPath(target, id) }),
  read: reader(({ json, text }, recordId: string) =>
    text === '' || isJsonObject(json) ? { kind: 'written', recordId } : undefined,
  ),
};

function writtenRecord({ json }: ProviderAnswer, { fields }: PlannedRecord): RecordOutcome | undefined {
  if (!isJsonObject(json)) return undefined;
  const recordId = textOf(json['id']);
  if (recordId === undefined) return undefined;
  return { kind: 'written', recordId, data: json, ...keptValues(encodeProperties(fields), json) };
}

/** Both members are required, also if empty (Providers §2.2). */
export const createInput = ({ fields, associations }: PlannedRecord) => ({
  properties: encodeProperties(fields),
  associations: associations ?? [],
});

/** Values are texts; an empty one clears the property (Providers §2.2). */
export function encodeProperties(fields: JsonObject): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) properties[name] = encodeValue(value);
  return properties;
}

export function encodeValue(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'number') return plainDecimal(value);
  if (Array.isArray(value)) return joinedOptions(value, encodeValue);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
