import type { JsonObject } from '../../json.ts';
import { storeOf } from '../context.ts';
import type { Scope } from '../context.ts';
import type { SobjectType } from '../schema/sobject-types.ts';
import { createRow, updateRow } from './write-row.ts';
import type { WrittenRow } from './write-row.ts';

export type UpsertedRow = WrittenRow & { readonly created: boolean };

/** Updates the record whose external id field holds the value, or creates one with it. */
export function upsertRow(
  scope: Scope,
  type: SobjectType,
  field: string,
  value: string,
  record: JsonObject,
): UpsertedRow {
  if (field in record) {
    const message = `The ${field} field should not be specified in the sobject data.`;
    return { ok: false, status: 400, errors: [{ code: 'INVALID_FIELD', message }], created: false };
  }
  const row = storeOf(scope.call.account, type).holder(field, value);
  if (row !== undefined) return { ...updateRow(scope, type, row, record), created: false };
  return { ...createRow(scope, type, { ...record, [field]: value }), created: true };
}
