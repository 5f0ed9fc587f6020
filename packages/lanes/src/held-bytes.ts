import { LRUCache } from 'lru-cache';

/** Lanes whose usual size is remembered. */
const rememberedLanes = 10_000;

type Held = { laneId: string; bytes: number };

/**
 * Bytes of what this process has claimed and not performed, by lane: their bodies are in memory.
 *
 * @param mostBytes beside so much of a lane no more is claimed. A claim that meets larger units than the last one brings more.
 */
export function createHeldBytes(mostBytes: number) {
  const held = new Map<string, number>();
  /** Bytes of a unit, by what was claimed last. */
  const usual = new LRUCache<string, number>({ max: rememberedLanes });
  const add = (laneId: string, bytes: number): void => {
    const sum = (held.get(laneId) ?? 0) + bytes;
    if (sum === 0) held.delete(laneId);
    else held.set(laneId, sum);
  };
  return {
    /** As much of the lane is held as may be. */
    isFull: (laneId: string): boolean => (held.get(laneId) ?? 0) >= mostBytes,
    /**
     * How many of so many units may be claimed beside what is held, should they be as large as the last ones. None while more
     * than half of what may be held is: a claim is to be worth its statement.
     */
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
