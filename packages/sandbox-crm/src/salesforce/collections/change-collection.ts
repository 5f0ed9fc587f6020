import type { Reply } from '../../server/call.ts';
import { scalarText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { knownType, storeOf } from '../context.ts';
import type { Scope } from '../context.ts';
import { fullId } from '../record-id.ts';
import { externalIdField } from '../rows/row-routes.ts';
import { upsertRow } from '../rows/upsert-row.ts';
import { createRow, deleteRow, entityIsDeleted, findRow, updateRow } from '../rows/write-row.ts';
import type { WrittenRow } from '../rows/write-row.ts';
import { sobjectTypes } from '../schema/sobject-types.ts';
import { failed, workThrough } from './item-result.ts';
import type { ItemResult } from './item-result.ts';
import { readCollection, readIds, recordType } from './read-collection.ts';

export function createCollection(scope: Scope): Reply {
  const { allOrNone, records } = readCollection(scope);
  const work = records.map((record) => () => {
    if (idOf(record) !== undefined) {
      return failed('INVALID_FIELD_FOR_INSERT_UPDATE', 'cannot specify Id in an insert call', ['Id']);
    }
    const typed = recordType(record);
    return typed.ok ? itemResult(createRow(scope, typed.type, record)) : typed.result;
  });
  return workThrough(scope, allOrNone, work);
}

export function updateCollection(scope: Scope): Reply {
  const { allOrNone, records } = readCollection(scope);
  const seen = new Set<string>();
  return workThrough(
    scope,
    allOrNone,
    records.map((record) => () => updateItem(scope, record, seen)),
  );
}

/** Upserts by an external id field, whose value is in each record. */
export function upsertCollection(scope: Scope, typeName: string, fieldName: string): Reply {
  const type = knownType(typeName);
  const field = externalIdField(type, fieldName);
  const { allOrNone, records } = readCollection(scope);
  const work = records.map((record): (() => ItemResult) => () => {
    const typed = recordType(record);
    if (!typed.ok) return typed.result;
    const { [field]: key, ...rest } = record;
    const value = scalarText(key);
    if (value === undefined || value === '')
      return failed('MISSING_ARGUMENT', `${field} not specified`, [field]);
    const upserted = upsertRow(scope, type, field, value, rest);
    return upserted.ok ? { ok: true, id: upserted.record.id, created: upserted.created } : upserted;
  });
  return workThrough(scope, allOrNone, work);
}

export function deleteCollection(scope: Scope): Reply {
  const query = new URLSearchParams(scope.call.query);
  const work = readIds(query).map((id) => () => deleteItem(scope, id));
  return workThrough(scope, query.get('allOrNone') === 'true', work);
}

function updateItem(scope: Scope, record: JsonObject, seen: Set<string>): ItemResult {
  const typed = recordType(record);
  if (!typed.ok) return typed.result;
  const given = idOf(record);
  if (given === undefined) return failed('MISSING_ARGUMENT', 'Id not specified in an update call', ['Id']);
  const id = fullId(given);
  if (id === undefined)
    return failed('MALFORMED_ID', `Record ID: id value of incorrect type: ${given}`, ['Id']);
  if (seen.has(id)) return failed('DUPLICATE_VALUE', `duplicate id in the list of records: ${id}`, ['Id']);
  seen.add(id);
  const row = findRow(storeOf(scope.call.account, typed.type), id);
  if (row === undefined) return failed('INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id');
  if (row.deletedAtMs !== undefined) return { ok: false, errors: [entityIsDeleted] };
  return itemResult(updateRow(scope, typed.type, row, record));
}

function deleteItem(scope: Scope, given: string): ItemResult {
  const id = fullId(given);
  if (id === undefined) return failed('MALFORMED_ID', `malformed id ${given}`);
  const type = sobjectTypes.find(({ keyPrefix }) => id.startsWith(keyPrefix));
  const store = type && storeOf(scope.call.account, type);
  const row = store?.find(id);
  if (store === undefined || row === undefined) {
    return { ...failed('INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id'), id };
  }
  if (row.deletedAtMs !== undefined) return { ok: false, id, errors: [entityIsDeleted] };
  return itemResult(deleteRow(scope, store, row));
}

/** Requests may write the key in either case (Providers §1.2). */
function idOf(record: JsonObject): string | undefined {
  const id = record['id'] ?? record['Id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function itemResult(row: WrittenRow): ItemResult {
  return row.ok ? { ok: true, id: row.record.id } : row;
}
