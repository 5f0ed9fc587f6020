import type { Account } from '../../accounts/account.ts';
import { hasFields } from '../../faults/match-record.ts';
import type { Change, FieldValue, RecordStore, StoredRecord } from '../../records/record-store.ts';
import type { Call } from '../../server/call.ts';
import type { JsonObject } from '../../json.ts';
import { storeOf } from '../../server/double.ts';
import type { Scope } from '../context.ts';
import { fullId, recordId } from '../record-id.ts';
import type { SalesforceError } from '../salesforce-error.ts';
import { findSobjectType, type SobjectType } from '../schema/sobject-types.ts';
import { checkFields } from './check-fields.ts';

export type WrittenRow =
  { ok: true; record: StoredRecord } | { ok: false; status: number; errors: readonly SalesforceError[] };

export function createRow(
  { context, call, nowMs }: Scope,
  type: SobjectType,
  record: JsonObject,
): WrittenRow {
  const checked = checkRow(call, type, record, undefined);
  if (!checked.ok) return checked;
  const set = new Map<string, FieldValue>();
  for (const [name, value] of checked.values) if (value !== undefined) set.set(name, value);
  return keep(
    call,
    storeOf(call.account, type).create(recordId(type.keyPrefix, context.nextRecordNumber()), set, nowMs),
  );
}

export function updateRow(
  { call, nowMs }: Scope,
  type: SobjectType,
  row: StoredRecord,
  record: JsonObject,
): WrittenRow {
  const checked = checkRow(call, type, record, row);
  if (!checked.ok) return checked;
  return keep(call, storeOf(call.account, type).update(row, checked.values, nowMs));
}

export function deleteRow({ call, nowMs }: Scope, store: RecordStore, row: StoredRecord): WrittenRow {
  const error = scriptedError(call, { id: row.id, Id: row.id });
  return error ?? keep(call, store.remove(row, nowMs));
}

/** The record of an id of 15 or 18 characters, deleted or not. */
export function findRow(store: RecordStore, id: string): StoredRecord | undefined {
  return store.find(id) ?? store.find(fullId(id) ?? '');
}

export const entityIsDeleted: SalesforceError = { code: 'ENTITY_IS_DELETED', message: 'entity is deleted' };

type CheckedRow =
  { ok: true; values: Map<string, FieldValue | undefined> } | Extract<WrittenRow, { ok: false }>;

function checkRow(
  call: Call,
  type: SobjectType,
  record: JsonObject,
  row: StoredRecord | undefined,
): CheckedRow {
  const scripted = scriptedError(call, record);
  if (scripted !== undefined) return scripted;
  const checked = checkFields(type, record, row === undefined);
  if (!checked.ok) return refused(checked.errors);
  const referenceError = brokenReference(call.account, type, checked.values);
  if (referenceError !== undefined) return refused([referenceError]);
  const duplicate = duplicateError(storeOf(call.account, type), checked.values, row);
  return duplicate === undefined ? checked : refused([duplicate]);
}

function keep(call: Call, change: Change): WrittenRow {
  call.changes.push(change);
  return { ok: true, record: change.record };
}

function refused(errors: readonly SalesforceError[], status = 400): Extract<WrittenRow, { ok: false }> {
  return { ok: false, status, errors };
}

function scriptedError(
  { itemFault }: Call,
  record: JsonObject,
): Extract<WrittenRow, { ok: false }> | undefined {
  if (itemFault === undefined || !(itemFault.error.ofAll || hasFields(record, itemFault.record)))
    return undefined;
  const { code, message, status, more } = itemFault.error;
  return refused([{ code, message, fields: [], ...more }], status);
}

function brokenReference(
  account: Account,
  type: SobjectType,
  values: ReadonlyMap<string, FieldValue | undefined>,
): SalesforceError | undefined {
  for (const [name, value] of values) {
    const field = type.fields.get(name);
    if (value === undefined || field?.type !== 'reference') continue;
    const fields = [name];
    const id = fullId(String(value));
    const targets = field.referenceTo.map(findSobjectType).filter((target) => target !== undefined);
    if (id === undefined || !targets.some((target) => id.startsWith(target.keyPrefix))) {
      return {
        code: 'MALFORMED_ID',
        message: `${field.label}: id value of incorrect type: ${value}`,
        fields,
      };
    }
    const found = targets.some((target) => isLiving(storeOf(account, target).find(id)));
    if (!found) return { code: 'INVALID_CROSS_REFERENCE_KEY', message: 'invalid cross reference id', fields };
  }
  return undefined;
}

function duplicateError(
  store: RecordStore,
  values: ReadonlyMap<string, FieldValue | undefined>,
  row: StoredRecord | undefined,
): SalesforceError | undefined {
  for (const name of store.uniqueFields) {
    const value = values.get(name);
    const holder = value === undefined ? undefined : store.holder(name, value);
    if (holder === undefined || holder === row) continue;
    const message = `duplicate value found: ${name} duplicates value on record with id: ${holder.id}`;
    return { code: 'DUPLICATE_VALUE', message, fields: [name] };
  }
  return undefined;
}

function isLiving(row: StoredRecord | undefined): boolean {
  return row !== undefined && row.deletedAtMs === undefined;
}
