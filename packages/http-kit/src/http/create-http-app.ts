import { createSchemaCompiler } from './problems/validator.ts';
import { invalidInput, Refusal } from './problems/refusal.ts';
import type { ProblemSettings } from './problems/to-problem.ts';
import {
  besideApi,
  type Clock,
  type Health,
  type Logger,
  type Metrics,
  type Readiness,
} from '@writ/service-kit';
import express, { type ErrorRequestHandler, type Express, type Request } from 'express';
import { addAnswerHeaders } from './host/answer-headers.ts';
import type { Authentication } from './caller.ts';
import { createReadCredential } from './endpoint/find-caller.ts';
import { answersHead, type Endpoint } from './endpoint.ts';
import type { SessionCookie } from './endpoint/session-cookie.ts';
import { crossOrigin } from './host/cross-origin.ts';
import { healthRoutes } from './host/health-routes.ts';
import { createHeldBodies } from './host/held-bodies.ts';
import { createInFlight } from './host/in-flight.ts';
import { mountEndpoint } from './endpoint/mount-endpoint.ts';
import { verbsOf, type HasVerb } from './endpoint/verbs.ts';
import { pageRoutes } from './page-routes.ts';
import { unknownPage } from './pages/unknown-page.ts';
import { setFaultPage } from './endpoint/fault-page.ts';
import type { Site } from './pages/site.ts';
import { createAttemptLimit } from './rate-limit/attempt-limit.ts';
import type { RateLimit } from './rate-limit/rate-limit.ts';
import { leaveProblemSettings } from './host/raw-answers.ts';
import { requestIdOf } from './host/request-id.ts';
import { requestLog } from './host/request-log.ts';
import { createUnreadAnswers, leaveUnreadAnswers, type UnreadAnswers } from './host/unread-answers.ts';
import { createRounds, type NextRound } from './host/rounds.ts';
import { createResponder } from './endpoint/responder.ts';

/** The app: what `listen` takes. */
export type HttpApp = Express;

/** A host beside this one, named to those who ask the wrong one. */
export type OtherHost = {
  /** What people call it, such as `the write host`. */
  name: string;
  /** Its address as callers see it, ending in `/v1`. */
  url: string;
  /** Whether it is the one to answer a path, which begins with `/v1/`. */
  answers: (path: string) => boolean;
};

export type HttpAppOptions = {
  endpoints: readonly Endpoint[];
  /** What its pages and `/openapi.json` tell; absent: there are none. */
  site?: Site;
  authentication: Authentication;
  /** Of those who are signed in; absent: the host takes no sessions. */
  cookie?: SessionCookie;
  /** Whose pages may call it; absent or empty: none. */
  corsOrigins?: readonly string[];
  /** Whose word counts on where a request comes from (`X-Forwarded-For`): addresses or ranges; absent: nobody's. */
  trustedProxies?: readonly string[];
  problems: ProblemSettings;
  logger: Logger;
  health: Health;
  /** Readiness of all services of the host, where this one asks the others. */
  hostReadiness?: () => Promise<Readiness>;
  metrics: Metrics;
  clock: Clock;
  /** Whether an error means that a dependency does not answer: 503 instead of 500. */
  isUnavailable: (error: unknown) => boolean;
  /** Whether an unavailable error leaves open if what the request asked for was stored; absent: none does. */
  isOutcomeUnknown?: (error: unknown) => boolean;
  /** Whether an error means that what was sent is wrong, though every check has missed it: 400 instead of 500. */
  isContentFault: (error: unknown) => boolean;
  /** The host that answers what this one does not; absent: nobody is sent there. */
  otherHost?: OtherHost;
  /** What reads wait for that may; rounds of its own unless told. */
  nextRound?: NextRound;
  /** Bytes of bodies that it holds at once, and of answers; an eighth of the heap's limit, at least 20 MB, unless told. */
  roomBytes?: number;
  /** Absent: callers are not limited. */
  rateLimit?: Pick<RateLimit, 'take' | 'recall'>;
  /** The rest of a request that was refused is read and dropped until it is silent for this long; 2 s unless told. */
  silenceMs?: number;
};

/**
 * An Express app of the given endpoints, with what every host of ours has: request id, health, credentials,
 * checked input, one log line a request, its description and error catalogue, and one place that answers every refusal
 * as a problem.
 */
export function createHttpApp(options: HttpAppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).set('case sensitive routing', true);
  const responder = createResponder(options);

  const unread = createUnreadAnswers({ mostBytes: options.roomBytes, clock: options.clock });
  leaveProblemSettings(app, options.problems);
  leaveUnreadAnswers(app, unread);

  const log = requestLog(options);
  const { corsOrigins = [], trustedProxies = [] } = options;
  app.set('trust proxy', [...trustedProxies]);
  // One step instead of four, and what is asked for most comes first: each step costs a request some microseconds.
  app.use((request, response, next) => {
    response.locals['requestId'] = requestIdOf(request, options.problems.hideSecrets);
    log(request, response);
    assertFraming(request);
    next();
  });
  if (corsOrigins.length > 0) app.use(crossOrigin(corsOrigins));
  mountEndpoints(app, { ...options, unread });
  app.use((_request, response, next) => {
    addAnswerHeaders(response);
    next();
  });
  app.use(healthRoutes(options.health, options.hostReadiness));
  app.all(['/livez', '/readyz'], () => {
    throw methodNotAllowed('GET, HEAD');
  });
  if (options.site) app.use(pageRoutes({ ...options, site: options.site }));
  app.use((request, response) => {
    if (options.site && isForReaders(request)) setFaultPage(response, unknownPage(options.site));
    throw addressUnknown(request, options.otherHost);
  });
  const onError: ErrorRequestHandler = (error, _request, response, _next) => responder(error, response);
  app.use(onError);
  return app;
}

const emptyNameRemedy =
  'Nothing stands between two slashes (`//`): put the name or the id there that is missing, or leave one slash out.';

/** Clients that build an address of encoded parts write so what stands before a verb. */
const encodedColonRemedy =
  'The colon before a verb is written as it is, not as `%3A`, such as `…/operations:cancel`.';

/** Who calls the API reads problems, with whatever it calls. */
const isForReaders = (request: Request): boolean =>
  !request.path.startsWith('/v1') && request.accepts(['json', 'html']) === 'html';

function addressUnknown({ method, path }: Request, otherHost: OtherHost | undefined): Refusal {
  const remedy =
    otherHost?.answers(path) === true
      ? `Ask ${otherHost.name}: \`${method} ${besideApi(otherHost.url, path)}\`.`
      : path.includes('//')
        ? emptyNameRemedy
        : /%3a[a-z-]+$/i.test(path)
          ? encodedColonRemedy
          : undefined;
  return new Refusal('not-found', {
    detail: `Nothing answers ${method} ${path} here.`,
    ...(remedy !== undefined && { remedy }),
    issues: [{ in: 'path', name: 'path', detail: 'This address is not known.', value: path }],
  });
}

/**
 * What proxies could read in another way than this server: a request of HTTP/1.1 has `Host` once (RFC 9112, 3.2), and of
 * transfer codings only `chunked` is known (6.1).
 */
function assertFraming(request: Request): void {
  // The raw list has names and values in turns.
  const isHost = (text: string, at: number): boolean =>
    at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host';
  const hosts = request.rawHeaders.filter(isHost).length;
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
    const detail = hosts === 0 ? 'The `Host` header is missing.' : '`Host` must be sent once.';
    throw invalidInput([{ in: 'header', name: 'Host', detail }]);
  }
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new Refusal('transfer-coding-unknown', {
      detail: `Bodies with Transfer-Encoding ${coding} are not read.`,
      headers: { Connection: 'close' },
    });
  }
}

/** Each right on the app: a router between them would cost every request some microseconds, too. */
function mountEndpoints(
  app: Express,
  {
    endpoints,
    authentication,
    cookie,
    rateLimit,
    nextRound = createRounds(),
    unread,
    ...more
  }: HttpAppOptions & { unread: UnreadAnswers },
): void {
  const heldBodies = createHeldBodies({ mostBytes: more.roomBytes, clock: more.clock });
  const inFlight = createInFlight(more.clock);
  const attempts = createAttemptLimit(more);
  const compile = createSchemaCompiler();
  const readCredential = createReadCredential();
  const methods = Map.groupBy(endpoints, (endpoint) => endpoint.path);
  const verbs = (path: string): HasVerb => verbsOf(path, [...methods.keys()]);
  for (const endpoint of endpoints)
    mountEndpoint(app, endpoint, {
      hasVerb: verbs(endpoint.path),
      compile,
      readCredential,
      authentication,
      heldBodies,
      inFlight,
      attempts,
      unread,
      nextRound,
      ...(cookie && { cookie }),
      ...(rateLimit && { rateLimit }),
    });
  for (const [path, same] of methods) {
    const hasVerb = verbs(path);
    app.all(`/v1${path}`, (request, _response, next) => {
      if (hasVerb(request.params)) {
        next();
        return;
      }
      throw methodNotAllowed(same.flatMap(methodsOf).join(', '));
    });
  }
}

const methodsOf = (endpoint: Endpoint): string[] =>
  answersHead(endpoint) ? ['GET', 'HEAD'] : [endpoint.method.toUpperCase()];

const methodNotAllowed = (allow: string): Refusal =>
  new Refusal('method-not-allowed', { detail: `Use ${allow} here.`, headers: { Allow: allow } });
