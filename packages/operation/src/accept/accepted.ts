import type { KnownKey } from './idempotency-keys.ts';

/**
 * What the lane needs. `anew`: a wake-up, since its due time moved forward; `already`: only news to the
 * process with its slice; `later`: nothing.
 */
export type Stored = { kind: 'stored'; operationId: string; due: 'anew' | 'already' | 'later' };

export type Accepted = Stored | KnownKey;

export const toStored = (operationId: string, due: Stored['due']): Stored => ({
  kind: 'stored',
  operationId,
  due,
});
