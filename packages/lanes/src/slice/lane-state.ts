import type { Denied, LaneTimes } from '../lane-work.ts';

/** Where a lane's slice is in this process; the picture is in the README. */
export type SliceName =
  /** The lane has no slice here. Units that hang may still be under way. */
  | 'idle'
  /** Permits or units have been asked for. */
  | 'claiming'
  /** Units are under way; the next claim comes when it is worth its statement. */
  | 'working'
  /** There is no permit for now. Units are under way, or the wait is short. */
  | 'denied'
  /** Nothing is left; what comes within a moment is claimed without a wake-up. */
  | 'staying'
  /** Nothing more is claimed or begun; units under way are waited for as long as some end. */
  | 'draining';

/** A lane of which nothing is known in this process yet. */
export const newLane = {
  name: 'idle' as SliceName,
  /** Units that are claimed and have no place yet, that have one, whose outcome is being stored, that are being given back. */
  waiting: 0,
  performing: 0,
  settling: 0,
  returning: 0,
  /** A usual slice, which others may wait for: it may stay, and go on beyond its time. */
  isUsual: false,
  /** The slice is to end as soon as its claim has. */
  isOver: false,
  /** The last claim found less than it asked for. */
  isDry: false,
  /** New work was reported since the last claim. */
  isTold: false,
  /** The last claim got no permit until a unit has ended. */
  isBusy: false,
  /** A unit has ended since the last claim. */
  hasMoved: false,
  /** Units that have ended since the slice began or was prolonged. */
  ended: 0,
  /** When work that nobody reported is looked for. */
  lookAtMs: 0,
  /** When a unit ended last, or the slice began to drain. */
  movedAtMs: 0,
  /** When the time of the slice is over, and how often it was given one. */
  endsAtMs: 0,
  times: 0,
  /** When `denied`, `staying` or `draining` is over. */
  untilMs: 0,
};

/** All that is known of a lane in this process. Times are monotonic. */
export type LaneState = Readonly<typeof newLane>;

export type LaneEvent =
  | { kind: 'woken'; isUsual: boolean }
  | { kind: 'told' }
  | { kind: 'claimed'; units: number; isDry: boolean }
  | { kind: 'busy' }
  | { kind: 'denied'; denied: Denied }
  | { kind: 'failed'; error: unknown }
  /** `isKnown`: there is an outcome, which is stored next. */
  | { kind: 'performed'; isKnown: boolean }
  | { kind: 'settled' }
  | { kind: 'returned'; units: number }
  | { kind: 'time' }
  | { kind: 'stopped' };

export type Effect =
  | { do: 'claim'; units: number }
  | { do: 'begin'; units: number }
  /** Gives back all that waits. */
  | { do: 'give back'; units: number }
  /** Tells the lane's row that its slice goes on. */
  | { do: 'go on' }
  | { do: 'end'; hanging: boolean; denied?: Denied }
  | { do: 'fail'; error: unknown }
  /** Tells the lane's row of a unit that has ended after its slice. */
  | { do: 'report late' };

/** What of the process matters when something happens. */
export type Circumstances = {
  /** On the monotonic clock. */
  nowMs: number;
  /** Another lane waits for what this slice holds. */
  isWanted: boolean;
  /** There are slots to spare for lanes that stay. */
  mayStay: boolean;
};

export type Rules = Pick<LaneTimes, 'sliceMs' | 'lingerMs'> & {
  /** Units of the lane that are performed at the same time. */
  places: number;
};
