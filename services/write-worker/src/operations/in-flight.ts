import { mostUnfindable } from '@writ/write-core';
import { LRUCache } from 'lru-cache';

/** Far more than have work under way at the same time. */
const rememberedLanes = 10_000;

type Lane = {
  count: number;
  /** Some of its work found no room lately. */
  isBounded: boolean;
};

/** Bounds what is in flight of each lane. */
export type InFlight = ReturnType<typeof createInFlight>;

/**
 * Bounds the work of each lane that counts, as calls count the creates in them that nothing could find again: it begins if its
 * own count and the counts in flight come to at most `most`, or if nothing that counts is in flight.
 */
export function createInFlight(most: number) {
  const lanes = new LRUCache<string, Lane>({ max: rememberedLanes });

  return {
    /**
     * How many calls of a lane are worth a claim: each may have 10 of such creates. Infinity unless some found no room lately. If
     * it is 0, it changes when one ends that is in flight.
     */
    room: (laneId: string): number => {
      const { count = 0, isBounded = false } = lanes.get(laneId) ?? {};
      if (!isBounded) return Infinity;
      return Math.max(count === 0 ? 1 : 0, Math.floor((most - count) / mostUnfindable));
    },
    /** Does the work immediately. Gives undefined, with nothing begun, if there is no room for it. */
    run: async <Result>(
      laneId: string,
      count: number,
      work: () => Promise<Result>,
    ): Promise<Result | undefined> => {
      if (count === 0) {
        if (lanes.get(laneId)?.count === 0) lanes.delete(laneId);
        return work();
      }
      const lane = lanes.get(laneId) ?? { count: 0, isBounded: false };
      lanes.set(laneId, lane);
      if (lane.count > 0 && lane.count + count > most) {
        lane.isBounded = true;
        return undefined;
      }
      lane.count += count;
      try {
        return await work();
      } finally {
        lane.count -= count;
        if (lane.count === 0 && !lane.isBounded) lanes.delete(laneId);
      }
    },
  };
}
