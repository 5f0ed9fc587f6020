import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AccountState } from '../core/account-state.ts';
import { decide } from '../core/decide.ts';
import type { Errand, Outcome } from '../core/errand.ts';

/**
 * Where what is known of accounts is kept: in Redis for all processes, or in this one. Moments that go in and come out
 * are monotonic ones of this process.
 */
export type AccountStates = {
  /** Never fails: what cannot be shared is decided here alone. */
  run(account: string, errand: Errand): Promise<Outcome>;
  /**
   * What is known of an account, and the time of the place that keeps it; changes nothing.
   * @throws when that place cannot be reached
   */
  look(account: string): Promise<Looked>;
  close(): void;
};

export type Looked = { state: AccountState | undefined; nowMs: number };

/** Accounts that one process remembers; those that were used last stay. */
export const mostAccounts = 10_000;

/** Names for permits, unlike those of all other processes. */
export function permitIds(): () => string {
  const process = randomUUID().slice(0, 8);
  let count = 0;
  return () => `${process}${(count += 1).toString(36)}`;
}

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
    look: (account) => Promise.resolve({ state: states.peek(account), nowMs: nowMs() }),
    close: () => states.clear(),
  };
}
