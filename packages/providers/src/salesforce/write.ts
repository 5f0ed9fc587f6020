import type { JsonObject, PlannedRecord, RecordOutcome } from '@writ/write-core';
import type { IdentifiedRecord } from '../adapter.ts';
import type { PathRequest } from '../exchange.ts';
import { isJsonObject, memberOf, textOf } from '../json.ts';
import { locatedId } from '../read-answer.ts';
import { salesforceDeclaration } from './declaration.ts';
import { reader, readItemFaults } from './failures.ts';
import { forwardedHeaders, objectPath, recordPath, type SalesforceTarget } from './paths.ts';

export const buildCreateRequest = (target: SalesforceTarget, { fields }: PlannedRecord): PathRequest => ({
  method: 'POST',
  path: objectPath(target),
  headers: forwardedHeaders(target.headers),
  json: rowOf(fields),
});

export const buildUpdateRequest = (
  target: SalesforceTarget,
  { id, fields }: IdentifiedRecord,
): PathRequest => ({
  method: 'PATCH',
  path: recordPath(target, id),
  headers: forwardedHeaders(target.headers),
  json: rowOf(fields),
});

/** A record that is gone already is an error here, unlike at HubSpot (Providers §1.4). */
export const buildRemoveRequest = (target: SalesforceTarget, id: string): PathRequest => ({
  method: 'DELETE',
  path: recordPath(target, id),
  headers: forwardedHeaders(target.headers),
});

/** The fields to write. Which record, and of which object, comes from the plan alone. */
function rowOf(fields: JsonObject): JsonObject {
  if (!('attributes' in fields)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'attributes'));
}

/** A create answers with the id and nothing else (Providers §1.2). */
export const readCreateAnswer = reader((answer): RecordOutcome | undefined => {
  const { json } = answer;
  if (isUnsuccessful(json)) return { kind: 'failed', faults: readItemFaults(json) };
  const recordId = textOf(memberOf(json, 'id'));
  return recordId === undefined ? locatedId(answer, salesforceDeclaration) : { kind: 'written', recordId };
});

/** The answer to an update or a delete: success has no body (Providers §1.2), so a page under a 200 is none of it. */
export const readDoneAnswer = reader(({ json, text }, recordId: string): RecordOutcome | undefined => {
  if (isUnsuccessful(json)) return { kind: 'failed', faults: readItemFaults(json) };
  return text === '' || isJsonObject(json) ? { kind: 'written', recordId } : undefined;
});

/** A failure can stand under a status of success. */
const isUnsuccessful = (json: unknown): json is JsonObject => memberOf(json, 'success') === false;
