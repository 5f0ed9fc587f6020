import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@writ/service-kit';
import { LRUCache } from 'lru-cache';
import { readState, type AccountState } from '../../core/account-state.ts';
import { decide } from '../../core/decide.ts';
import type { Errand, Outcome } from '../../core/errand.ts';
import { mostAccounts, permitIds } from '../account-states.ts';
import type { SharedValues } from './redis-values.ts';

/** After so many lost rounds, get in line. */
const mostRounds = 3;
/** More rounds point to a bug. */
const mostRoundsInLine = 100;

/** What this process saw last; the version is empty without a value. */
type Known = { version: string; state?: AccountState | undefined };

/**
 * Decides from the remembered state. The decision counts if the store still has that state and the time is about
 * right; else it is made again from the returned state.
 */
export function sharedDecisions(options: { values: SharedValues; logger: Logger; nowMs: () => number }) {
  const { values, logger, nowMs } = options;
  const newId = permitIds();
  const remembered = new LRUCache<string, Known>({ max: mostAccounts });
  /** The store's clock minus ours. */
  let aheadMs = performance.timeOrigin;
  /** The last round trip. */
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
    // A slow answer shows too much; only a changed clock shows too little.
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
     * Decides for all processes, in one round trip more than others come first.
     *
     * @throws when the store cannot be reached
     */
    together: async (account: string, errands: readonly Errand[]): Promise<Outcome[]> => {
      for (let round = 1; round <= mostRounds + mostRoundsInLine; round += 1) {
        const outcomes = await attempt(account, errands, round >= mostRounds);
        if (outcomes) return outcomes;
        if (round > mostRounds) await sleep(Math.min(round - mostRounds, 10));
      }
      throw new Error(`The state of the account ${account} never stays as it was found.`);
    },
    alone: (account: string, errand: Errand): Outcome => {
      const sentAtMs = nowMs();
      const { version, state, outcomes } = decideAll(account, [errand], sentAtMs);
      remembered.set(account, { version, state });
      const trip = { sentAtMs, answeredAtMs: sentAtMs, sharedMs: sentAtMs + aheadMs };
      return toLocal(outcomes[0] ?? {}, trip);
    },
  };
}

/** The errand in the store's time. */
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
 * The outcome in this process's time. The store decided between question and answer: a permit begins as if that was at
 * the answer, and ends as if at the question, so its call is never later than its place.
 *
 * @param trip times of question and answer, and the store's in between
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
