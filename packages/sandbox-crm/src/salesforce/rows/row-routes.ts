import type { RecordStore, StoredRecord } from '../../records/record-store.ts';
import type { Reply } from '../../server/call.ts';
import { bodyObject, knownType, methodNotAllowed, type Scope } from '../context.ts';
import { storeOf } from '../../server/double.ts';
import { SalesforceRefusal, notFound, refusal } from '../salesforce-error.ts';
import type { SobjectType } from '../schema/sobject-types.ts';
import { checkPrecondition } from './precondition.ts';
import { fieldNames, renderRow, rowAddress } from './render-row.ts';
import { createRow, deleteRow, entityIsDeleted, findRow, updateRow, type WrittenRow } from './write-row.ts';

export function postRow(scope: Scope, typeName: string): Reply {
  const type = knownType(typeName);
  const body = bodyObject(scope);
  if ('id' in body || 'Id' in body) {
    const message = 'cannot specify Id in an insert call';
    throw refusal(400, 'INVALID_FIELD_FOR_INSERT_UPDATE', message, ['Id']);
  }
  const { id } = written(createRow(scope, type, body));
  const location = rowAddress(scope.version, type, id);
  return { status: 201, headers: { location }, json: { id, success: true, errors: [] } };
}

/** `sobjects/{T}/{id}` */
export function routeRow(scope: Scope, typeName: string, id: string): Reply {
  const type = knownType(typeName);
  const store = storeOf(scope.call.account, type);
  switch (scope.call.method) {
    case 'GET':
      return readRow(scope, type, livingRow(store, id));
    case 'PATCH': {
      const row = livingRow(store, id);
      checkPrecondition(scope.call.headers, row);
      written(updateRow(scope, type, row, bodyObject(scope)));
      return { status: 204 };
    }
    case 'DELETE':
      written(deleteRow(scope, store, livingRow(store, id)));
      return { status: 204 };
    default:
      throw methodNotAllowed(scope, 'HEAD,GET,PATCH,DELETE');
  }
}

function livingRow(store: RecordStore, id: string): StoredRecord {
  const row = findRow(store, id);
  if (row === undefined) throw notFound();
  if (row.deletedAtMs !== undefined) throw new SalesforceRefusal(404, [{ ...entityIsDeleted, fields: [] }]);
  return row;
}

function readRow({ call, version }: Scope, type: SobjectType, row: StoredRecord): Reply {
  const fields = new URLSearchParams(call.query).get('fields');
  const names = fields === null ? [] : ['Id', ...fieldNames(type, fields.split(','))];
  return { status: 200, json: renderRow(type, row, version, names) };
}

export function written(row: WrittenRow): StoredRecord {
  if (row.ok) return row.record;
  throw new SalesforceRefusal(row.status, row.errors);
}
