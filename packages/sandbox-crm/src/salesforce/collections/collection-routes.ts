import type { Reply } from '../../server/call.ts';
import { methodNotAllowed } from '../context.ts';
import type { Scope } from '../context.ts';
import { notFound } from '../salesforce-error.ts';
import {
  createCollection,
  deleteCollection,
  updateCollection,
  upsertCollection,
} from './change-collection.ts';
import { retrieveCollection } from './retrieve-collection.ts';

/** `composite/sobjects[/{T}[/{external id field}]]` */
export function routeCollections(scope: Scope, path: readonly string[]): Reply {
  const [typeName, field] = path;
  if (typeName === undefined) return routeChanges(scope);
  if (path.length > 2) throw notFound();
  if (field !== undefined) {
    if (scope.call.method !== 'PATCH') throw methodNotAllowed(scope, 'PATCH');
    return upsertCollection(scope, typeName, field);
  }
  if (scope.call.method !== 'GET' && scope.call.method !== 'POST') throw methodNotAllowed(scope, 'GET,POST');
  return retrieveCollection(scope, typeName);
}

function routeChanges(scope: Scope): Reply {
  switch (scope.call.method) {
    case 'POST':
      return createCollection(scope);
    case 'PATCH':
      return updateCollection(scope);
    case 'DELETE':
      return deleteCollection(scope);
    default:
      throw methodNotAllowed(scope, 'POST,PATCH,DELETE');
  }
}
