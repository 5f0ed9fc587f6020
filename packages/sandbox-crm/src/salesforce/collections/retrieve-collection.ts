import type { Reply } from '../../server/call.ts';
import { bodyObject, knownType, type Scope } from '../context.ts';
import { storeOf } from '../../server/double.ts';
import { fieldNames, renderRow } from '../rows/render-row.ts';
import { findRow } from '../rows/write-row.ts';
import { refusal } from '../salesforce-error.ts';

/** Providers §1.2 */
const maxRecords = 2000;

/** Reads many records of one type: a list as long as the ids, with null where there is nothing to be seen. */
export function retrieveCollection(scope: Scope, typeName: string): Reply {
  const type = knownType(typeName);
  const body = bodyObject(scope);
  const [ids, fields] = [texts(body['ids']), texts(body['fields'])];
  if (ids.length > maxRecords)
    throw refusal(400, 'EXCEEDED_ID_LIMIT', `cannot retrieve more than ${maxRecords} records`);
  const names = ['Id', ...fieldNames(type, fields)];
  const store = storeOf(scope.call.account, type);
  const rows = ids.map((id) => {
    const row = findRow(store, id);
    return row === undefined || row.deletedAtMs !== undefined
      ? null
      : renderRow(type, row, scope.version, names);
  });
  return { status: 200, json: rows };
}

function texts(value: unknown): string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw refusal(400, 'REQUIRED_FIELD_MISSING', 'The lists ids and fields are required');
}
