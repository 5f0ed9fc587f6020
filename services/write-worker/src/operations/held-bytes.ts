import { batchLimits, type ClaimedOperation } from '@writ/operation';

/** How many bytes of records a worker may hold of a lane before it claims more: two whole auto batches. */
const laneBytes = 2 * batchLimits.bytes;

type Held = Pick<ClaimedOperation, 'laneId' | 'bytes'>;

/** Bytes of what this process has claimed and not performed, by lane. */
export type HeldBytes = {
  /** It holds as much of the lane as it may: at least one unit. */
  isFull(laneId: string): boolean;
  take(units: readonly Held[]): void;
  letGo(units: readonly Held[]): void;
};

export function createHeldBytes(): HeldBytes {
  const held = new Map<string, number>();
  const add = (units: readonly Held[], sign: 1 | -1): void => {
    for (const { laneId, bytes } of units) {
      const sum = (held.get(laneId) ?? 0) + sign * bytes;
      if (sum === 0) held.delete(laneId);
      else held.set(laneId, sum);
    }
  };
  return {
    isFull: (laneId) => (held.get(laneId) ?? 0) >= laneBytes,
    take: (units) => add(units, 1),
    letGo: (units) => add(units, -1),
  };
}
