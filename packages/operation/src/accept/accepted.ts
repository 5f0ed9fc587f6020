import type { KnownKey } from './idempotency-keys.ts';

/**
 * A write that was stored as this operation. `due` tells what its lane needs: to be woken, since it was not due so early
 * before (`anew`); whoever has its slice to be told, since it was due already, so that it was woken (`already`); nothing, since
 * the write waits for others in a batch that the lane knows of (`later`).
 */
export type Stored = { kind: 'stored'; operationId: string; due: 'anew' | 'already' | 'later' };

/** What became of a write that was to be accepted: it was stored, or this is known of its key. */
export type Accepted = Stored | KnownKey;

export const toStored = (operationId: string, due: Stored['due']): Stored => ({
  kind: 'stored',
  operationId,
  due,
});
