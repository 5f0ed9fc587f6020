import { outcomeUnknown } from '../problems/outcome-unknown.ts';
import { Refusal } from '../problems/refusal.ts';
import { toProblem, type ProblemAnswer, type ProblemSettings } from '../problems/to-problem.ts';
import { errorFields, type Clock, type Logger } from '@writ/service-kit';
import type { Response } from 'express';
import { CallerGone } from '../input/caller-gone.ts';
import { NoRoom } from '../host/memory-room.ts';
import { operationIn, tellOf } from '../host/request-log.ts';
import { addAnswerHeaders } from '../host/answer-headers.ts';
import { faultPageOf } from './fault-page.ts';
import { isRepeatable } from './noted-effect.ts';

/** Answers whatever was thrown as a problem, or as a page that tells it: the only place that does. */
export type Responder = (error: unknown, response: Response) => void;

export function createResponder(options: {
  problems: ProblemSettings;
  logger: Logger;
  clock: Clock;
  isUnavailable: (error: unknown) => boolean;
  isOutcomeUnknown?: (error: unknown) => boolean;
  isContentFault: (error: unknown) => boolean;
  silenceMs?: number;
}): Responder {
  const { isContentFault, silenceMs = usualSilenceMs } = options;
  const answerOf = (refusal: Refusal, requestId: string): ProblemAnswer => {
    const request = { requestId, now: options.clock.now() };
    try {
      return toProblem(refusal, request, options.problems);
    } catch (error) {
      options.logger.error('problem not made', { requestId, ...errorFields(error) });
      return toProblem(new Refusal('internal'), request, options.problems);
    }
  };

  return (error, response) => {
    if (error instanceof CallerGone) return void response.destroy();
    const requestId = String(response.locals['requestId']);
    const refusal = toRefusal(error, options, response);
    if (refusal.kind === 'internal')
      options.logger.error('request failed', { requestId, ...errorFields(error) });
    else if (isLack(refusal)) {
      options.logger.warn('request refused for lack of a dependency', { requestId, ...errorFields(error) });
    } else if (isContentFault(error)) {
      options.logger.warn('a value passed every check, but not the database', {
        requestId,
        ...errorFields(error),
      });
    }
    tellOf(response, operationIn(refusal.facts.context));
    if (response.headersSent) return void response.destroy();
    const answer = answerOf(refusal, requestId);
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

/** Refusals pass; faults of the framework's own reading keep their meaning; everything else is a fault of ours. */
function toRefusal(
  error: unknown,
  {
    isUnavailable,
    isOutcomeUnknown,
    isContentFault,
  }: Pick<Parameters<typeof createResponder>[0], 'isUnavailable' | 'isOutcomeUnknown' | 'isContentFault'>,
  response: Response,
): Refusal {
  const { method, originalUrl } = response.req;
  if (error instanceof Refusal) return error;
  if (isUnavailable(error)) {
    if (!isRepeatable(response) && isOutcomeUnknown?.(error)) return outcomeUnknown();
    return new Refusal('unavailable', { detail: 'A part that the service depends on does not answer now.' });
  }
  if (error instanceof URIError) {
    const detail =
      'The path holds a percent sign that is not followed by two hexadecimal digits of valid UTF-8.';
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

/** Of the rest of a refused request. */
const usualSilenceMs = 2_000;

/**
 * Ends an answer. One that closes the connection while its request is still being sent is complete at once, but the
 * connection goes when the request has ended: closed with bytes unread it would be reset, and a reset takes the answer from
 * a sender who has not read it yet (RFC 9112, 9.6). So what still comes is read and dropped, until it is silent for so long;
 * the server's own limit ends it, too.
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
