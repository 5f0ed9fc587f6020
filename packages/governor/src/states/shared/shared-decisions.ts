import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@writ/service-kit';
import { LRUCache } from 'lru-cache';
import { readState, type AccountState } from '../../core/account-state.ts';
import { decide } from '../../core/decide.ts';
import type { Errand, Outcome } from '../../core/errand.ts';
import { mostAccounts, permitIds } from '../account-states.ts';
import type { SharedValues } from './redis-values.ts';

/** After so many lost rounds, leave the others time. */
const patientRounds = 3;
/** More rounds point to a bug. */
const mostRounds = 100;
const longestRestMs = 10;

/** What this process saw last; the version is empty without a value. */
type Known = { version: string; state?: AccountState | undefined };

/**
 * Decides from the remembered state. The decision counts if the store still has that state and the time is
 * about right; else it is made again from the returned state.
 */
export function sharedDecisions(options: { values: SharedValues; logger: Logger; nowMs: () => number }) {
  const { values, logger, nowMs } = options;
  const newId = permitIds();
  const remembered = new LRUCache<string, Known>({ max: mostAccounts });
  /**
   * The store's clock minus ours; too much by the shortest way to the store, so permits end a little early.
   */
  let aheadMs = performance.timeOrigin;

  const decideAll = (account: string, errands: readonly Errand[], sentAtMs: number) => {
    const { version, state: known } = remembered.get(account) ?? { version: '' };
    let state = known;
    const outcomes = errands.map((errand) => {
      const decided = decide(state, toShared(errand, aheadMs), sentAtMs + aheadMs, newId);
      state = decided.state;
      return decided.outcome;
    });
    return { version, state, outcomes };
  };

  const learnTime = (sentAtMs: number, answeredAtMs: number, sharedMs: number): void => {
    // A slow answer shows too much; only a changed clock shows too little.
    const isChanged = aheadMs < sharedMs - answeredAtMs;
    aheadMs = isChanged ? sharedMs - sentAtMs : Math.min(aheadMs, sharedMs - sentAtMs);
  };

  const attempt = async (account: string, errands: readonly Errand[]) => {
    const sentAtMs = nowMs();
    const { version: known, state, outcomes } = decideAll(account, errands, sentAtMs);
    const [version, content, atMs] = [newId(), JSON.stringify(state), sentAtMs + aheadMs];
    const answer = await values.change(account, { known, atMs, version, content });
    learnTime(sentAtMs, nowMs(), answer.nowMs);
    if (!answer.current) {
      remembered.set(account, { version, state });
      return outcomes.map((outcome) => toLocal(outcome, aheadMs));
    }
    const current = readState(answer.current.content);
    if (!current && answer.current.version !== '') logger.warn('unreadable state replaced', { account });
    remembered.set(account, { version: answer.current.version, state: current });
    return undefined;
  };

  return {
    /**
     * Decides for all processes, in one round trip more than others come first.
     * @throws when the store cannot be reached
     */
    together: async (account: string, errands: readonly Errand[]): Promise<Outcome[]> => {
      for (let round = 1; round <= mostRounds; round += 1) {
        const outcomes = await attempt(account, errands);
        if (outcomes) return outcomes;
        if (round > patientRounds) await sleep(Math.random() * longestRestMs);
      }
      throw new Error(`The state of the account ${account} never stays as it was found.`);
    },
    alone: (account: string, errand: Errand): Outcome => {
      const { version, state, outcomes } = decideAll(account, [errand], nowMs());
      remembered.set(account, { version, state });
      return toLocal(outcomes[0] ?? {}, aheadMs);
    },
  };
}

const toShared = (errand: Errand, aheadMs: number): Errand => ({
  ...errand,
  calls: errand.calls.map((call) => ({
    ...call,
    begunAtMs: call.begunAtMs + aheadMs,
    endedAtMs: call.endedAtMs + aheadMs,
  })),
});

function toLocal(outcome: Outcome, aheadMs: number): Outcome {
  const { answer } = outcome;
  if (answer?.kind !== 'granted') return outcome;
  const permits = answer.permits.map(({ id, startAtMs, endAtMs }) => ({
    id,
    startAtMs: startAtMs - aheadMs,
    endAtMs: endAtMs - aheadMs,
  }));
  return { ...outcome, answer: { ...answer, permits } };
}
