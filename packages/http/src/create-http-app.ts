import {
  besideApi,
  type Clock,
  type Health,
  type Logger,
  type Metrics,
  type Readiness,
} from '@writ/service-kit';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { createSchemaCompiler, invalidInput, Refusal, type ProblemSettings } from '@writ/problems';
import type { Authentication } from './caller.ts';
import { answersHead, type Endpoint, type FaultPage } from './endpoint.ts';
import { setFaultPage } from './endpoint/fault-page.ts';
import { createReadCredential } from './endpoint/find-caller.ts';
import { mountEndpoint } from './endpoint/mount-endpoint.ts';
import { createResponder } from './endpoint/responder.ts';
import type { SessionCookie } from './endpoint/session-cookie.ts';
import { verbsOf, type HasVerb } from './endpoint/verbs.ts';
import { addAnswerHeaders } from './host/answer-headers.ts';
import { crossOrigin } from './host/cross-origin.ts';
import { healthRoutes } from './host/health-routes.ts';
import { createHeldBodies } from './host/held-bodies.ts';
import { createInFlight } from './host/in-flight.ts';
import { leaveProblemSettings } from './host/raw-answers.ts';
import { requestIdOf } from './host/request-id.ts';
import { requestLog } from './host/request-log.ts';
import { traceRequest } from './host/request-trace.ts';
import { createUnreadAnswers } from './host/unread-answers.ts';
import { createAttemptLimit } from './rate-limit/attempt-limit.ts';
import type { RateLimit } from './rate-limit/rate-limit.ts';

export type HttpApp = Express;

/** Named to callers of the wrong host. */
export type OtherHost = {
  /** Such as `the write host`. */
  name: string;
  /** Ends in `/v1`, as callers see it. */
  url: string;
  /** Whether it answers a path that begins with `/v1/`. */
  answers: (path: string) => boolean;
};

/** Pages outside `/v1`, and the page for browsers at an unknown address. */
export type HostPages = { routes: RequestHandler; unknown: FaultPage };

export type HttpAppOptions = {
  endpoints: readonly Endpoint[];
  /** Makes the pages and `/openapi.json`, if the host has any. */
  pages?: (host: Pick<HttpAppOptions, 'endpoints' | 'problems'>) => HostPages;
  authentication: Authentication;
  /** Absent: the host takes no sessions. */
  cookie?: SessionCookie;
  corsOrigins?: readonly string[];
  /** Proxies whose `X-Forwarded-For` counts: addresses or ranges. */
  trustedProxies?: readonly string[];
  problems: ProblemSettings;
  logger: Logger;
  health: Health;
  /** Readiness of all services of the host, if this one asks the others. */
  hostReadiness?: () => Promise<Readiness>;
  metrics: Metrics;
  clock: Clock;
  /** 503 instead of 500. */
  isUnavailable: (error: unknown) => boolean;
  /** Whether a change may have been stored; absent: never. */
  isOutcomeUnknown?: (error: unknown) => boolean;
  /** Wrong input that every check has missed: 400 instead of 500. */
  isContentFault: (error: unknown) => boolean;
  otherHost?: OtherHost;
  /** Bytes of bodies, and of answers, that the host holds. */
  roomBytes?: number;
  /** Absent: callers are not limited. */
  rateLimit?: Pick<RateLimit, 'take' | 'takeForGroup' | 'recall'>;
  /** How long the rest of a refused request may be silent. */
  silenceMs?: number;
};

export function createHttpApp(options: HttpAppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).set('case sensitive routing', true);
  app.set('trust proxy', [...(options.trustedProxies ?? [])]);
  leaveProblemSettings(app, options.problems);
  const responder = createResponder(options);
  const log = requestLog(options);
  const { corsOrigins = [] } = options;
  // One middleware, and endpoints first: each step costs a request some microseconds.
  app.use((request, response, next) => {
    response.locals['requestId'] = requestIdOf(request, options.problems.hideSecrets);
    traceRequest(request, response, (end) => {
      log(request, response, end);
      assertFraming(request);
      next();
    });
  });
  if (corsOrigins.length > 0) app.use(crossOrigin(corsOrigins));
  mountEndpoints(app, options);
  app.use((_request, response, next) => {
    addAnswerHeaders(response);
    next();
  });
  app.use(healthRoutes(options.health, options.hostReadiness));
  app.all(['/livez', '/readyz'], () => {
    throw methodNotAllowed('GET, HEAD');
  });
  const pages = options.pages?.(options);
  if (pages) app.use(pages.routes);
  app.use((request, response) => {
    if (pages && isForReaders(request)) setFaultPage(response, pages.unknown);
    throw addressUnknown(request, options.otherHost);
  });
  const onError: ErrorRequestHandler = (error, _request, response, _next) => responder(error, response);
  app.use(onError);
  return app;
}

/** Under `/v1`, browsers get problems, too. */
const isForReaders = (request: Request): boolean =>
  !request.path.startsWith('/v1') && request.accepts(['json', 'html']) === 'html';

function addressUnknown(request: Request, otherHost: OtherHost | undefined): Refusal {
  const { method, path } = request;
  const remedy = addressRemedy(request, otherHost);
  return new Refusal('not-found', {
    detail: `Nothing answers ${method} ${path} here.`,
    ...(remedy !== undefined && { remedy }),
    issues: [{ in: 'path', name: 'path', detail: 'This address is not known.', value: path }],
  });
}

function addressRemedy({ method, path }: Request, otherHost: OtherHost | undefined): string | undefined {
  if (otherHost?.answers(path) === true)
    return `Ask ${otherHost.name}: \`${method} ${besideApi(otherHost.url, path)}\`.`;
  if (path.includes('//'))
    return 'A name or id is missing between two slashes (`//`): fill it in, or remove one slash.';
  // Some clients encode what stands before a verb.
  if (/%3a[a-z-]+$/i.test(path))
    return 'Write the colon before a verb as it is, not as `%3A`, such as `…/operations:cancel`.';
  return undefined;
}

/**
 * Refuses requests that proxies could read in another way: HTTP/1.1 needs one `Host` (RFC 9112, 3.2), and the
 * only known transfer coding is `chunked` (6.1).
 */
function assertFraming(request: Request): void {
  // Names and values alternate.
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

/** Directly on the app: a router would cost every request some microseconds. */
function mountEndpoints(app: Express, options: HttpAppOptions): void {
  const { endpoints, roomBytes: mostBytes, clock } = options;
  const deps = {
    ...options,
    compile: createSchemaCompiler(),
    readCredential: createReadCredential(),
    heldBodies: createHeldBodies({ mostBytes, clock }),
    unread: createUnreadAnswers({ mostBytes, clock }),
    inFlight: createInFlight(clock),
    attempts: createAttemptLimit({ clock }),
  };
  const methods = Map.groupBy(endpoints, ({ path }) => path);
  const verbs = (path: string): HasVerb => verbsOf(path, [...methods.keys()]);
  for (const endpoint of endpoints) mountEndpoint(app, endpoint, { ...deps, hasVerb: verbs(endpoint.path) });
  for (const [path, same] of methods) {
    const hasVerb = verbs(path);
    app.all(`/v1${path}`, (request, _response, next) => {
      if (!hasVerb(request.params)) throw methodNotAllowed(same.flatMap(methodsOf).join(', '));
      next();
    });
  }
}

const methodsOf = (endpoint: Endpoint): string[] =>
  answersHead(endpoint) ? ['GET', 'HEAD'] : [endpoint.method.toUpperCase()];

const methodNotAllowed = (allow: string): Refusal =>
  new Refusal('method-not-allowed', { detail: `Use ${allow} here.`, headers: { Allow: allow } });
