import { performance } from 'node:perf_hooks';
import type { PostResult } from '../outbound/post.ts';
import type { Outgoing, Send, SendDeps, SendOutcome } from './destination-kind.ts';

export type Ended = Omit<SendOutcome, 'at' | 'durationMs'>;

type Attempt = { at: Date; limitMs: number; signal: AbortSignal; mayBegin?: (() => boolean) | undefined };

/** The limit of a whole exchange, connecting included (Contract §6.2). */
export const usualLimitMs = 15_000;

export const timed =
  (
    { clock, limitMs = usualLimitMs }: SendDeps,
    attempt: (outgoing: Outgoing, attempt: Attempt) => Promise<Ended>,
  ): Send =>
  async (outgoing, signal, mayBegin) => {
    const at = clock.now();
    const startedAtMs = performance.now();
    const ended = await attempt(outgoing, { at, limitMs, signal, mayBegin });
    return { at, durationMs: Math.round(performance.now() - startedAtMs), ...ended };
  };

export const failed = (error: string): Ended => ({ delivered: false, error });

/** Stops waiting at the limit or when aborted. The attempt must always resolve. */
export function inTime(
  attempt: () => Promise<Ended>,
  { limitMs, signal }: Pick<Attempt, 'limitMs' | 'signal'>,
): Promise<Ended> {
  const givenUp = failed('Given up: another process has taken over.');
  if (signal.aborted) return Promise.resolve(givenUp);
  return new Promise((resolve) => {
    const end = (ended: Ended): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(ended);
    };
    const onAbort = (): void => end(givenUp);
    const timer = setTimeout(() => end(failed(`No complete answer within ${limitMs / 1_000} s.`)), limitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    void attempt().then(end);
  });
}

/** 2xx is success, a redirect is a failure, and 410 means that the receiver wants no more. */
export function httpOutcome(result: PostResult): Ended {
  if ('error' in result) return failed(result.error);
  const { status, retryAfterMs, excerpt } = result;
  const answer = { httpStatus: status, ...(excerpt !== '' && { excerpt }) };
  if (status >= 200 && status < 300) return { delivered: true, ...answer };
  return {
    ...failed(`The receiver answered ${status}.`),
    ...answer,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(status === 410 && { gone: true }),
  };
}
