import type { Leave } from './core/quota.ts';

/** Leave for one call, in monotonic time; without an id it holds no place in a window. */
export type HeldLeave = { id?: string; startAtMs: number; endAtMs: number };

/** The way to the counters and back: `late` answers in a row came after their leaves had ended. */
export type AnswerTimes = { askedAtMs: number; nowMs: number; late: number };

/** More late answers than this are no hitch: the counters are slow. */
const hitches = 3;
/** Then a leave is good for a part of its time all the same: otherwise the account would stand still. */
const leastValidPart = 1 / 10;

/**
 * A leave in the time of this process. It was given at some moment between question and answer: it begins as if that
 * had been the latter, and ends as if it had been the former. So its call is never later than its place in the window.
 */
export const heldFrom =
  ({ askedAtMs, nowMs, late }: AnswerTimes) =>
  ({ id, startInMs, validMs }: Leave): HeldLeave => {
    const startAtMs = nowMs + startInMs;
    const leastMs = late > hitches ? startAtMs + validMs * leastValidPart : -Infinity;
    const endAtMs = Math.max(askedAtMs + startInMs + validMs, leastMs);
    return { id, startAtMs, endAtMs };
  };
