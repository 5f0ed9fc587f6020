import { LRUCache } from 'lru-cache';
import type { AccountState } from '../core/account-state.ts';
import { decide } from '../core/decide.ts';
import { mostAccounts, permitIds, type AccountStates } from './account-states.ts';

/** States of this process alone, for the embedded form. */
export function memoryStates(nowMs: () => number = () => performance.now()): AccountStates {
  const states = new LRUCache<string, AccountState>({ max: mostAccounts });
  const newId = permitIds();
  return {
    run: (account, errand) => {
      const { state, outcome } = decide(states.get(account), errand, nowMs(), newId);
      states.set(account, state);
      return Promise.resolve(outcome);
    },
    close: () => states.clear(),
  };
}
