import type { PostResult } from '../outbound/post.ts';
import type { SendOutcome } from './destination-kind.ts';

/** The whole exchange, connecting included (Contract §6.2). */
export const usualLimitMs = 15_000;

/** Success is 2xx; a redirect is a failure like any other; 410 means that nothing is wanted any more. */
export function httpOutcome(result: PostResult): Omit<SendOutcome, 'at' | 'durationMs'> {
  if ('error' in result) return { delivered: false, error: result.error };
  const { status, retryAfterMs, excerpt } = result;
  const answer = { httpStatus: status, ...(excerpt !== '' && { excerpt }) };
  if (status >= 200 && status < 300) return { delivered: true, ...answer };
  return {
    delivered: false,
    ...answer,
    error: `The receiver answered ${status}.`,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(status === 410 && { gone: true }),
  };
}
