import { toStorable } from '@writ/contracts';
import { collectBytes, networkReason, type CollectedBytes } from '@writ/service-kit';
import { retryAfterMs } from '@writ/write-core';
import type { Dispatcher } from 'undici';

export type PostRequest = {
  message: Dispatcher.DispatchOptions;
  limitMs: number;
  /** Aborted if the answer is no longer needed. */
  signal: AbortSignal;
  /** Asked once there is a connection; after a false nothing is sent. */
  mayBegin?: (() => boolean) | undefined;
};

export type PostResult =
  { status: number; retryAfterMs: number | undefined; excerpt: string } | { error: string };

export function targetOf(url: string) {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search, method: 'POST' as const };
}

const readLimitBytes = 64 * 1024;
const keptBytes = 16 * 1024;

const unreadable = 'The answer could not be read.';

/**
 * Posts once, reads at most 64 kB of the answer and keeps 16 kB; follows no redirect; always resolves. `dispatch` is
 * undici's lowest level: answers are hardly ever read.
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
  // The status counts even if the body never ends or is cut off.
  const answeredOr = (error: string): PostResult =>
    answer ? { ...answer, excerpt: excerptOf(kept) } : { error };
  const onAbort = (): void => cut({ error: 'Given up: another process has taken over.' });
  const late = `No complete answer within ${limitMs / 1_000} s.`;
  const timer = setTimeout(() => cut(answeredOr(late)), limitMs);
  signal.addEventListener('abort', onAbort, { once: true });

  return {
    onRequestStart: (given) => {
      // A process that was frozen while it waited for a connection gets here before its timers.
      if (signal.aborted || mayBegin?.() === false) onAbort();
      // Throwing leaves the connection usable.
      if (ended) throw new Error('cut');
      controller = given;
    },
    onResponseStart: (_controller, status, headers) => {
      // An informational answer, such as 103.
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

/** A repeated header is a list. */
export function askedWaitMs(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): number | undefined {
  const { 'retry-after': retryAfter, date } = headers;
  return retryAfterMs({ 'retry-after': retryAfter, date: Array.isArray(date) ? date[0] : date });
}

/** Replaces bytes that a text column cannot hold. */
const excerptOf = (kept: CollectedBytes): string => toStorable(kept.joined().toString('utf8'));

/** Errors without a code come from our address rules. */
export function describeFailure(error: Error): string {
  const reason = networkReason(error);
  if (reason) return `No answer: ${reason.words} (${reason.code}).`;
  return 'code' in error ? 'No answer: the connection failed.' : toStorable(error.message.slice(0, 1_000));
}
