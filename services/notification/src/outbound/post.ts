import { toStorable } from '@writ/contracts';
import { collectBytes, networkReason, type CollectedBytes } from '@writ/service-kit';
import { retryAfterMs } from '@writ/write-core';
import type { Dispatcher } from 'undici';

/** What to post, and how long the exchange may take. */
export type PostRequest = {
  message: Dispatcher.DispatchOptions;
  limitMs: number;
  /** Aborted when the answer is not wanted any more. */
  signal: AbortSignal;
  /** Asked when the request has a connection and is about to leave: after a false it is not sent. */
  mayBegin?: (() => boolean) | undefined;
};

/** How the exchange ended: an answer, or why there is none. */
export type PostResult =
  { status: number; retryAfterMs: number | undefined; excerpt: string } | { error: string };

/** The target of posts to a URL. */
export function targetOf(url: string) {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search, method: 'POST' as const };
}

const readLimitBytes = 64 * 1024;
const keptBytes = 16 * 1024;

const unreadable = 'The answer could not be read.';

/**
 * Posts once and reads the answer: up to 64 kB, of which 16 kB are kept; redirects are not followed. Always resolves.
 * It stands on `dispatch`, undici's lowest level, since deliveries are many and an answer's body is hardly ever read.
 */
export function post(agent: Dispatcher, request: PostRequest): Promise<PostResult> {
  return new Promise((resolve) => {
    agent.dispatch(request.message, createExchange(request, resolve));
  });
}

function createExchange(
  { limitMs, signal, mayBegin }: PostRequest,
  resolve: (result: PostResult) => void,
): Dispatcher.DispatchHandler {
  let controller: Dispatcher.DispatchController | undefined;
  let answer: { status: number; retryAfterMs: number | undefined } | undefined;
  let ended = false;
  let readBytes = 0;
  const kept = collectBytes();

  const end = (result: PostResult): void => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    resolve(result);
  };
  const cut = (result: PostResult): void => {
    end(result);
    controller?.abort(new Error('cut'));
  };
  // A status says what became of the request, also where the body after it never ends or is cut off.
  const answeredOr = (error: string): PostResult =>
    answer ? { ...answer, excerpt: excerptOf(kept) } : { error };
  const onAbort = (): void => cut({ error: 'Given up: another process has taken over.' });
  const late = `No complete answer within ${limitMs / 1_000} s.`;
  const timer = setTimeout(() => cut(answeredOr(late)), limitMs);
  signal.addEventListener('abort', onAbort, { once: true });

  return {
    onRequestStart: (given) => {
      // A process that was frozen while it waited for a connection gets here before any of its timers.
      if (signal.aborted || mayBegin?.() === false) onAbort();
      // Throwing takes it off the queue and leaves the connection alone.
      if (ended) throw new Error('cut');
      controller = given;
    },
    onResponseStart: (_controller, status, headers) => {
      // What is told on the way, such as 103, is no answer yet.
      if (status < 200) return;
      answer = { status, retryAfterMs: askedWaitMs(headers) };
    },
    onResponseData: (_controller, chunk) => {
      if (readBytes < keptBytes) kept.add(chunk.subarray(0, keptBytes - readBytes));
      readBytes += chunk.length;
      if (readBytes > readLimitBytes) cut(answeredOr(unreadable));
    },
    onResponseEnd: () => end(answeredOr(unreadable)),
    onResponseError: (_controller, error) => end(answeredOr(describeFailure(error))),
  };
}

/** The pause that an answer asks for. A repeated header is a list. */
export function askedWaitMs(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): number | undefined {
  const { 'retry-after': retryAfter, date } = headers;
  return retryAfterMs({ 'retry-after': retryAfter, date: Array.isArray(date) ? date[0] : date });
}

/** Bytes that are no text, and those that a text column cannot hold, are replaced. */
const excerptOf = (kept: CollectedBytes): string => toStorable(kept.joined().toString('utf8'));

/** Why no answer came, in words for users. What has no code was said by our own rules about addresses. */
export function describeFailure(error: Error): string {
  const reason = networkReason(error);
  if (reason) return `No answer: ${reason.words} (${reason.code}).`;
  return 'code' in error ? 'No answer: the connection failed.' : toStorable(error.message.slice(0, 1_000));
}
