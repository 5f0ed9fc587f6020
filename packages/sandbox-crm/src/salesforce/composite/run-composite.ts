import { isObject, scalarText } from '../../json.ts';
import type { Reply } from '../../server/call.ts';
import { splitTarget } from '../../server/target.ts';
import type { Scope } from '../context.ts';
import { SalesforceRefusal, errorReply, notFound, refusal } from '../salesforce-error.ts';
import { isVersion } from '../versions.ts';
import { readComposite, type Subrequest } from './read-composite.ts';

type RouteData = (scope: Scope, rest: readonly string[]) => Reply;
type Answered = ReadonlyMap<string, unknown>;

/** Runs up to 25 subrequests in order, as one call against the limits; a failure takes back nothing. */
export function runComposite(scope: Scope, route: RouteData): Reply {
  const answered = new Map<string, unknown>();
  const compositeResponse = readComposite(scope).map((subrequest) => {
    const reply = runOne(scope, subrequest, answered, route);
    if (reply.status < 300) answered.set(subrequest.referenceId, reply.json);
    return render(subrequest, reply);
  });
  return { status: 200, json: { compositeResponse } };
}

function runOne(scope: Scope, subrequest: Subrequest, answered: Answered, route: RouteData): Reply {
  try {
    return routeSubrequest(scope, subrequest, filled(subrequest.url, answered), route);
  } catch (error) {
    if (error instanceof SalesforceRefusal) return errorReply(error);
    throw error;
  }
}

/** The address with values of earlier answers in place of `@{referenceId.field}`. */
const filled = (url: string, answered: Answered): string =>
  url.replace(/@\{(\w+)\.(\w+)\}/g, (whole, id: string, field: string) => {
    const body = answered.get(id);
    const value = isObject(body) ? scalarText(body[field]) : undefined;
    if (value !== undefined) return value;
    const message = `Invalid reference specified. No value for ${whole.slice(2, -1)} found in ${id}`;
    throw refusal(400, 'PROCESSING_HALTED', message);
  });

function routeSubrequest(
  scope: Scope,
  { method, headers, body }: Subrequest,
  url: string,
  route: RouteData,
): Reply {
  const target = splitTarget(url);
  const [data, version = '', resource] = target?.segments ?? [];
  if (target?.door !== 'services' || data !== 'data' || !isVersion(version)) throw notFound();
  if (resource === 'composite' && target.segments.length === 3) {
    throw refusal(400, 'INVALID_INPUT', 'A composite request may not hold another');
  }
  const call = {
    ...scope.call,
    method,
    path: target.path,
    segments: target.segments,
    query: target.query,
    headers: { host: scope.call.headers.host, ...headers, 'content-type': 'application/json' },
    body: body === undefined || body === null ? '' : JSON.stringify(body),
  };
  return route({ ...scope, version, call }, target.segments.slice(2));
}

function render({ referenceId }: Subrequest, { status, headers, json }: Reply) {
  const location = headers?.['location'];
  const httpHeaders = location === undefined ? {} : { Location: location };
  return { body: json ?? null, httpHeaders, httpStatusCode: status, referenceId };
}
