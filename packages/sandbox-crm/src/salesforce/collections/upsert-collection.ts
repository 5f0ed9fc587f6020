import { scalarText, type JsonObject } from '../../json.ts';
import { uniqueKey } from '../../records/record-store.ts';
import type { Reply } from '../../server/call.ts';
import { knownType, type Scope } from '../context.ts';
import { externalIdField, matchingRows } from '../rows/external-id.ts';
import { createRow, updateRow } from '../rows/write-row.ts';
import { refusal } from '../salesforce-error.ts';
import type { Field } from '../schema/field.ts';
import { findField, type SobjectType } from '../schema/sobject-types.ts';
import { idOf } from './change-collection.ts';
import { failed, workThrough, type ItemResult } from './item-result.ts';
import { readCollection, recordType } from './read-collection.ts';

/** `composite/sobjects/{T}/{field}` (REST API guide, "Upsert Records Using sObject Collections"). */
export function upsertCollection(scope: Scope, typeName: string, fieldName: string): Reply {
  const type = knownType(typeName);
  const field = externalIdField(type, fieldName);
  if (field === undefined) throw noExternalId(type, fieldName);
  const { allOrNone, records } = readCollection(scope);
  const repeated = repeatedValues(records.map((record) => valueOf(type, field, record)));
  const work = records.map((record) => () => upsertItem(scope, type, field, record, repeated));
  return workThrough(scope, allOrNone, work, { created: false });
}

function upsertItem(
  scope: Scope,
  type: SobjectType,
  field: Field,
  record: JsonObject,
  repeated: ReadonlySet<string>,
): ItemResult {
  const typed = recordType(record);
  if (!typed.ok) return typed.result;
  if (typed.type !== type)
    return failed('INVALID_TYPE', `The record is of type ${typed.type.name}; the address names ${type.name}`);
  if (idOf(record) !== undefined)
    return failed('INVALID_FIELD', 'The Id field should not be specified in the sobject data.');
  const value = valueOf(type, field, record);
  if (value === undefined) return failed('MISSING_ARGUMENT', `${field.name} not specified`);
  if (repeated.has(uniqueKey(value)))
    return failed('DUPLICATE_VALUE', `Duplicate external id specified: ${value}`, [field.name]);
  const [match, ...others] = matchingRows(scope, type, field, value);
  if (match !== undefined && others.length > 0) {
    const ids = [match, ...others].map(({ id }) => id).join(', ');
    const message = `${field.label}: more than one record found for external id field: [${ids}]`;
    return failed('DUPLICATE_EXTERNAL_ID', message, [field.name]);
  }
  const isNew = match === undefined;
  const row = isNew ? createRow(scope, type, record) : updateRow(scope, type, match, record);
  return row.ok ? { ok: true, id: row.record.id, created: isNew } : row;
}

/** Names are taken in any case. */
function valueOf(type: SobjectType, field: Field, record: JsonObject): string | undefined {
  const name = Object.keys(record).find((given) => findField(type, given) === field);
  const value = name === undefined ? undefined : scalarText(record[name]);
  return value === '' ? undefined : value;
}

/** Salesforce refuses every row of a value that is given twice (salesforce.stackexchange.com/q/104048 and 296121). */
function repeatedValues(values: readonly (string | undefined)[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const value of values) {
    if (value === undefined) continue;
    const key = uniqueKey(value);
    if (seen.has(key)) repeated.add(key);
    seen.add(key);
  }
  return repeated;
}

/** The whole call, with the message of the SOAP API's upsert; the code is inferred. */
function noExternalId(type: SobjectType, name: string) {
  const message = `Field name provided, ${name} does not match an External ID, Salesforce Id, or indexed field for ${type.name}`;
  return refusal(400, 'INVALID_FIELD', message);
}
