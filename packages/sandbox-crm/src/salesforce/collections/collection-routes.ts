import type { Reply } from '../../server/call.ts';
import { methodNotAllowed, type Scope } from '../context.ts';
import { notFound } from '../salesforce-error.ts';
import { createCollection, updateCollection } from './change-collection.ts';
import { retrieveCollection } from './retrieve-collection.ts';

/** `composite/sobjects[/{T}]` */
export function routeCollections(scope: Scope, [typeName, ...others]: readonly string[]): Reply {
  if (others.length > 0) throw notFound();
  const { method } = scope.call;
  if (typeName !== undefined) {
    if (method !== 'POST') throw methodNotAllowed(scope, 'POST');
    return retrieveCollection(scope, typeName);
  }
  if (method === 'POST') return createCollection(scope);
  if (method === 'PATCH') return updateCollection(scope);
  throw methodNotAllowed(scope, 'POST,PATCH');
}
