import type { KnownKey } from './idempotency-keys.ts';

/**
 * A write that was stored as this operation. `due` says what its lane needs. `anew`: wake it, it was not due so early before.
 * `already`: notify only the process that has its slice, since the lane was due and so was woken. `later`: nothing, since the
 * write waits in a batch that the lane knows of.
 */
export type Stored = { kind: 'stored'; operationId: string; due: 'anew' | 'already' | 'later' };

/** What became of a write that was to be accepted: it was stored, or this is known of its key. */
export type Accepted = Stored | KnownKey;

export const toStored = (operationId: string, due: Stored['due']): Stored => ({
  kind: 'stored',
  operationId,
  due,
});
