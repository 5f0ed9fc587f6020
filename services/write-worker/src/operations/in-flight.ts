import { mostUnfindable } from '@writ/write-core';
import { LRUCache } from 'lru-cache';

const rememberedLanes = 10_000;
/**
 * Per lane. With 10, 1,000 creates took 0.36 s of CPU; with 4, 0.44 s; with none, 0.81 s, since each claim then has
 * one call. More would block other writes and outlast their permits.
 */
const usuallyWaiting = 10;

type Waiting = { count: number; enter: () => void };
type Lane = {
  count: number;
  line: Set<Waiting>;
  isBounded: boolean;
};

export type InFlight = ReturnType<typeof createInFlight>;

/**
 * Bounds, by lane, creates in flight that could not be found again. Work begins in order once its count fits into
 * `most`, or none is in flight.
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
     * Calls worth claiming, of 10 such creates each; Infinity unless some found no room lately. If 0, it changes when
     * a call ends.
     */
    room: (laneId: string): number => {
      const lane = lanes.get(laneId);
      if (!lane?.isBounded) return Infinity;
      if (lane.line.size > mostWaiting / 2) return 0;
      const free = Math.floor((most - lane.count) / mostUnfindable);
      return Math.max(0, free) + mostWaiting - lane.line.size;
    },
    /** Undefined, without running, if too many wait or the signal is aborted. */
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
