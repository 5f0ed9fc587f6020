import { LRUCache } from 'lru-cache';

const rememberedLanes = 10_000;

type Held = { laneId: string; bytes: number };

/**
 * Bytes claimed and not performed, by lane.
 * @param mostBytes of a lane; a claim of larger units than the last may exceed it
 */
export function createHeldBytes(mostBytes: number) {
  const held = new Map<string, number>();
  const usual = new LRUCache<string, number>({ max: rememberedLanes });
  const add = (laneId: string, bytes: number): void => {
    const sum = (held.get(laneId) ?? 0) + bytes;
    if (sum === 0) held.delete(laneId);
    else held.set(laneId, sum);
  };
  return {
    isFull: (laneId: string): boolean => (held.get(laneId) ?? 0) >= mostBytes,
    /** None while more than half of `mostBytes` is held, so that a claim is worth its statement. */
    fit: (laneId: string, wanted: number): number => {
      const left = mostBytes - (held.get(laneId) ?? 0);
      if (left < mostBytes / 2) return 0;
      return Math.max(1, Math.min(wanted, Math.floor(left / (usual.get(laneId) ?? 1))));
    },
    take: (laneId: string, units: readonly Held[]): void => {
      if (units.length === 0) return;
      const bytes = units.reduce((sum, unit) => sum + unit.bytes, 0);
      usual.set(laneId, Math.max(1, bytes / units.length));
      add(laneId, bytes);
    },
    letGo: (units: readonly Held[]): void => {
      for (const { laneId, bytes } of units) add(laneId, -bytes);
    },
  };
}
