import type { Reply } from '../server/call.ts';
import { routeCollections } from './collections/collection-routes.ts';
import { runComposite } from './composite/run-composite.ts';
import { knownType, methodNotAllowed } from './context.ts';
import type { Scope } from './context.ts';
import { describe, summary } from './describe.ts';
import { identityUrl } from './identity/org.ts';
import { runQuery } from './query/run-query.ts';
import { postRow, routeExternalRow, routeRow } from './rows/row-routes.ts';
import { notFound } from './salesforce-error.ts';
import { sobjectTypes } from './schema/sobject-types.ts';
import { usage } from './usage-limit.ts';

/** What is behind `/services/data/{version}`; `rest` are the segments after it. */
export function routeData(scope: Scope, rest: readonly string[]): Reply {
  const [resource, ...path] = rest;
  switch (resource) {
    case undefined:
      return { status: 200, json: resources(scope) };
    case 'sobjects':
      return routeSobjects(scope, path);
    case 'composite':
      return routeComposite(scope, path);
    case 'query':
    case 'queryAll':
      return runQuery(scope, resource === 'queryAll', path);
    case 'limits':
      return { status: 200, json: limits(scope) };
    default:
      throw notFound();
  }
}

function routeSobjects(scope: Scope, path: readonly string[]): Reply {
  const [typeName, second, third] = path;
  if (typeName === undefined) return listSobjects(scope);
  if (second === undefined) {
    if (scope.call.method === 'POST') return postRow(scope, typeName);
    if (scope.call.method !== 'GET') throw methodNotAllowed(scope, 'HEAD,GET,POST');
    return {
      status: 200,
      json: { objectDescribe: summary(knownType(typeName), scope.version), recentItems: [] },
    };
  }
  if (third !== undefined) return routeExternalRow(scope, typeName, second, path.slice(2).join('/'));
  if (second === 'describe') return { status: 200, json: describe(knownType(typeName), scope.version) };
  return routeRow(scope, typeName, second);
}

function routeComposite(scope: Scope, path: readonly string[]): Reply {
  if (path[0] === 'sobjects') return routeCollections(scope, path.slice(1));
  if (path.length > 0) throw notFound();
  if (scope.call.method !== 'POST') throw methodNotAllowed(scope, 'POST');
  return runComposite(scope, routeData);
}

function listSobjects({ version }: Scope): Reply {
  const sobjects = sobjectTypes.map((type) => summary(type, version));
  return { status: 200, json: { encoding: 'UTF-8', maxBatchSize: 200, sobjects } };
}

function resources({ context, call, version }: Scope): Record<string, string> {
  const names = ['sobjects', 'composite', 'query', 'queryAll', 'limits'];
  const addresses = Object.fromEntries(names.map((name) => [name, `/services/data/${version}/${name}`]));
  return { ...addresses, identity: identityUrl(context.baseUrl(call.headers), call.account) };
}

function limits({ call, nowMs }: Scope) {
  const { used, max } = usage(call.account, nowMs);
  return {
    DailyApiRequests: { Max: max, Remaining: Math.max(0, max - used) },
    DataStorageMB: { Max: 1024, Remaining: 1024 },
    DailyBulkApiBatches: { Max: 15_000, Remaining: 15_000 },
  };
}
