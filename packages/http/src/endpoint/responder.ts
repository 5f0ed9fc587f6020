import { errorFields, traceIdIn, type Clock, type Logger } from '@writ/service-kit';
import type { Response } from 'express';
import { outcomeUnknown, Refusal, toProblem, type ProblemAnswer, type ProblemSettings } from '@writ/problems';
import { addAnswerHeaders } from '../host/answer-headers.ts';
import { NoRoom } from '../host/memory-room.ts';
import { operationIn, tellOf } from '../host/request-log.ts';
import { traceOf } from '../host/request-trace.ts';
import { CallerGone } from '../input/caller-gone.ts';
import { faultPageOf } from './fault-page.ts';
import { isRepeatable } from './noted-effect.ts';

type RequestIds = { requestId: string; traceId?: string };

/** Answers a thrown error as a problem, or as a page: the only place that does. */
export type Responder = (error: unknown, response: Response) => void;

type Judges = {
  isUnavailable: (error: unknown) => boolean;
  isOutcomeUnknown?: (error: unknown) => boolean;
  isContentFault: (error: unknown) => boolean;
};

export function createResponder(
  options: Judges & { problems: ProblemSettings; logger: Logger; clock: Clock; silenceMs?: number },
): Responder {
  const { logger, silenceMs = usualSilenceMs } = options;
  const answerOf = (refusal: Refusal, about: RequestIds): ProblemAnswer => {
    const request = { ...about, now: options.clock.now() };
    try {
      return toProblem(refusal, request, options.problems);
    } catch (error) {
      logger.error('problem not made', { ...about, ...errorFields(error) });
      return toProblem(new Refusal('internal'), request, options.problems);
    }
  };
  const log = (error: unknown, refusal: Refusal, about: RequestIds): void => {
    const fields = { ...about, ...errorFields(error) };
    if (refusal.kind === 'internal') logger.error('request failed', fields);
    else if (isLack(refusal)) logger.warn('request refused for lack of a dependency', fields);
    else if (options.isContentFault(error))
      logger.warn('a value passed every check, but not the database', fields);
  };

  return (error, response) => {
    if (error instanceof CallerGone) return void response.destroy();
    const about = { requestId: String(response.locals['requestId']), ...traceIdIn(traceOf(response)) };
    const refusal = toRefusal(error, options, response);
    log(error, refusal, about);
    tellOf(response, operationIn(refusal.facts.context));
    if (response.headersSent) return void response.destroy();
    const answer = answerOf(refusal, about);
    response.status(answer.status);
    addAnswerHeaders(response);
    const page = faultPageOf(response)?.(answer.body);
    for (const [name, value] of Object.entries({ ...answer.headers, ...page?.headers }))
      response.setHeader(name, value);
    response.setHeader('Content-Type', `${page ? 'text/html' : 'application/problem+json'}; charset=utf-8`);
    endAnswer(response, page?.html ?? JSON.stringify(answer.body), silenceMs);
  };
}

const isLack = (refusal: Refusal): boolean =>
  refusal.kind === 'unavailable' && refusal.facts.subsystem === undefined && !(refusal instanceof NoRoom);

function toRefusal(
  error: unknown,
  { isUnavailable, isOutcomeUnknown, isContentFault }: Judges,
  response: Response,
): Refusal {
  const { method, originalUrl } = response.req;
  if (error instanceof Refusal) return error;
  if (isUnavailable(error)) {
    if (!isRepeatable(response) && isOutcomeUnknown?.(error)) return outcomeUnknown();
    return new Refusal('unavailable', { detail: 'A dependency of the service does not answer.' });
  }
  if (error instanceof URIError) {
    const detail = 'A percent sign in the path is not followed by two hexadecimal digits of valid UTF-8.';
    return new Refusal('invalid-input', {
      detail,
      issues: [{ in: 'path', name: 'path', detail, value: originalUrl.split('?', 1)[0] }],
    });
  }
  if (isContentFault(error)) {
    const detail = 'A value of the request cannot be stored or compared.';
    const where = method === 'GET' || method === 'DELETE' ? 'query' : 'body';
    return new Refusal('invalid-input', { detail, issues: [{ in: where, name: '', detail }] });
  }
  return new Refusal('internal');
}

const usualSilenceMs = 2_000;

/**
 * If it closes the connection while the request is still arriving, the rest is read and dropped until it is
 * silent for `silenceMs`: closing with unread bytes resets the connection, and the sender may lose the answer
 * (RFC 9112, 9.6).
 */
function endAnswer(response: Response, body: string, silenceMs: number): void {
  const request = response.req;
  if (request.complete || response.getHeader('Connection') !== 'close') return void response.end(body);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.write(body);
  const end = (): void => {
    clearTimeout(timer);
    if (!response.writableEnded) response.end();
  };
  const timer = setTimeout(end, silenceMs);
  request
    .once('close', end)
    .once('end', end)
    .on('data', () => timer.refresh());
}
