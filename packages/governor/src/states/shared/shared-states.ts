import type { Logger } from '@writ/service-kit';
import { readState } from '../../core/account-state.ts';
import type { AccountStates } from '../account-states.ts';
import { sharedDecisions } from './shared-decisions.ts';
import type { SharedValues } from './redis-values.ts';

/** Rest after a failure of the store. */
const restMs = 1_000;

/**
 * States of all processes. While the store is away, this process decides alone with a part of the quota. Those
 * decisions are lost afterwards, except for accounts that no other process has changed.
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
      const rules = { ...errand.rules, share: errand.rules.share * localShare };
      return decisions.alone(account, { ...errand, rules });
    },
    look: async (account) => {
      const { nowMs: sharedMs, current } = await values.look(account);
      return { state: readState(current.content), nowMs: sharedMs };
    },
    close: () => values.close(),
  };
}

/**
 * Performs a key's items one group at a time: those that arrive meanwhile form the next. A group's failure fails all
 * its items.
 */
function inGroups<Item, Result>(
  perform: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
): (key: string, item: Item) => Promise<Result> {
  type Group = { items: Item[]; results: Promise<readonly Result[]> };
  const latest = new Map<string, Group & { isOpen: boolean }>();

  const openGroup = (key: string): Group => {
    const before = latest.get(key)?.results;
    const items: Item[] = [];
    const group = { items, isOpen: true, results: Promise.resolve<readonly Result[]>([]) };
    group.results = (async () => {
      await before?.catch(() => undefined);
      group.isOpen = false;
      try {
        return await perform(key, items);
      } finally {
        if (latest.get(key) === group) latest.delete(key);
      }
    })();
    latest.set(key, group);
    return group;
  };

  return async (key, item) => {
    const known = latest.get(key);
    const { items, results } = known?.isOpen ? known : openGroup(key);
    const place = items.push(item) - 1;
    return (await results)[place] as Result;
  };
}
