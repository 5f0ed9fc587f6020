import { isObject, objectsIn, type JsonObject } from '../../json.ts';
import { bodyObject, type Scope } from '../context.ts';
import { refusal } from '../salesforce-error.ts';
import { findSobjectType, type SobjectType } from '../schema/sobject-types.ts';
import { failed, type ItemResult } from './item-result.ts';

/** Providers §1.3 */
const maxRecords = 200;

export type Collection = { readonly allOrNone: boolean; readonly records: readonly JsonObject[] };

export function readCollection(scope: Scope): Collection {
  const body = bodyObject(scope);
  const records = objectsIn(body['records']);
  if (records === undefined || records.length === 0)
    throw refusal(400, 'REQUIRED_FIELD_MISSING', 'The records list must have at least 1 record');
  if (records.length > maxRecords) {
    const message = `record limit reached. cannot submit more than ${maxRecords} records in this call`;
    throw refusal(400, 'EXCEEDED_ID_LIMIT', message);
  }
  return { allOrNone: body['allOrNone'] === true, records };
}

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
