import { providerLane, type LaneTouch, type TouchedLane } from '@writ/lanes';
import type { NewOperation } from '@writ/operation';

/**
 * A write that was stored as this operation. `due` tells whether its lane has to be woken: it was not due before
 * (`anew`), it was due already, so that somebody has woken it (`already`), or the write waits for others in a batch that
 * is known to the lane (`later`).
 */
export type Stored = { kind: 'stored'; operationId: string; due: 'anew' | 'already' | 'later' };

export const toStored = (operationId: string, due: Stored['due']): Stored => ({
  kind: 'stored',
  operationId,
  due,
});

/** The lanes of operations, each once: its id is made of its account with a hash. */
export const lanesOf = (operations: readonly NewOperation[]): LaneTouch[] =>
  [...new Map(operations.map((operation) => [operation.laneId, operation])).values()].map(providerLane);

export const idsOf = (lanes: readonly TouchedLane[]): ReadonlySet<string> =>
  new Set(lanes.map(({ id }) => id));
