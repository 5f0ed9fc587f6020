import type { FieldValue, StoredRecord } from '../../records/record-store.ts';
import type { Reply } from '../../server/call.ts';
import { methodNotAllowed, type Scope } from '../context.ts';
import { storeOf } from '../../server/double.ts';
import { fieldNames, fieldValue, renderRow } from '../rows/render-row.ts';
import { refusal } from '../salesforce-error.ts';
import { findSobjectType, type SobjectType } from '../schema/sobject-types.ts';
import { parseSoql, type Condition } from './parse-soql.ts';

/** `query?q=` in a simple form of SOQL. All records come in one answer. */
export function runQuery(scope: Scope): Reply {
  if (scope.call.method !== 'GET') throw methodNotAllowed(scope, 'GET');
  const soql = parseSoql(new URLSearchParams(scope.call.query).get('q') ?? '');
  const type = queriedType(soql.from);
  const names = fieldNames(type, soql.fields);
  const where = soql.where.map((condition) => ({
    ...condition,
    field: fieldNames(type, [condition.field])[0] ?? condition.field,
  }));
  const records = candidates(scope, type, where)
    .filter((row) => row.deletedAtMs === undefined && where.every((condition) => holds(type, row, condition)))
    .map((row) => renderRow(type, row, scope.version, names));
  return { status: 200, json: { totalSize: records.length, done: true, records } };
}

function queriedType(name: string): SobjectType {
  const type = findSobjectType(name);
  if (type !== undefined) return type;
  throw refusal(400, 'INVALID_TYPE', `sObject type '${name}' is not supported.`);
}

/** A query for values of a unique field need not look at every record. */
function candidates({ call }: Scope, type: SobjectType, where: readonly Condition[]): StoredRecord[] {
  const store = storeOf(call.account, type);
  const unique = where.find(({ field }) => store.uniqueFields.includes(field));
  if (!unique) return [...store.all()];
  return unique.values.flatMap((value) => store.holder(unique.field, value) ?? []);
}

/** Texts are compared without regard to case, as SOQL does. */
function holds(type: SobjectType, row: StoredRecord, { field, values }: Condition): boolean {
  const held = folded(fieldValue(type, row, field));
  return values.some((value) => folded(value) === held);
}

const folded = (value: FieldValue | null) => (typeof value === 'string' ? value.toLowerCase() : value);
