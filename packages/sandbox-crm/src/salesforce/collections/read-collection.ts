import { isObject, objectsIn } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { bodyObject } from '../context.ts';
import type { Scope } from '../context.ts';
import { refusal } from '../salesforce-error.ts';
import { findSobjectType } from '../schema/sobject-types.ts';
import type { SobjectType } from '../schema/sobject-types.ts';
import { failed } from './item-result.ts';
import type { ItemResult } from './item-result.ts';

/** Providers §1.3 */
const maxRecords = 200;
const maxChunks = 10;

export type Collection = { readonly allOrNone: boolean; readonly records: readonly JsonObject[] };

/** The body of a collection call; one that is empty, too long or too mixed ends the call. */
export function readCollection(scope: Scope): Collection {
  const body = bodyObject(scope);
  const records = objectsIn(body['records']);
  if (records === undefined || records.length === 0) throw atLeastOne('records');
  refuseTooMany(records.length);
  const chunks = records.filter(
    (record, at) => at === 0 || typeName(record) !== typeName(records[at - 1]),
  ).length;
  if (chunks > maxChunks) {
    const message = `The records are in ${chunks} chunks of one type; up to ${maxChunks} are allowed in this call`;
    throw refusal(400, 'EXCEEDED_ID_LIMIT', message);
  }
  return { allOrNone: body['allOrNone'] === true, records };
}

/** The ids of a delete, from the query. */
export function readIds(query: URLSearchParams): string[] {
  const ids = (query.get('ids') ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0) throw atLeastOne('ids');
  refuseTooMany(ids.length);
  return ids;
}

/** The type of a record of a collection, or why it has none. */
export function recordType(
  record: JsonObject,
): { ok: true; type: SobjectType } | { ok: false; result: ItemResult } {
  const name = typeName(record);
  if (name === undefined) {
    return {
      ok: false,
      result: failed('JSON_PARSER_ERROR', 'The record has no attributes that tell its type'),
    };
  }
  const type = findSobjectType(name);
  if (type !== undefined) return { ok: true, type };
  return { ok: false, result: failed('INVALID_TYPE', `sObject type '${name}' is not supported.`) };
}

function typeName(record: JsonObject | undefined): string | undefined {
  const attributes = record?.['attributes'];
  return isObject(attributes) && typeof attributes['type'] === 'string' ? attributes['type'] : undefined;
}

function refuseTooMany(count: number): void {
  if (count <= maxRecords) return;
  const message = `record limit reached. cannot submit more than ${maxRecords} records in this call`;
  throw refusal(400, 'EXCEEDED_ID_LIMIT', message);
}

function atLeastOne(member: string) {
  return refusal(400, 'REQUIRED_FIELD_MISSING', `The ${member} list must have at least 1 record`);
}
