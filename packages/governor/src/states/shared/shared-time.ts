import type { Errand, Outcome } from '../../core/errand.ts';

/** What an errand tells in the time of all processes, which is ahead of this one's, and how long its answer takes. */
export const toShared = (errand: Errand, way: { aheadMs: number; wayMs: number }): Errand => ({
  ...errand,
  calls: errand.calls.map((call) => ({
    ...call,
    begunAtMs: call.begunAtMs + way.aheadMs,
    endedAtMs: call.endedAtMs + way.aheadMs,
  })),
  ...(errand.ask && { ask: { ...errand.ask, wayMs: way.wayMs } }),
});

/**
 * An outcome in the time of this process. It came about at some moment between question and answer: a permit begins as
 * if that had been the latter, and ends as if it had been the former. So its call is never later than its place in the
 * window.
 *
 * @param trip when the question left, when its answer came, and what the time of all processes was meanwhile
 */
export function toLocal(
  outcome: Outcome,
  trip: { sentAtMs: number; answeredAtMs: number; sharedMs: number },
): Outcome {
  const { answer } = outcome;
  if (answer?.kind !== 'granted') return outcome;
  const permits = answer.permits.map(({ id, startAtMs, endAtMs }) => ({
    id,
    startAtMs: trip.answeredAtMs + startAtMs - trip.sharedMs,
    endAtMs: trip.sentAtMs + endAtMs - trip.sharedMs,
  }));
  return { ...outcome, answer: { ...answer, permits } };
}
