import type { Reply } from '../../server/call.ts';
import { bodyObject, knownType, storeOf } from '../context.ts';
import type { Scope } from '../context.ts';
import { fieldNames, renderRow } from '../rows/render-row.ts';
import { findRow } from '../rows/write-row.ts';
import { refusal } from '../salesforce-error.ts';

/** Providers §1.2 */
const maxRecords = 2000;

/** Reads many records of one type: a list as long as the ids, with null where there is nothing to be seen. */
export function retrieveCollection(scope: Scope, typeName: string): Reply {
  const type = knownType(typeName);
  const { ids, fields } = scope.call.method === 'GET' ? fromQuery(scope) : fromBody(scope);
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

type Wanted = { ids: readonly string[]; fields: readonly string[] };

function fromQuery({ call }: Scope): Wanted {
  const query = new URLSearchParams(call.query);
  return complete(query.get('ids')?.split(','), query.get('fields')?.split(','));
}

function fromBody(scope: Scope): Wanted {
  const { ids, fields } = bodyObject(scope);
  return complete(texts(ids), texts(fields));
}

function texts(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

function complete(ids: readonly string[] | undefined, fields: readonly string[] | undefined): Wanted {
  if (ids !== undefined && fields !== undefined) return { ids, fields };
  throw refusal(400, 'REQUIRED_FIELD_MISSING', 'The lists ids and fields are required');
}
