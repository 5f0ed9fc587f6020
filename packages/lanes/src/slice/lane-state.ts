import type { Denied, LaneTimes } from '../lane-work.ts';

export type SliceName =
  /** Units that hang may still run. */
  | 'idle'
  | 'claiming'
  /** The next claim waits until it is worth its statement. */
  | 'working'
  /** Units run, or the wait is short. */
  | 'denied'
  /** New work is claimed without a wake-up for a moment. */
  | 'staying'
  /** Waits for running units while some end. */
  | 'draining';

export const newLane = {
  name: 'idle' as SliceName,
  /** Claimed units: without a place, running, being stored, being returned. */
  waiting: 0,
  performing: 0,
  settling: 0,
  returning: 0,
  /** It may stay, and be prolonged. */
  isUsual: false,
  /** It ends after its claim. */
  isOver: false,
  /** The last claim found less than it wanted. */
  isDry: false,
  /** Work was reported since the last claim. */
  hasNews: false,
  /** The last claim got no permit until a unit ends. */
  isBusy: false,
  /** A unit ended since the last claim. */
  hasMoved: false,
  /** Units that ended since the slice began or was prolonged. */
  ended: 0,
  /** When to look for work that was not reported. */
  lookAtMs: 0,
  /** When the last unit ended, or draining began. */
  movedAtMs: 0,
  /** `times`: how often the time was given. */
  endsAtMs: 0,
  times: 0,
  /** End of `denied`, `staying` or `draining`. */
  untilMs: 0,
};

/** Times are monotonic. */
export type LaneState = Readonly<typeof newLane>;

export type LaneEvent =
  | { kind: 'woken'; isUsual: boolean }
  | { kind: 'reported' }
  | { kind: 'claimed'; units: number; isDry: boolean }
  | { kind: 'busy' }
  | { kind: 'denied'; denied: Denied }
  | { kind: 'failed'; error: unknown }
  | { kind: 'performed'; isKnown: boolean }
  | { kind: 'settled' }
  | { kind: 'returned'; units: number }
  | { kind: 'time' }
  | { kind: 'stopped' };

export type Effect =
  | { do: 'claim'; units: number }
  | { do: 'begin'; units: number }
  | { do: 'give back'; units: number }
  /** Updates the row: its slice goes on. */
  | { do: 'go on' }
  | { do: 'end'; hanging: boolean; denied?: Denied }
  | { do: 'fail'; error: unknown }
  /** Updates the row: a unit ended after its slice. */
  | { do: 'report late' };

export type Circumstances = {
  nowMs: number;
  isWanted: boolean;
  /** Slots can be spared. */
  mayStay: boolean;
};

export type Rules = Pick<LaneTimes, 'sliceMs' | 'lingerMs'> & {
  /** Concurrent units. */
  places: number;
};
