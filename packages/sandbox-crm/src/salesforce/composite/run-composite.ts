import { rollBack } from '../../records/record-store.ts';
import type { Reply } from '../../server/call.ts';
import { splitTarget } from '../../server/target.ts';
import type { Scope } from '../context.ts';
import { SalesforceRefusal, errorReply, notFound, refusal } from '../salesforce-error.ts';
import { isVersion } from '../versions.ts';
import { fillReferences } from './fill-references.ts';
import { readComposite } from './read-composite.ts';
import type { Subrequest } from './read-composite.ts';

type RouteData = (scope: Scope, rest: readonly string[]) => Reply;

const rolledBackMessage =
  'The transaction was rolled back since another operation in the same transaction failed.';

/**
 * Runs up to 25 subrequests in order, as one call against the limits. A subrequest may use values of earlier
 * answers; with `allOrNone` a failure takes everything back.
 */
export function runComposite(scope: Scope, route: RouteData): Reply {
  const { allOrNone, subrequests } = readComposite(scope);
  const before = scope.call.changes.length;
  const answered = new Map<string, unknown>();
  const replies: Reply[] = [];
  for (const subrequest of subrequests) {
    const reply = runOne(scope, subrequest, answered, route);
    if (reply.status < 300) answered.set(subrequest.referenceId, reply.json);
    replies.push(reply);
    if (allOrNone && reply.status >= 300) break;
  }
  const failed = allOrNone && replies.some(({ status }) => status >= 300);
  if (failed) rollBack(scope.call.changes, before);
  const compositeResponse = subrequests.map((subrequest, at) => {
    const reply = replies[at];
    return render(
      subrequest,
      reply === undefined || (failed && reply.status < 300) ? halted(rolledBackMessage) : reply,
    );
  });
  return { status: 200, json: { compositeResponse } };
}

function runOne(
  scope: Scope,
  subrequest: Subrequest,
  answered: ReadonlyMap<string, unknown>,
  route: RouteData,
): Reply {
  const filled = fillReferences({ url: subrequest.url, body: subrequest.body }, answered);
  if (!filled.ok) return halted(filled.message);
  // The shape is the one that was filled.
  const { url, body } = filled.value as { url: string; body: unknown };
  try {
    return routeSubrequest(scope, subrequest, { url, body }, route);
  } catch (error) {
    if (error instanceof SalesforceRefusal) return errorReply(error);
    throw error;
  }
}

function routeSubrequest(
  scope: Scope,
  { method, headers }: Subrequest,
  { url, body }: { url: string; body: unknown },
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

function halted(message: string): Reply {
  return errorReply(refusal(400, 'PROCESSING_HALTED', message));
}

function render({ referenceId }: Subrequest, { status, headers, json }: Reply) {
  const location = headers?.['location'];
  const httpHeaders = location === undefined ? {} : { Location: location };
  return { body: json ?? null, httpHeaders, httpStatusCode: status, referenceId };
}
