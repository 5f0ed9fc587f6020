import type { Logger } from '@writ/service-kit';
import { readState } from '../../core/account-state.ts';
import type { AccountStates } from '../account-states.ts';
import { sharedDecisions } from './shared-decisions.ts';
import type { SharedValues } from './redis-values.ts';

/** How long the shared values are left alone after they failed. */
const restMs = 1_000;

/**
 * States that all processes share. While the shared values are away this process goes on alone, from what it knew, with
 * a share of the quota; it comes back to them as a whole. What it decided alone is lost then, but for an account that
 * nobody else has changed meanwhile.
 */
export function sharedStates(options: {
  values: SharedValues;
  logger: Logger;
  /** The part of the quota that one process uses while it is alone; from above 0 to 1. */
  localShare: number;
  onAlone: () => void;
  /** Monotonic; `performance.now` unless told. */
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
        // One finds out whether they are there again: all others would hang with it where they do not answer.
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
 * Does what is asked for under one key a group at a time: what comes while a group is under way makes up the next one.
 * A group that fails fails each of its items.
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
