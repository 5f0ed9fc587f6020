import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@writ/service-kit';
import type { Denied, LaneTimes, LaneWork, Permits } from '../lane-work.ts';
import {
  changed,
  changeOrTime,
  beginLooking,
  emptied,
  emptiedWhileMoving,
  hasIdlePlaces,
  hasRoom,
  holdsFew,
  isEmpty,
  isOver,
  lookAhead,
  newLaneRun,
  roomIn,
  wasPoked,
  type LaneRun,
} from './lane-run.ts';
import { createLeaseKeeper } from './lease-keeper.ts';
import type { Turn } from './process-room.ts';
import { sliceTime } from './slice-time.ts';
import { createUnitRunner, unclaim } from './unit-runner.ts';

/** How long a stop waits for calls before it gives them up; the process has 30 s. */
const stopLimitMs = 20_000;

/**
 * While units are under way and nothing else was due, work that nobody told of is looked for after this time, then after twice
 * the time: what came due meanwhile, or whose telling was lost. Most lanes with a little to do have ended by then.
 */
const lookAgainMs = { first: 200, longest: 400 };
/** And no sooner than after so many times what the last look took: a busy process or database is not to be busy with looks. */
const lookAgainPause = 4;
/**
 * New work of a lane that is busy gathers for so long before it is claimed: a claim costs the same for one unit and for
 * many. A lane that has nothing under way does not wait.
 */
const gatherMs = 10;
/** A lane in which nothing has ended for so long does not move. */
const stillMs = 25;
/** In a process with no more lanes a lane that holds few is settled and claimed at once: nothing is gathered. */
const quietLanes = 8;
/** How long a lane without work keeps its slice: one that gets some ten writes a second has them without being woken for each. */
const stayMs = 100;

/**
 * Works through the due units of lanes. Only as many units are claimed as can be started at once, and those that the
 * lane's pace will start in a moment; outcomes of all lanes are settled together, many in one transaction.
 */
export function createDrainer<Unit, Outcome>(
  options: Omit<LaneTimes, 'sweepEveryMs' | 'pauseEveryMs'> & {
    work: Omit<LaneWork<Unit, Outcome>, 'claim'>;
    /** Claims up to `limit` due units of a lane. */
    claim: (laneId: string, limit: number) => Promise<readonly Unit[]>;
    /** Units of one lane that are performed at once in this process. */
    concurrency: number;
    /** Lanes that have their slice at once in this process. */
    slots: { usual: number };
    logger: Logger;
    /** A unit was performed. */
    onPerformed: () => void;
    /** A unit of the lane was settled. */
    onSettled: (laneId: string) => void;
    /** A unit was settled after the slice of its lane had ended without it. */
    onLate: (laneId: string) => void;
  },
) {
  const { work, concurrency } = options;
  const weightOf = (unit: Unit): number => work.weightOf?.(unit) ?? 1;
  const leases = createLeaseKeeper(options);
  const lanes = new Map<string, LaneRun<Unit>>();
  let [usualSlices, staying] = [0, 0];
  const mostStaying = Math.ceil(options.slots.usual / 2);
  const mostBesideStaying = options.slots.usual - Math.max(1, Math.floor(options.slots.usual / 16));
  let closed = false;
  const poke = (laneId: string): boolean => {
    const lane = lanes.get(laneId);
    if (!lane?.claiming) return false;
    lane.poked = true;
    changed(lane);
    return true;
  };
  const isQuiet = (): boolean => lanes.size <= quietLanes;
  const startUnits = createUnitRunner({
    ...options,
    leases,
    onDue: (laneIds) => laneIds.forEach(poke),
    weightOf,
    isQuiet,
    places: concurrency,
    onEndAfterSlice: (lane, wasPerformed) => {
      forgetIfEmpty(lane);
      if (wasPerformed) options.onLate(lane.id);
    },
  });

  const laneOf = (laneId: string): LaneRun<Unit> => {
    const known = lanes.get(laneId);
    if (known) return known;
    const lane = newLaneRun<Unit>(laneId, performance.now());
    lanes.set(laneId, lane);
    return lane;
  };

  /** While a slice gave back what it had not begun, its lane may have been forgotten, and have another slice by now. */
  const forgetIfEmpty = (lane: LaneRun<Unit>): void => {
    if (lane.slices === 0 && isEmpty(lane) && lanes.get(lane.id) === lane) lanes.delete(lane.id);
  };

  const endTurns = (lane: LaneRun<Unit>): void => {
    lane.isOver = true;
    changed(lane);
  };

  /** Claims what there are room and permits for: tells whether there may be more, or why there is no permit. */
  const claim = async (lane: LaneRun<Unit>, moves: boolean): Promise<'all' | 'more' | 'busy' | Denied> => {
    lookAhead(lane, concurrency, performance.now());
    const isWorthIt = hasRoom(lane, concurrency) || (!moves && hasIdlePlaces(lane, concurrency));
    if (!isWorthIt) return 'more';
    const unprepared = await work.prepare?.(lane.id);
    if (unprepared) return unprepared;
    const room = roomIn(lane, concurrency);
    const permits: Permits = (await work.permits?.(lane.id, room)) ?? { kind: 'granted', units: room };
    if (permits.kind === 'denied') return permits;
    if (permits.kind === 'busy') return isEmpty(lane) ? busyElsewhere : 'busy';
    const claimedAtMs = performance.now();
    const units = await options.claim(lane.id, permits.units);
    lane.claimedAtMs = claimedAtMs;
    lane.dry = units.length < permits.units && !(work.mayHaveLeft?.(units) ?? false);
    for (const unit of units) {
      lane.waiting.push({ unit, lease: leases.hold(unit, claimedAtMs) });
      lane.load += weightOf(unit);
    }
    startUnits(lane);
    const tookMs = performance.now() - claimedAtMs;
    lane.lookAgainMs = Math.min(
      Math.max(units.length > 0 ? lookAgainMs.first : lane.lookAgainMs, lookAgainPause * tookMs),
      lookAgainMs.longest,
    );
    return lane.dry ? 'all' : 'more';
  };

  /**
   * A lane that has nothing left keeps its slice for a moment: what comes then is claimed at once, where ending the slice
   * and beginning another takes two commits and a wake-up. Half of the slots stay for those that move, and a few for those
   * that come.
   */
  const isPokedSoon = async (lane: LaneRun<Unit>, limitMs: number): Promise<boolean> => {
    if (isOver(lane) || staying >= mostStaying || usualSlices > mostBesideStaying) return false;
    staying += 1;
    await changeOrTime(lane, Math.min(stayMs, limitMs));
    staying -= 1;
    return wasPoked(lane);
  };

  const takeSlice = async (lane: LaneRun<Unit>, usual?: UsualSlice): Promise<Denied | undefined> => {
    const time = sliceTime({
      sliceMs: options.sliceMs,
      places: concurrency,
      performed: () => lane.performed,
      mayGoOn: usual?.mayGoOn,
      nowMs: () => performance.now(),
    });
    lane.claiming += 1;
    beginLooking(lane, lookAgainMs.first);
    const hasMoved = movementOf(lane);
    let moves = true;
    try {
      while (!isOver(lane) && (await time.isLeft())) {
        // What came since the last claim is seen by who tells the lane's row what is left.
        const hasNothing = lane.dry && isEmpty(lane) && !wasPoked(lane);
        if (hasNothing && !(usual && (await isPokedSoon(lane, time.leftMs())))) return undefined;
        // What it was told of is claimed as soon as that is worth it.
        if (wasPoked(lane)) lane.dry = false;
        lane.poked = false;
        const claimed = await claim(lane, moves);
        usual?.turn.claimed(lane);
        moves = hasMoved();
        const limitMs = time.leftMs();
        if (typeof claimed === 'object') {
          if (isEmpty(lane)) return claimed;
          // What ends meanwhile may give permits earlier than it could be told before.
          await emptied(lane, Math.min(claimed.waitMs, limitMs));
          continue;
        }
        if (claimed === 'more' && hasRoom(lane, concurrency)) continue;
        if (claimed === 'all' && isEmpty(lane)) continue;
        // It may have been ended while it claimed, when nothing waited that could be told.
        if (!wasPoked(lane) && !isOver(lane))
          moves = (await changeOrTime(lane, Math.min(limitMs, lane.lookAgainMs))) && hasMoved();
        lane.lookAgainMs = Math.min(2 * lane.lookAgainMs, lookAgainMs.longest);
        if (lane.dry && !(isQuiet() ? holdsFew(lane) : isEmpty(lane)))
          await sleep(Math.max(0, lane.claimedAtMs + gatherMs - performance.now()));
      }
      return undefined;
    } finally {
      lane.claiming -= 1;
    }
  };

  /** Whether the units of a lane whose slice is over have ended. Those that find no time here go back, and are not waited for. */
  const lingered = async (lane: LaneRun<Unit>): Promise<boolean> => {
    const { lingerMs: quietMs, sliceMs } = options;
    const limits = { quietMs, mostMs: Math.max(quietMs, sliceMs / 2) };
    const left = await emptiedWhileMoving(lane, limits);
    if (left !== 'moving' || lane.slices > 1) return left === 'emptied';
    await unclaim(lane, { ...options, leases, weightOf });
    return (await emptiedWhileMoving(lane, limits)) === 'emptied';
  };

  /** Ends the slices of all lanes; from now on nothing is claimed. */
  const stopClaiming = (): void => {
    closed = true;
    for (const lane of lanes.values()) endTurns(lane);
  };

  return {
    /** One slice of a lane. `hanging`: some of its units are still under way; they go on, and count in its next slice. */
    drain: async (laneId: string, usual?: UsualSlice): Promise<{ hanging: boolean; denied?: Denied }> => {
      const lane = laneOf(laneId);
      lane.slices += 1;
      if (usual) usualSlices += 1;
      lane.isOver = closed;
      try {
        const denied = await takeSlice(lane, usual);
        if (isOver(lane)) await unclaim(lane, { ...options, leases, weightOf });
        return { hanging: !(await lingered(lane)), ...(denied && { denied }) };
      } finally {
        lane.slices -= 1;
        if (usual) usualSlices -= 1;
        // Its places are taken by units that hang: nobody knows for how long, nor whether the lane may go on by then.
        if (lane.slices === 0) await unclaim(lane, { ...options, leases, weightOf });
        forgetIfEmpty(lane);
      }
    },
    /** Tells a lane that has its slice here of new work; false when it has none, and has to be woken. */
    poke,
    /** Lanes that have a slice here. */
    inSlice: (): string[] => [...lanes].flatMap(([laneId, { slices }]) => (slices > 0 ? [laneId] : [])),
    /** Ends the slices of a lane: what is under way goes on, what was claimed and not begun is given back. */
    endTurns: (laneId: string): void => {
      const lane = lanes.get(laneId);
      if (lane) endTurns(lane);
    },
    stopClaiming,
    /** Stops claiming; resolves when all units that were begun are settled. Turns have to have ended. */
    close: async (): Promise<void> => {
      stopClaiming();
      const all = (limitMs: number) => Promise.all([...lanes.values()].map((lane) => emptied(lane, limitMs)));
      const ended = await all(stopLimitMs);
      if (ended.includes(false)) {
        leases.giveUp();
        await all(Infinity);
      }
      await leases.close();
    },
  };
}

/** A slice that others may wait for: its turn, and whether it may go on beyond its time. */
export type UsualSlice = { turn: Pick<Turn, 'claimed'>; mayGoOn: () => Promise<boolean> };

/** Tells whether units have just ended: a lane that is only told of new work, however often, does not move. */
function movementOf(lane: LaneRun<unknown>): () => boolean {
  let { performed } = lane;
  let movedAtMs = performance.now();
  return () => {
    const nowMs = performance.now();
    if (lane.performed !== performed) movedAtMs = nowMs;
    ({ performed } = lane);
    return nowMs - movedAtMs < stillMs;
  };
}

/** What keeps the account busy is none of the lane's units: no end of theirs will tell when to go on. */
const busyElsewhere: Denied = { kind: 'denied', waitMs: 100, reason: 'quota' };
