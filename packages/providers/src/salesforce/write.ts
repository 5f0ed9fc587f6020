import type { JsonObject, JsonValue, PlannedRecord, RecordOutcome, UpsertPlan } from '@writ/write-core';
import type { IdentifiedRecord } from '../adapter.ts';
import { joinedOptions } from '../encoded-values.ts';
import { isEmpty } from '../same-value.ts';
import type { ProviderAnswer } from '../transport/exchange.ts';
import { isJsonObject, memberOf, textOf, textsIn } from '../transport/json.ts';
import { isSameName } from '../look-up/find-by-keys.ts';
import { ambiguousKey } from '../upsert/upsert-faults.ts';
import { withFaults } from '../verdict.ts';
import { locatedId } from '../transport/read-answer.ts';
import { salesforceDeclaration } from './declaration.ts';
import { reader, readItemFaults } from './failures/failures.ts';
import { forwardedHeaders, objectPath, recordPath, type SalesforceRequest } from './paths.ts';

export const createRequest: SalesforceRequest<[PlannedRecord], RecordOutcome> = {
  build: (target, { fields }) => ({
    method: 'POST',
    path: objectPath(target),
    headers: forwardedHeaders(target.headers),
    json: rowOf(fields),
  }),
  read: reader((answer) => {
    const { json } = answer;
    if (isUnsuccessful(json)) return { kind: 'failed', faults: readItemFaults(json) };
    const recordId = textOf(memberOf(json, 'id'));
    return recordId === undefined ? locatedId(answer, salesforceDeclaration) : { kind: 'written', recordId };
  }),
};

export const updateRequest: SalesforceRequest<[IdentifiedRecord], RecordOutcome> = {
  build: (target, { id, fields }) => ({
    method: 'PATCH',
    path: recordPath(target, id),
    headers: forwardedHeaders(target.headers),
    json: rowOf(fields),
  }),
  read: reader((answer, { id }: IdentifiedRecord) => doneOutcome(answer, id)),
};

/** The key is in the path alone. A 300 names several records with it (Providers §1.2). */
export const upsertRequest: SalesforceRequest<[PlannedRecord], RecordOutcome> = {
  build: (target, { fields, upsert: { field, value } = noKey }) => ({
    method: 'PATCH',
    path: `${objectPath(target)}/${encodeURIComponent(field)}/${encodeURIComponent(value)}`,
    headers: forwardedHeaders(target.headers),
    json: rowOf(Object.fromEntries(Object.entries(fields).filter(([name]) => !isSameName(name, field)))),
  }),
  read: (answer, record) => (answer.status === 300 && severalHave(answer, record)) || readUpsert(answer),
};

/** A path ends `..` and slashes, and takes the end of `ada@example.inc` for a format (Providers §1.2). */
export const fitsInPath = ({ upsert }: PlannedRecord): boolean =>
  /^[\w-]{1,255}$/.test(String(upsert?.value));

const noKey: UpsertPlan = { field: '', value: '' };

const readUpsert = reader(({ json }): RecordOutcome | undefined => {
  if (isUnsuccessful(json)) return { kind: 'failed', faults: readItemFaults(json) };
  const recordId = textOf(memberOf(json, 'id'));
  const created = memberOf(json, 'created');
  return recordId === undefined
    ? undefined
    : { kind: 'written', recordId, ...(typeof created === 'boolean' && { created }) };
});

/** A 300 that names no record says nothing (Providers §1.4). */
function severalHave({ json }: ProviderAnswer, { upsert = noKey }: PlannedRecord): RecordOutcome | undefined {
  const ids = textsIn(json).map((address) => address.slice(address.lastIndexOf('/') + 1));
  return ids.length > 1
    ? withFaults(ambiguousKey(upsert, ids), { sent: 'rejected', status: 300 })
    : undefined;
}

/** Unlike HubSpot, a missing record is an error (Providers §1.4). */
export const removeRequest: SalesforceRequest<[id: string], RecordOutcome> = {
  build: (target, id) => ({
    method: 'DELETE',
    path: recordPath(target, id),
    headers: forwardedHeaders(target.headers),
  }),
  read: reader(doneOutcome),
};

function rowOf(fields: JsonObject): JsonObject {
  const own = Object.entries(fields).filter(([name]) => name !== 'attributes');
  return Object.fromEntries(own.map(([name, value]) => [name, encodeValue(value)]));
}

/** Null clears a field of any type, `""` only texts. A list is sent as one text (Providers §1.2). */
export function encodeValue(value: JsonValue): JsonValue {
  if (isEmpty(value)) return null;
  return Array.isArray(value) && value.every(isScalar) ? joinedOptions(value, String) : value;
}

const isScalar = (value: JsonValue): boolean => typeof value !== 'object';

/** Success has no body (Providers §1.2); a page under a 200 is no success. */
function doneOutcome({ json, text }: ProviderAnswer, recordId: string): RecordOutcome | undefined {
  if (isUnsuccessful(json)) return { kind: 'failed', faults: readItemFaults(json) };
  return text === '' || isJsonObject(json) ? { kind: 'written', recordId } : undefined;
}

const isUnsuccessful = (json: unknown): json is JsonObject => memberOf(json, 'success') === false;
