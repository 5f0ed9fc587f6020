import type { StoredRecord } from '../../records/record-store.ts';
import type { Reply } from '../../server/call.ts';
import { methodNotAllowed, storeOf } from '../context.ts';
import type { Scope } from '../context.ts';
import { fieldNames, fieldValue, renderRow } from '../rows/render-row.ts';
import { notFound, refusal } from '../salesforce-error.ts';
import { findSobjectType } from '../schema/sobject-types.ts';
import type { SobjectType } from '../schema/sobject-types.ts';
import { holds } from './conditions.ts';
import { parseSoql } from './parse-soql.ts';
import type { Condition } from './parse-soql.ts';

/** `query?q=` in a simple form of SOQL. All records come in one answer: there is no second page to ask for. */
export function runQuery(scope: Scope, withDeleted: boolean, path: readonly string[]): Reply {
  if (path.length > 0) throw notFound();
  if (scope.call.method !== 'GET') throw methodNotAllowed(scope, 'GET');
  const soql = parseSoql(new URLSearchParams(scope.call.query).get('q') ?? '');
  const type = queriedType(soql.from);
  const where = soql.where.map((condition) => ({ ...condition, field: oneField(type, condition.field) }));
  const found = candidates(scope, type, where).filter(
    (row) =>
      (withDeleted || row.deletedAtMs === undefined) &&
      where.every((condition) => holds(fieldValue(type, row, condition.field), condition)),
  );
  const isCount = soql.fields.length === 1 && soql.fields[0]?.toUpperCase() === 'COUNT()';
  if (isCount) return { status: 200, json: { totalSize: found.length, done: true, records: [] } };

  const names = fieldNames(type, soql.fields);
  if (soql.orderBy !== undefined)
    sortRows(type, found, oneField(type, soql.orderBy.field), soql.orderBy.descending);
  const records = found.slice(0, soql.limit).map((row) => renderRow(type, row, scope.version, names));
  return { status: 200, json: { totalSize: records.length, done: true, records } };
}

function queriedType(name: string): SobjectType {
  const type = findSobjectType(name);
  if (type !== undefined) return type;
  throw refusal(400, 'INVALID_TYPE', `sObject type '${name}' is not supported.`);
}

function oneField(type: SobjectType, name: string): string {
  return fieldNames(type, [name])[0] ?? name;
}

/** A query for one value of a unique field, or for ids, need not look at every record. */
function candidates({ call }: Scope, type: SobjectType, where: readonly Condition[]): StoredRecord[] {
  const store = storeOf(call.account, type);
  for (const { field, operator, values } of where) {
    const isLookUp = operator === '=' || operator === 'IN';
    if (!isLookUp || values.includes(null)) continue;
    if (field === 'Id') return values.map((id) => store.find(String(id))).filter((row) => row !== undefined);
    if (!store.uniqueFields.includes(field)) continue;
    return values.map((value) => store.holder(field, value ?? '')).filter((row) => row !== undefined);
  }
  return [...store.all()];
}

function sortRows(type: SobjectType, rows: StoredRecord[], field: string, descending: boolean): void {
  const sign = descending ? -1 : 1;
  rows.sort((a, b) => {
    const [left, right] = [fieldValue(type, a, field) ?? '', fieldValue(type, b, field) ?? ''];
    return left === right ? 0 : left < right ? -sign : sign;
  });
}
