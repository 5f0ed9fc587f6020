import type { Denied, LaneTimes } from '../lane-work.ts';

/** State of a lane's slice; see the README's picture. */
export type SliceName =
  /** No slice here. Units that hang may still run. */
  | 'idle'
  /** A claim, or its permits, are in progress. */
  | 'claiming'
  /** Units run; the next claim waits until it is worth its statement. */
  | 'working'
  /** No permit for now. Units run, or the wait is short. */
  | 'denied'
  /** No work remains; new work is claimed without a wake-up for a moment. */
  | 'staying'
  /** Nothing more is claimed or begun; the slice waits for running units while some end. */
  | 'draining';

export const newLane = {
  name: 'idle' as SliceName,
  /** Claimed units: without a place, running, being stored, being returned. */
  waiting: 0,
  performing: 0,
  settling: 0,
  returning: 0,
  /** A usual slice may stay, and go on beyond its time. */
  isUsual: false,
  /** The slice ends as soon as its claim has ended. */
  isOver: false,
  /** The last claim found less than it wanted. */
  isDry: false,
  /** New work was reported since the last claim. */
  isTold: false,
  /** The last claim got no permit until a unit ends. */
  isBusy: false,
  /** A unit has ended since the last claim. */
  hasMoved: false,
  /** Units that ended since the slice began or was prolonged. */
  ended: 0,
  /** When to look for work that was not reported. */
  lookAtMs: 0,
  /** When the last unit ended, or draining began. */
  movedAtMs: 0,
  /** When the slice's time ends, and how many times it was given. */
  endsAtMs: 0,
  times: 0,
  /** End of `denied`, `staying` or `draining`. */
  untilMs: 0,
};

/** Times are monotonic. */
export type LaneState = Readonly<typeof newLane>;

export type LaneEvent =
  | { kind: 'woken'; isUsual: boolean }
  | { kind: 'told' }
  | { kind: 'claimed'; units: number; isDry: boolean }
  | { kind: 'busy' }
  | { kind: 'denied'; denied: Denied }
  | { kind: 'failed'; error: unknown }
  /** `isKnown`: there is an outcome to store. */
  | { kind: 'performed'; isKnown: boolean }
  | { kind: 'settled' }
  | { kind: 'returned'; units: number }
  | { kind: 'time' }
  | { kind: 'stopped' };

export type Effect =
  | { do: 'claim'; units: number }
  | { do: 'begin'; units: number }
  /** Returns all waiting units. */
  | { do: 'give back'; units: number }
  /** Updates the lane's row: its slice goes on. */
  | { do: 'go on' }
  | { do: 'end'; hanging: boolean; denied?: Denied }
  | { do: 'fail'; error: unknown }
  /** Updates the lane's row for a unit that ended after its slice. */
  | { do: 'report late' };

export type Circumstances = {
  /** Monotonic. */
  nowMs: number;
  /** Another lane waits for what this slice holds. */
  isWanted: boolean;
  /** Slots can be spared for lanes that stay. */
  mayStay: boolean;
};

export type Rules = Pick<LaneTimes, 'sliceMs' | 'lingerMs'> & {
  /** Units of the lane that run concurrently. */
  places: number;
};
