import type { Logger } from '@writ/service-kit';
import { readState } from '../../core/account-state.ts';
import type { AccountStates, Looked } from '../account-states.ts';
import { sharedDecisions } from './shared-decisions.ts';
import type { SharedValues } from './redis-values.ts';

const restMs = 1_000;

/**
 * States of all processes. While the store is away, this process decides alone with a part of the quota.
 * Those decisions are lost afterwards, except for accounts that no other process has changed.
 */
export function sharedStates(options: {
  values: SharedValues;
  logger: Logger;
  /** Part of the quota while alone; above 0 to 1. */
  localShare: number;
  onAlone: () => void;
  /** Monotonic; `performance.now` by default. */
  nowMs?: () => number;
}): AccountStates {
  const { values, localShare, nowMs = () => performance.now() } = options;
  const decisions = sharedDecisions({ ...options, nowMs });
  const together = inGroups(decisions.together);
  let restUntilMs = -Infinity;
  let isAway = false;

  return {
    run: async (account, errand) => {
      if (nowMs() >= restUntilMs) {
        // One errand checks the store: the rest would hang with it.
        if (isAway) restUntilMs = nowMs() + restMs;
        try {
          const outcome = await together(account, errand);
          isAway = false;
          restUntilMs = -Infinity;
          return outcome;
        } catch {
          isAway = true;
          restUntilMs = nowMs() + restMs;
        }
      }
      if (errand.ask) options.onAlone();
      const { share, ownDailyShare } = errand.rules;
      const rules = {
        ...errand.rules,
        share: share * localShare,
        ...(ownDailyShare !== undefined && { ownDailyShare: ownDailyShare * localShare }),
      };
      return decisions.alone(account, { ...errand, rules });
    },
    look: (account) => lookAt(values, account),
    close: () => values.close(),
  };
}

/** Nothing changes, since no store has the time 0. @throws as `SharedValues.change` */
export async function lookAt(values: SharedValues, account: string): Promise<Looked> {
  const unchanged = { known: '', atMs: 0, version: '', content: '' };
  const { nowMs, current } = await values.change(account, unchanged);
  return { nowMs, state: readState(current?.content ?? '') };
}

/**
 * Performs a key's items one group at a time: those that arrive meanwhile form the next. A group's failure
 * fails all its items.
 */
function inGroups<Item, Result>(
  perform: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
): (key: string, item: Item) => Promise<Result> {
  type Waiting = PromiseWithResolvers<Result> & { item: Item };
  const lines = new Map<string, Waiting[]>();

  const performAll = async (key: string, line: Waiting[]): Promise<void> => {
    while (line.length > 0) {
      const group = line.splice(0);
      try {
        const results = await perform(
          key,
          group.map(({ item }) => item),
        );
        for (const [place, { resolve }] of group.entries()) resolve(results[place] as Result);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    lines.delete(key);
  };

  return (key, item) => {
    const waiting = { ...Promise.withResolvers<Result>(), item };
    const line = lines.get(key);
    if (line) line.push(waiting);
    else {
      const begun = [waiting];
      lines.set(key, begun);
      void performAll(key, begun);
    }
    return waiting.promise;
  };
}
