import type { ClaimedOperation } from '@writ/operation';

/**
 * The unit of a provider lane: operations whose records go to the provider in one call. Each keeps its own claim, outcome and
 * settlement. Most have one operation.
 */
export type WriteCall = {
  laneId: string;
  operations: readonly ClaimedOperation[];
  /** Those that are not ours any more, by a lost lease or given back: they are not sent, renewed or settled. */
  lost: Set<ClaimedOperation>;
};

export const toCall = (laneId: string, operations: readonly ClaimedOperation[]): WriteCall => ({
  laneId,
  operations,
  lost: new Set(),
});

/** How long the JSON of its records is. */
export const bytesOf = ({ operations }: WriteCall): number =>
  operations.reduce((sum, { bytes }) => sum + bytes, 0);
