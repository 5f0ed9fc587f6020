import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@writ/service-kit';
import { LRUCache } from 'lru-cache';
import { readState, type AccountState } from '../../core/account-state.ts';
import { decide } from '../../core/decide.ts';
import type { Errand, Outcome } from '../../core/errand.ts';
import { mostAccounts, permitIds } from '../account-states.ts';
import type { SharedValues } from './redis-values.ts';

/** So often another process may come first; then this one gets in line. */
const mostRounds = 3;
/** After so many something else is wrong. */
const mostRoundsInLine = 100;

/** What this process knew last of an account; without a version there was nothing in the shared values. */
type Known = { version: string; state?: AccountState | undefined };

/**
 * A decision is made from what this process knows; it counts if the shared state is still that, and the time there is
 * about what this process takes it for. Else it is made anew, from what the answer tells.
 */
export function sharedDecisions(options: { values: SharedValues; logger: Logger; nowMs: () => number }) {
  const { values, logger, nowMs } = options;
  const newId = permitIds();
  const remembered = new LRUCache<string, Known>({ max: mostAccounts });
  /** What the time there is ahead of this process's, as well as answers show it. */
  let aheadMs = performance.timeOrigin;
  /** What the last round trip took. */
  let wayMs = 0;

  const decideAll = (account: string, errands: readonly Errand[], sentAtMs: number) => {
    const { version, state: known } = remembered.get(account) ?? { version: '' };
    let state = known;
    const outcomes = errands.map((errand) => {
      const decided = decide(state, toShared(errand, { aheadMs, wayMs }), sentAtMs + aheadMs, newId);
      state = decided.state;
      return decided.outcome;
    });
    return { version, state, outcomes };
  };

  const learnTime = (sentAtMs: number, answeredAtMs: number, sharedMs: number): void => {
    wayMs = answeredAtMs - sentAtMs;
    // Answers that were long under way show too much; only a clock that was changed shows too little.
    const isChanged = aheadMs < sharedMs - answeredAtMs;
    aheadMs = isChanged ? sharedMs - sentAtMs : Math.min(aheadMs, sharedMs - sentAtMs);
  };

  const attempt = async (account: string, errands: readonly Errand[], firstInLine: boolean) => {
    const sentAtMs = nowMs();
    const { version: known, state, outcomes } = decideAll(account, errands, sentAtMs);
    const [version, content, atMs] = [newId(), JSON.stringify(state), sentAtMs + aheadMs];
    const answer = await values.change(account, { known, atMs, version, content, firstInLine });
    const answeredAtMs = nowMs();
    learnTime(sentAtMs, answeredAtMs, answer.nowMs);
    if (!answer.current) {
      remembered.set(account, { version, state });
      return outcomes.map((outcome) => toLocal(outcome, { sentAtMs, answeredAtMs, sharedMs: answer.nowMs }));
    }
    const current = readState(answer.current.content);
    if (!current && answer.current.version !== '') logger.warn('unreadable state replaced', { account });
    remembered.set(account, { version: answer.current.version, state: current });
    return undefined;
  };

  return {
    /**
     * Decides for all processes, in as many round trips as other processes come first, and one.
     *
     * @throws when the shared values cannot be reached
     */
    together: async (account: string, errands: readonly Errand[]): Promise<Outcome[]> => {
      for (let round = 1; round <= mostRounds + mostRoundsInLine; round += 1) {
        const outcomes = await attempt(account, errands, round >= mostRounds);
        if (outcomes) return outcomes;
        // Another process is first in line.
        if (round > mostRounds) await sleep(Math.min(round - mostRounds, 10));
      }
      throw new Error(`The state of the account ${account} never stays as it was found.`);
    },
    /** Decides for this process alone, from what it knew last of the account. */
    alone: (account: string, errand: Errand): Outcome => {
      const sentAtMs = nowMs();
      const { version, state, outcomes } = decideAll(account, [errand], sentAtMs);
      remembered.set(account, { version, state });
      const trip = { sentAtMs, answeredAtMs: sentAtMs, sharedMs: sentAtMs + aheadMs };
      return toLocal(outcomes[0] ?? {}, trip);
    },
  };
}

/** What an errand tells in the time of all processes, which is ahead of this one's, and how long its answer takes. */
const toShared = (errand: Errand, way: { aheadMs: number; wayMs: number }): Errand => ({
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
