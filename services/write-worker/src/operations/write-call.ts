import type { ClaimedOperation } from '@writ/operation';

/**
 * The unit of a provider lane: operations in one provider call, mostly one. Each keeps its own claim, outcome and
 * settlement.
 */
export type WriteCall = {
  laneId: string;
  operations: readonly ClaimedOperation[];
  /** Operations that lost their lease or were given back: never send, renew or settle them. */
  lost: Set<ClaimedOperation>;
};

export const toCall = (laneId: string, operations: readonly ClaimedOperation[]): WriteCall => ({
  laneId,
  operations,
  lost: new Set(),
});

/** Of the records' JSON. */
export const bytesOf = ({ operations }: WriteCall): number =>
  operations.reduce((sum, { bytes }) => sum + bytes, 0);
