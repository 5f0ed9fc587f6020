import { mostUnfindable } from '@writ/write-core';
import { LRUCache } from 'lru-cache';

/** Far more than have work under way at the same time. */
const rememberedLanes = 10_000;
/**
 * So many calls of a lane wait for those in flight. 1,000 creates took 0.36 s of CPU, against 0.44 s with 4, and 0.81 s with
 * none: each claim is of the one call that just ended then. More would keep places from other writes, and wait longer than
 * their permits last.
 */
const usuallyWaiting = 10;

type Waiting = { count: number; enter: () => void };
type Lane = {
  count: number;
  line: Set<Waiting>;
  /** Some of its work found no room lately. */
  isBounded: boolean;
};

/** Bounds what is in flight of each lane. */
export type InFlight = ReturnType<typeof createInFlight>;

/**
 * Bounds the work of each lane that counts, as calls count the creates in them that nothing could find again: it begins in its
 * order, as soon as its own count and the counts in flight come to at most `most`, or nothing that counts is in flight.
 */
export function createInFlight(most: number, mostWaiting = usuallyWaiting) {
  const lanes = new LRUCache<string, Lane>({ max: rememberedLanes });
  const hasRoom = (lane: Lane, count: number): boolean => lane.count === 0 || lane.count + count <= most;
  const admit = (lane: Lane): void => {
    for (const next of lane.line) {
      if (!hasRoom(lane, next.count)) return;
      lane.line.delete(next);
      lane.count += next.count;
      next.enter();
    }
  };

  return {
    /**
     * How many calls of a lane are worth a claim: each may have 10 of such creates. Infinity unless some found no room lately. If
     * it is 0, it changes when one ends that is in flight.
     */
    room: (laneId: string): number => {
      const lane = lanes.get(laneId);
      if (!lane?.isBounded) return Infinity;
      if (lane.line.size > mostWaiting / 2) return 0;
      const free = Math.floor((most - lane.count) / mostUnfindable);
      return Math.max(0, free) + mostWaiting - lane.line.size;
    },
    /** Gives undefined, with nothing begun, if too many wait, or if the signal is aborted first. */
    run: async <Result>(
      laneId: string,
      { count, signal }: { count: number; signal: AbortSignal },
      work: () => Promise<Result>,
    ): Promise<Result | undefined> => {
      if (count === 0) {
        if (lanes.get(laneId)?.count === 0) lanes.delete(laneId);
        return work();
      }
      const lane = lanes.get(laneId) ?? { count: 0, line: new Set(), isBounded: false };
      lanes.set(laneId, lane);
      if (lane.line.size === 0 && hasRoom(lane, count)) lane.count += count;
      else {
        lane.isBounded = true;
        if (lane.line.size >= mostWaiting || !(await isAdmitted(lane, count, signal, admit)))
          return undefined;
      }
      try {
        return await work();
      } finally {
        lane.count -= count;
        admit(lane);
        if (lane.count === 0 && !lane.isBounded) lanes.delete(laneId);
      }
    },
  };
}

/** Waits for a turn; false once the signal is aborted. */
function isAdmitted(
  lane: Lane,
  count: number,
  signal: AbortSignal,
  admit: (lane: Lane) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const giveUp = (): void => {
      lane.line.delete(waiting);
      admit(lane);
      resolve(false);
    };
    const enter = (): void => {
      signal.removeEventListener('abort', giveUp);
      resolve(true);
    };
    const waiting = { count, enter };
    lane.line.add(waiting);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
}
