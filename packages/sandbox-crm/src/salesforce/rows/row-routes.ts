import type { RecordStore, StoredRecord } from '../../records/record-store.ts';
import type { Reply } from '../../server/call.ts';
import { bodyObject, knownType, methodNotAllowed, storeOf } from '../context.ts';
import type { Scope } from '../context.ts';
import { SalesforceRefusal, notFound, refusal } from '../salesforce-error.ts';
import { findField } from '../schema/sobject-types.ts';
import type { SobjectType } from '../schema/sobject-types.ts';
import { checkPrecondition } from './precondition.ts';
import { fieldNames, renderRow } from './render-row.ts';
import { upsertRow } from './upsert-row.ts';
import { createRow, deleteRow, entityIsDeleted, findRow, updateRow } from './write-row.ts';
import type { WrittenRow } from './write-row.ts';

/** `sobjects/{T}` with POST. */
export function postRow(scope: Scope, typeName: string): Reply {
  const type = knownType(typeName);
  const body = bodyObject(scope);
  if ('id' in body || 'Id' in body) {
    const message = 'cannot specify Id in an insert call';
    throw refusal(400, 'INVALID_FIELD_FOR_INSERT_UPDATE', message, ['Id']);
  }
  const { id } = written(createRow(scope, type, body));
  const location = `/services/data/${scope.version}/sobjects/${type.name}/${id}`;
  return { status: 201, headers: { location }, json: { id, success: true, errors: [] } };
}

/** `sobjects/{T}/{id}` */
export function routeRow(scope: Scope, typeName: string, id: string): Reply {
  const type = knownType(typeName);
  const store = storeOf(scope.call.account, type);
  switch (methodOf(scope)) {
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

/** `sobjects/{T}/{external id field}/{value}` */
export function routeExternalRow(scope: Scope, typeName: string, fieldName: string, value: string): Reply {
  const type = knownType(typeName);
  const store = storeOf(scope.call.account, type);
  const field = externalIdField(type, fieldName);
  const method = methodOf(scope);
  if (method === 'PATCH') {
    const upserted = upsertRow(scope, type, field, value, bodyObject(scope));
    const { id } = written(upserted);
    const { created } = upserted;
    return { status: created ? 201 : 200, json: { id, success: true, errors: [], created } };
  }
  const row = store.holder(field, value);
  if (row === undefined) throw notFound();
  if (method === 'GET') return readRow(scope, type, row);
  if (method !== 'DELETE') throw methodNotAllowed(scope, 'GET,PATCH,DELETE');
  written(deleteRow(scope, store, row));
  return { status: 204 };
}

/** The name of a field that identifies records from outside; `Id` does too. */
export function externalIdField(type: SobjectType, name: string): string {
  const field = findField(type, name);
  if (field?.externalId === true) return field.name;
  throw notFound(`Provided external ID field does not exist or is not accessible: ${name}`);
}

/** PATCH may be written as POST with `_HttpMethod=PATCH`, for clients that can't send it. */
function methodOf({ call }: Scope): string {
  if (call.method !== 'POST' || !call.query.includes('_HttpMethod')) return call.method;
  return new URLSearchParams(call.query).get('_HttpMethod')?.toUpperCase() ?? call.method;
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

/** The record of a write that worked; one that did not ends the call. */
function written(row: WrittenRow): StoredRecord {
  if (row.ok) return row.record;
  throw new SalesforceRefusal(row.status, row.errors);
}
