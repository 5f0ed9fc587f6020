import type { Reply } from '../../server/call.ts';
import { methodNotAllowed, type Scope } from '../context.ts';
import { notFound } from '../salesforce-error.ts';
import { saysCreated } from '../versions.ts';
import { createCollection, updateCollection } from './change-collection.ts';
import { retrieveCollection } from './retrieve-collection.ts';
import { upsertCollection } from './upsert-collection.ts';

/** `composite/sobjects[/{T}[/{field}]]` */
export function routeCollections(scope: Scope, [typeName, field, ...others]: readonly string[]): Reply {
  if (others.length > 0) throw notFound();
  const { method } = scope.call;
  if (typeName !== undefined && field !== undefined) {
    if (!saysCreated(scope.version)) throw notFound();
    if (method !== 'PATCH') throw methodNotAllowed(scope, 'PATCH');
    return upsertCollection(scope, typeName, field);
  }
  if (typeName !== undefined) {
    if (method !== 'POST') throw methodNotAllowed(scope, 'POST');
    return retrieveCollection(scope, typeName);
  }
  if (method === 'POST') return createCollection(scope);
  if (method === 'PATCH') return updateCollection(scope);
  throw methodNotAllowed(scope, 'POST,PATCH');
}
