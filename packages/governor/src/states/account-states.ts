import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AccountState } from '../core/account-state.ts';
import { decide } from '../core/decide.ts';
import type { Errand, Outcome } from '../core/errand.ts';

/** Times in errands and outcomes are monotonic times of this process. */
export type AccountStates = {
  /** Never fails: without the store, this process decides alone. */
  run(account: string, errand: Errand): Promise<Outcome>;
  /** @throws when the store cannot be reached */
  look(account: string): Promise<Looked>;
  close(): void;
};

export type Looked = { state: AccountState | undefined; nowMs: number };

export const mostAccounts = 10_000;

/** Unique among all processes. */
export function permitIds(): () => string {
  const process = randomUUID().slice(0, 8);
  let count = 0;
  return () => `${process}${(count += 1).toString(36)}`;
}

/** For the embedded form. */
export function memoryStates(nowMs: () => number = () => performance.now()): AccountStates {
  const states = new LRUCache<string, AccountState>({ max: mostAccounts });
  const newId = permitIds();
  return {
    run: (account, errand) => {
      const { state, outcome } = decide(states.get(account), errand, nowMs(), newId);
      states.set(account, state);
      return Promise.resolve(outcome);
    },
    look: (account) => Promise.resolve({ state: states.peek(account), nowMs: nowMs() }),
    close: () => states.clear(),
  };
}
