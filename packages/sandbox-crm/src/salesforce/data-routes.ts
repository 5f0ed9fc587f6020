import type { Reply } from '../server/call.ts';
import { routeCollections } from './collections/collection-routes.ts';
import { runComposite } from './composite/run-composite.ts';
import { knownType, methodNotAllowed, type Scope } from './context.ts';
import { describe } from './describe.ts';
import { runQuery } from './query/run-query.ts';
import { postRow, routeRow } from './rows/row-routes.ts';
import { upsertRow } from './rows/upsert-row.ts';
import { notFound } from './salesforce-error.ts';

/** What is behind `/services/data/{version}`; `path` are the segments after it. */
export function routeData(scope: Scope, [resource, ...path]: readonly string[]): Reply {
  const [first, second, value] = path;
  if (resource === 'query' && path.length === 0) return runQuery(scope);
  if (resource === 'composite' && first === 'sobjects') return routeCollections(scope, path.slice(1));
  if (resource === 'composite' && path.length === 0) return compose(scope);
  if (resource !== 'sobjects' || first === undefined || path.length > 3) throw notFound();
  if (second !== undefined && value !== undefined) return upsertRow(scope, first, second, value);
  if (second === 'describe') return { status: 200, json: describe(knownType(first)) };
  if (second !== undefined) return routeRow(scope, first, second);
  if (scope.call.method !== 'POST') throw methodNotAllowed(scope, 'POST');
  return postRow(scope, first);
}

function compose(scope: Scope): Reply {
  if (scope.call.method !== 'POST') throw methodNotAllowed(scope, 'POST');
  return runComposite(scope, routeData);
}
