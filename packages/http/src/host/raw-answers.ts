import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { newId } from '@writ/service-kit';
import type { Express } from 'express';
import { invalidInput, Refusal, toProblem, type ProblemSettings } from '@writ/problems';
import { oneAtATime, type Handle } from './in-flight.ts';
import { requestIdOf } from './request-id.ts';

const place = 'problems';

/** Lets the app's server answer with problems what never reaches the app. */
export const leaveProblemSettings = (app: Express, settings: ProblemSettings): void => {
  app.locals[place] = settings;
};
const settingsOf = (app: Express) => app.locals[place] as ProblemSettings | undefined;

/** Handles one request at a time on each connection. */
export function requestHandler(app: Express): Handle {
  const settings = settingsOf(app);
  return oneAtATime((request, response) => {
    const refusal = settings && refusalOf(request);
    if (refusal) refuse(request, response, refusal, settings);
    else app(request, response);
  });
}

function refusalOf({ url = '', headers }: IncomingMessage): Refusal | undefined {
  // HTTP knows no other expectation (RFC 9110, 10.1.1).
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect))
    return new Refusal('expectation-failed');
  // Express would find no path, and answer with HTML.
  const isAddress = url.startsWith('/') || url === '*' || (/^https?:/i.test(url) && URL.canParse(url));
  const detail = 'The target of the request must be a path, or an address with host and path.';
  return isAddress ? undefined : invalidInput([{ in: 'path', name: 'path', detail, value: url }]);
}

/** Answers with problems what Node refuses before any handler runs: too large headers, no HTTP, `Expect`. */
export function answerRaw(server: Server, app: Express): void {
  const settings = settingsOf(app);
  if (!settings) return;
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const { status, headers, body } = rawProblem(refusalOfCode(error.code), newId(), settings);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} `, ...lines, '', body].join('\r\n'));
  });
  // Node would ask for the body immediately; the reader of the body does so once it knows the caller.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // A caller that was not asked may send the body, or another request.
    response.setHeader('Connection', 'close');
    server.emit('request', request, response);
  });
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

function refusalOfCode(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('headers-too-large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('request-timeout');
  return invalidInput([
    { in: 'header', name: '', detail: 'What was sent cannot be read as a request of HTTP/1.1.' },
  ]);
}
