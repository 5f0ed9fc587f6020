import type { Lease } from '../lane-work.ts';

/**
 * What goes on in one lane of this process. A unit waits for a place, is performed, then settled; while it is settled
 * its place is free.
 */
export type LaneRun<Unit> = {
  id: string;
  /** Claimed, and without a place yet. */
  waiting: { unit: Unit; lease: Lease }[];
  performing: number;
  /** What waits and is performed, in ordinary units. */
  load: number;
  /** How many units were performed in all. */
  performed: number;
  settling: number;
  /** How many units are claimed beyond the places: as many as their pace takes up at once. */
  ahead: number;
  pace: Pace;
  /** When the last claim began, on the monotonic clock. */
  claimedAtMs: number;
  /** The last claim found less than there was room for. */
  dry: boolean;
  /** After which time work is looked for again while it is dry. */
  lookAgainMs: number;
  /** Turns that are under way: a sweep may have given it another one. */
  slices: number;
  /** Of these, those that still look for work: they hear of new work without being woken. */
  claiming: number;
  poked: boolean;
  /** Its slices are to end: nothing more is claimed or begun. */
  isOver: boolean;
  /** Whoever waits for a change. */
  waiters: Set<() => void>;
};

/** How many units were performed since a moment, and how many a millisecond that has been. */
type Pace = { sinceMs: number; ended: number; perMs: number };

export const newLaneRun = <Unit>(id: string, nowMs: number): LaneRun<Unit> => ({
  id,
  waiting: [],
  performing: 0,
  load: 0,
  performed: 0,
  settling: 0,
  ahead: 0,
  pace: { sinceMs: nowMs, ended: 0, perMs: 0 },
  claimedAtMs: 0,
  dry: false,
  lookAgainMs: 0,
  slices: 0,
  claiming: 0,
  poked: false,
  isOver: false,
  waiters: new Set(),
});

/** Shorter times say nothing of the pace. */
const leastMeasuredMs = 5;
/** What is claimed ahead has a place within this time, as long as the lane keeps its pace. */
const aheadMs = 100;
/** And no more than so many units for each place. */
const aheadPerPlace = 8;

/**
 * Finds out how many units may be claimed beyond the places that there are.
 * @param nowMs on the monotonic clock
 */
export function lookAhead(
  lane: Pick<LaneRun<unknown>, 'pace' | 'ahead'>,
  places: number,
  nowMs: number,
): void {
  const { pace } = lane;
  const passedMs = nowMs - pace.sinceMs;
  if (passedMs < leastMeasuredMs) return;
  const perMs = pace.ended / passedMs;
  lane.pace = { sinceMs: nowMs, ended: 0, perMs: pace.perMs === 0 ? perMs : (pace.perMs + perMs) / 2 };
  lane.ahead = Math.min(Math.floor(lane.pace.perMs * aheadMs), places * aheadPerPlace);
}

/** How many more units may be held: for each of the lane's places, and those that are claimed ahead. */
export const roomIn = ({ waiting, performing, ahead }: LaneRun<unknown>, places: number): number =>
  places + ahead - waiting.length - performing;

/** Settlements keep up with what is performed. */
const keepsUp = ({ settling, ahead }: LaneRun<unknown>, places: number): boolean =>
  settling <= 2 * (places + ahead);

/**
 * A claim is worth its statement when half of what may be held is free, and what waits for a place is taken up soon. Where
 * many lanes share a busy process, units wait although there are places: more of them would only wait longer. A few wait
 * for the next iterations of the event loop in any process.
 */
export const hasRoom = (lane: LaneRun<unknown>, places: number): boolean =>
  roomIn(lane, places) >= (places + lane.ahead) / 2 &&
  lane.waiting.length <= Math.max(places / 4, lane.ahead / 2) &&
  keepsUp(lane, places);

/** A lane in which nothing moves takes what room there is: units that hang are not to hold up the others. */
export const hasIdlePlaces = (lane: LaneRun<unknown>, places: number): boolean =>
  lane.waiting.length === 0 && roomIn(lane, places) > 0 && keepsUp(lane, places);

/** While nothing else was due, a free place is no reason to ask again. */
export const wantsMore = (lane: LaneRun<unknown>, places: number): boolean =>
  !lane.dry && hasRoom(lane, places);

export const isEmpty = ({ waiting, performing, settling }: LaneRun<unknown>): boolean =>
  waiting.length === 0 && performing === 0 && settling === 0;

/** A slice begins: nothing is known of what is due. */
export function beginLooking(lane: LaneRun<unknown>, lookAgainMs: number): void {
  lane.lookAgainMs = lookAgainMs;
  lane.dry = false;
}

/** A lane that gets some ten writes a second, beside a busy one, has so many under way now and then. */
const few = 3;

/**
 * What a lane that holds few has to do is done at once: gathering it would spare little, and cost each unit its time. A unit
 * that has been performed, and is about to be settled, is not counted.
 */
export const holdsFew = ({ waiting, performing, settling }: LaneRun<unknown>): boolean =>
  waiting.length + performing + settling <= few;

/** Asked again after each wait: somebody else may have set it meanwhile. */
export const wasPoked = ({ poked }: LaneRun<unknown>): boolean => poked;

/** Asked again after each wait, for the same reason. */
export const isOver = (lane: Pick<LaneRun<unknown>, 'isOver'>): boolean => lane.isOver;

export function changed(lane: LaneRun<unknown>): void {
  for (const tell of lane.waiters) tell();
}

/** Timers take no longer times. */
const longestTimerMs = 2_147_483_647;

/** Resolves when something changes in the lane, with true, or when the time is over, with false. */
export function changeOrTime(lane: LaneRun<unknown>, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (hasChanged: boolean): void => {
      clearTimeout(timer);
      lane.waiters.delete(tell);
      resolve(hasChanged);
    };
    const tell = (): void => end(true);
    const timer = setTimeout(() => end(false), Math.min(Math.max(0, limitMs), longestTimerMs));
    lane.waiters.add(tell);
  });
}

/**
 * Whether all units of the lane have ended within the limit. What waits for a place while the lane's slices are to end is
 * not waited for.
 */
export async function emptied(lane: LaneRun<unknown>, limitMs: number): Promise<boolean> {
  const endsAtMs = performance.now() + limitMs;
  while (!isEmpty(lane) && !(isOver(lane) && lane.waiting.length > 0)) {
    const leftMs = endsAtMs - performance.now();
    if (leftMs <= 0) return false;
    await changeOrTime(lane, leftMs);
  }
  return isEmpty(lane);
}

/**
 * What has become of a lane's units, which are waited for as long as some end: those that are left hang when none has ended
 * for `quietMs`, and have found no time when that has gone on for `mostMs`.
 */
export async function emptiedWhileMoving(
  lane: LaneRun<unknown>,
  { quietMs, mostMs }: { quietMs: number; mostMs: number },
): Promise<'emptied' | 'hanging' | 'moving'> {
  const endsAtMs = performance.now() + mostMs;
  for (;;) {
    const { performed } = lane;
    if (await emptied(lane, Math.min(quietMs, endsAtMs - performance.now()))) return 'emptied';
    if (lane.performed === performed) return 'hanging';
    if (performance.now() >= endsAtMs) return 'moving';
  }
}
