import type { Reply } from '../../server/call.ts';
import type { JsonObject } from '../../json.ts';
import { storeOf } from '../../server/double.ts';
import type { Scope } from '../context.ts';
import { fullId } from '../record-id.ts';
import { createRow, entityIsDeleted, findRow, updateRow, type WrittenRow } from '../rows/write-row.ts';
import { failed, workThrough, type ItemResult } from './item-result.ts';
import { readCollection, recordType } from './read-collection.ts';

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

/** Requests may write the key in either case (Providers §1.2). */
export function idOf(record: JsonObject): string | undefined {
  const id = record['id'] ?? record['Id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function itemResult(row: WrittenRow): ItemResult {
  return row.ok ? { ok: true, id: row.record.id } : row;
}
