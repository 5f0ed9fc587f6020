import { randomUUID } from 'node:crypto';
import type { Errand, Outcome } from '../core/errand.ts';

/**
 * Where what is known of accounts is kept: in Redis for all processes, or in this one. Moments that go in and come out
 * are monotonic ones of this process.
 */
export type AccountStates = {
  /** Never fails: what cannot be shared is decided here alone. */
  run(account: string, errand: Errand): Promise<Outcome>;
  close(): void;
};

/** Accounts that one process remembers; those that were used last stay. */
export const mostAccounts = 10_000;

/** Names for permits, unlike those of all other processes. */
export function permitIds(): () => string {
  const process = randomUUID().slice(0, 8);
  let count = 0;
  return () => `${process}${(count += 1).toString(36)}`;
}
