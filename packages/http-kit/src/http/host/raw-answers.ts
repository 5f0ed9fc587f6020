import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { invalidInput, Refusal } from '../problems/refusal.ts';
import { oneAtATime } from './in-flight.ts';
import { toProblem, type ProblemSettings } from '../problems/to-problem.ts';
import { newId } from '@writ/service-kit';
import type { Express } from 'express';
import { requestIdOf } from './request-id.ts';

const place = 'problems';

/** Lets the server that an app is put on answer as the app does what never reaches the app. */
export const leaveProblemSettings = (app: Express, settings: ProblemSettings): void => {
  app.locals[place] = settings;
};

/**
 * The app as a handler of requests, which takes those of a connection one at a time.
 */
export const requestHandler = (
  app: Express,
): ((request: IncomingMessage, response: ServerResponse) => void) => {
  const settings = app.locals[place] as ProblemSettings | undefined;
  return oneAtATime(addressed(app, settings), (request, response) => {
    if (settings) refuse(request, response, new Refusal('rate-limited', { detail: tooManyAhead }), settings);
    else request.socket.destroy();
  });
};

const tooManyAhead = 'The connection has more requests waiting for an answer than one connection may.';

/** The only expectation that HTTP knows (RFC 9110, 10.1.1). */
const isFulfillable = (expect: string | undefined): boolean =>
  expect === undefined || /^100-continue$/i.test(expect);

/** Of a request whose target is no address Express would find no path, and answer in HTML. */
const addressed =
  (app: Express, settings: ProblemSettings | undefined) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '' } = request;
    if (settings && !isFulfillable(request.headers.expect)) {
      refuse(request, response, new Refusal('expectation-failed'), settings);
      return;
    }
    const isAddress = url.startsWith('/') || url === '*' || (/^https?:/i.test(url) && URL.canParse(url));
    if (isAddress || !settings) {
      app(request, response);
      return;
    }
    const detail = 'The target of the request must be a path, or an address with host and path.';
    refuse(request, response, invalidInput([{ in: 'path', name: 'path', detail, value: url }]), settings);
  };

/** Answers what Node refuses before any handler runs (headers too large, no HTTP at all, `Expect`) as problems. */
export function answerRaw(server: Server, app: Express): void {
  const settings = app.locals[place] as ProblemSettings | undefined;
  if (!settings) return;
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const { status, headers, body } = rawProblem(refusalOf(error.code), newId(), settings);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} `, ...lines, '', body].join('\r\n'));
  });
  // Node would ask for the body at once; whoever reads it does so, once the caller is known and may send one.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Of a caller who was not asked nobody knows what comes next: a body, or another request.
    response.setHeader('Connection', 'close');
    server.emit('request', request, response);
  });
  // It waits for its turn on the connection, like every other request.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  settings: ProblemSettings,
): void {
  const { status, headers, body } = rawProblem(refusal, requestIdOf(request, settings.hideSecrets), settings);
  response.writeHead(status, headers).end(body);
}

function rawProblem(refusal: Refusal, requestId: string, settings: ProblemSettings) {
  const answer = toProblem(refusal, { requestId, now: new Date() }, settings);
  const body = JSON.stringify(answer.body);
  const headers = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  return { status: answer.status, headers, body };
}

function refusalOf(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('headers-too-large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('request-timeout');
  return invalidInput([
    { in: 'header', name: '', detail: 'What was sent cannot be read as a request of HTTP/1.1.' },
  ]);
}
