import type { Leave } from './core/quota.ts';

/** Leave for one call, in monotonic time; without an id it holds no place in a window. */
export type HeldLeave = { id?: string; startAtMs: number; endAtMs: number };

/**
 * However long the answer took to come, a leave is good for a part of its time: else a Redis that is slow would stop
 * the account.
 */
const leastValidPart = 1 / 10;

/**
 * A leave in the time of this process. It was given at some moment between question and answer: it begins as if that
 * had been the latter, and ends as if it had been the former. So its call is never later than its place in the window.
 */
export const heldFrom =
  ({ askedAtMs, nowMs }: { askedAtMs: number; nowMs: number }) =>
  ({ id, startInMs, validMs }: Leave): HeldLeave => {
    const startAtMs = nowMs + startInMs;
    const endAtMs = Math.max(askedAtMs + startInMs + validMs, startAtMs + validMs * leastValidPart);
    return { id, startAtMs, endAtMs };
  };
