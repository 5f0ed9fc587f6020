import type { ClaimedOperation } from '@writ/operation';

/**
 * Operations of one provider call, usually one: the unit of a lane. Each has its own claim, outcome and settlement.
 */
export type WriteCall = {
  laneId: string;
  operations: readonly ClaimedOperation[];
  /** By lease, or given back: never send, renew or settle them. */
  lost: Set<ClaimedOperation>;
};

export const toCall = (laneId: string, operations: readonly ClaimedOperation[]): WriteCall => ({
  laneId,
  operations,
  lost: new Set(),
});

export const bytesOf = ({ operations }: WriteCall): number =>
  operations.reduce((sum, { bytes }) => sum + bytes, 0);
