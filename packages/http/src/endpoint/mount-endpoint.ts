import { isJsonObject, isStorable } from '@writ/contracts';
import type { Express, NextFunction, Request, Response } from 'express';
import { assertFaultless, notFound, Refusal, type CompileSchema } from '@writ/problems';
import { actorOf, holderIn, type Authentication, type Caller, type Holder, type Project } from '../caller.ts';
import { answersHead, type Endpoint } from '../endpoint.ts';
import type { HeldBodies } from '../host/held-bodies.ts';
import type { InFlight } from '../host/in-flight.ts';
import { operationIn, tellOf } from '../host/request-log.ts';
import { traceOf } from '../host/request-trace.ts';
import type { UnreadAnswers } from '../host/unread-answers.ts';
import { withNormalIds } from '../input/normal-ids.ts';
import { headersOf, inputReader } from '../input/read-input.ts';
import type { ReadBody } from '../input/read-json-body.ts';
import type { AttemptLimit } from '../rate-limit/attempt-limit.ts';
import type { RateLimit } from '../rate-limit/rate-limit.ts';
import { groupIssues, letIn } from './allowed.ts';
import { setFaultPage } from './fault-page.ts';
import { callerFinder, unknown, type ReadCredential } from './find-caller.ts';
import { noteEffect } from './noted-effect.ts';
import { operationIdIn } from './operation-id.ts';
import { sendReply } from './send-reply.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { HasVerb } from './verbs.ts';

type MountDeps = {
  compile: CompileSchema;
  readCredential: ReadCredential;
  authentication: Authentication;
  cookie?: SessionCookie;
  rateLimit?: Pick<RateLimit, 'take' | 'takeForGroup' | 'recall'>;
  heldBodies: HeldBodies;
  inFlight: InFlight;
  attempts: AttemptLimit;
  unread: UnreadAnswers;
  hasVerb: HasVerb;
};

/** Mounts an endpoint below `/v1`. The order of its checks is the contract's. */
export function mountEndpoint(app: Express, endpoint: Endpoint, deps: MountDeps): void {
  const input = inputReader(endpoint, deps.compile);
  const findCaller = callerFinder(endpoint, deps);
  const action = operationIdIn(endpoint);

  const handle = async (request: Request, response: Response): Promise<void> => {
    noteEffect(response, endpoint);
    if (endpoint.faultPage) setFaultPage(response, endpoint.faultPage);
    const params = withNormalIds(request.params as Record<string, string>);
    let reading: Promise<ReadBody> | undefined;
    let sender = unknown;
    const readBody = (): Promise<ReadBody> =>
      (reading ??= input.readBody(request, deps.heldBodies.holdFor(sender, response)));
    const { caller, credential, byCredential } = await findCaller({ request, response, params, readBody });
    sender = caller;
    const holder = holderIn(caller);
    if (holder) noteHolder(response, holder, deps.authentication);
    await deps.rateLimit?.take(caller, credential);
    deps.inFlight.enter(caller, response);
    const project = await resolveProject(params['projectIdOrName'], caller, deps.authentication, endpoint);
    if (caller.kind === 'admin' && project) tellOf(response, { projectId: project.id });
    const doorway = letIn(caller, endpoint.access);
    assertNameable(params);
    const { query, body, issues } = await input.check(request, params, readBody);
    assertFaultless([...issues, ...groupIssues(endpoint.access, doorway, query)]);
    const groupRef = holder?.groupRef;
    assertOwnGroup(groupRef, [query, body]);
    const requestId = String(response.locals['requestId']);
    const reply = await endpoint.handle({
      params,
      query: query as never,
      body: body as never,
      caller,
      fromPage: doorway === 'page',
      ofGroup: groupRef === undefined ? {} : { groupRef },
      project: project as Project,
      requestId,
      traceParent: traceOf(response),
      get by() {
        return actorOf(caller, { requestId, action });
      },
      get address() {
        return request.ip ?? '';
      },
      url: request.originalUrl,
      ...headersOf(request),
      get signal() {
        return goneAway(response);
      },
      ...countersOf(caller, deps),
      attempt: (prove) => deps.attempts.make(request.ip ?? '', prove),
      byCredential: byCredential as never,
      tellFaultsBy: (page) => setFaultPage(response, page),
    });
    tellOf(response, operationIn(reply.body));
    await sendReply(response, reply, { ...endpoint, unread: deps.unread });
  };
  app[endpoint.method](`/v1${endpoint.path}`, (request: Request, response: Response, next: NextFunction) =>
    deps.hasVerb(request.params) || isRefusedHead(request, endpoint) ? next() : handle(request, response),
  );
}

const countersOf = (caller: Caller, { rateLimit }: Pick<MountDeps, 'rateLimit'>) => ({
  countFor: async (proved: Holder) => rateLimit?.take(proved),
  countForGroup: async (groupRef: string) => rateLimit?.takeForGroup(caller, groupRef),
});

/** Express answers HEAD by the handlers of GET. */
const isRefusedHead = ({ method }: Request, endpoint: Endpoint): boolean =>
  method === 'HEAD' && !answersHead(endpoint);

function noteHolder(response: Response, holder: Holder, authentication: Authentication): void {
  tellOf(response, { projectId: holder.project.id, keyId: holder.keyId });
  authentication.noteUse?.(holder);
}

/** In the query or in the body. */
function assertOwnGroup(group: string | undefined, sent: readonly unknown[]): void {
  if (group === undefined) return;
  const named = sent.map((part) => (isJsonObject(part) ? part['groupRef'] : undefined));
  if (named.every((groupRef) => groupRef === undefined || groupRef === group)) return;
  throw new Refusal('scope-missing', {
    detail: `This token is only for the group \`${group}\`.`,
    remedy: `Name the group \`${group}\`, or use a token for the other one.`,
  });
}

/** The key's own project, or any for administrators. Foreign ones are 404, never 403. */
async function resolveProject(
  idOrName: string | undefined,
  caller: Caller,
  authentication: Authentication,
  { duringErasure }: Pick<Endpoint, 'duringErasure'>,
): Promise<Project | undefined> {
  if (idOrName === undefined) return undefined;
  const find = async (): Promise<Project | undefined> => {
    const own = holderIn(caller)?.project;
    if (!own) return authentication.findProject(idOrName);
    return own.id === idOrName || own.name === idOrName ? own : undefined;
  };
  const project = isStorable(idOrName) ? await find() : undefined;
  if (!project || (project.eraseTime && !duringErasure))
    throw notFound('path', 'projectIdOrName', idOrName, 'There is no project with this id or name.');
  return project;
}

/** Nothing has an id or a name that cannot be stored. */
function assertNameable(params: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(params)) {
    if (!isStorable(value)) throw notFound('path', name, value, `Nothing has this \`${name}\`.`);
  }
}

function goneAway(response: Response): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.closed) abort();
  response.once('close', abort);
  return controller.signal;
}
