import { retryAfterMs } from '@writ/write-core';
import type { PostResult } from '../outbound/post.ts';
import type { SendOutcome } from './destination-kind.ts';

/** The whole exchange, connecting included (Contract §6.2). */
export const usualLimitMs = 15_000;

/** Success is 2xx; a redirect is a failure like any other; 410 means that nothing is wanted any more. */
export function httpOutcome(result: PostResult, now: Date): Omit<SendOutcome, 'at' | 'durationMs'> {
  if ('error' in result) return { delivered: false, error: result.error };
  const { status, retryAfter, excerpt } = result;
  const answer = { httpStatus: status, ...(excerpt !== '' && { excerpt }) };
  if (status >= 200 && status < 300) return { delivered: true, ...answer };
  const waitMs = retryAfterMs({ 'retry-after': retryAfter }, now.getTime());
  return {
    delivered: false,
    ...answer,
    error: `The receiver answered ${status}.`,
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
    ...(status === 410 && { gone: true }),
  };
}
