/** What a lane has waiting and performed, in ordinary units, and whether it is known to have no more to do. */
export type LaneLoad = { readonly load: number; readonly dry: boolean };

/** The right to have a slice here. Whoever has it tells of each claim of the lane, and when the slice has ended. */
export type Turn = {
  /** From the first time on what the lane really has under way counts; a claim that found little leaves room to others. */
  claimed(lane: LaneLoad): void;
  /** To be called at least once. */
  leave(): void;
};

/** Slices begin when so much of the room is free: a quarter. */
const beginsApart = 4;
/** Until it has claimed, a slice counts with a quarter at least of what it may claim, however little others found. */
const leastPart = 4;
/** By such a part each slice changes what is expected of the next ones. */
const weightOfLast = 8;

type RoomOptions = {
  most: number;
  first: number;
  onSlots: (slots: number | undefined) => void;
};

/**
 * Bounds what all lanes of a process have under way together, so that it claims no more than it can begin soon: of lanes
 * with a little work each many have their slices at once, of busy ones a few. What hangs after its slice does not count.
 * Slices begin a few at a time: lanes that begin together claim together, and share their statements. They are the more,
 * the less lanes have found lately. Where those find much, what is under way may be a few times `most`, until it has ended.
 *
 * @param options.most units under way in slices
 * @param options.first units that a slice may claim at first; until it has, it counts with what others have found
 * @param options.onSlots is told how many wake-ups the process should take: while some wait for room, no more than may begin
 *   next, and as many whose lanes leave, so that other processes take the others; undefined when none waits
 */
export function createProcessRoom({ most, first, onSlots }: RoomOptions) {
  const lanes = new Set<LaneLoad>();
  const waiting: ((turn: Turn) => void)[] = [];
  let [expected, turns] = [0, 0];
  let isClosed = false;
  const usual = usualFinds(first);

  const newTurn = (): Turn => {
    let ran: LaneLoad | undefined;
    let hasLeft = false;
    const share = usual.share();
    expected += share;
    turns += 1;
    return {
      claimed: (lane) => {
        if (hasLeft) return;
        if (!ran) {
          expected -= share;
          usual.found(lane);
        }
        ran = lane;
        lanes.add(lane);
        admit();
      },
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        turns -= 1;
        if (ran) lanes.delete(ran);
        else expected -= share;
        admit();
      },
    };
  };

  /** So many may begin at once when there is room again. */
  const beginTogether = (): number => Math.max(1, Math.floor(most / beginsApart / usual.share()));

  const admit = (): void => {
    if (waiting.length === 0) return;
    let room = isClosed ? Infinity : most - expected - underWay(lanes, first);
    // One always has its slice, however little the room.
    const isIdle = expected === 0 && lanes.size === 0;
    if (!isIdle && room < Math.max(first, most / beginsApart)) return;
    do {
      waiting.shift()?.(newTurn());
      room -= usual.share();
    } while (waiting.length > 0 && room >= first);
    if (waiting.length === 0) onSlots(undefined);
  };

  return {
    /** Resolves, in the order of asking, when there is room for one more slice. */
    enter: (): Promise<Turn> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        admit();
        if (waiting.length === 1) onSlots(turns + 2 * beginTogether());
      }),
    /** Somebody waits for room. */
    isWanted: (): boolean => waiting.length > 0,
    /** A unit has ended. */
    ended: admit,
    /** Lets everybody in: nothing is claimed any more. */
    close: (): void => {
      isClosed = true;
      admit();
    },
  };
}

/** What slices find with their first claim, lately. A lane that has more to do counts with all that it may claim. */
function usualFinds(first: number) {
  let usual = first;
  return {
    share: (): number => Math.ceil(usual),
    found: ({ load, dry }: LaneLoad): void => {
      const found = dry ? Math.min(Math.max(load, first / leastPart), first) : first;
      usual += (found - usual) / weightOfLast;
    },
  };
}

/** A lane that has more to do counts with what it may claim at any time. */
function underWay(lanes: Iterable<LaneLoad>, first: number): number {
  let units = 0;
  for (const { load, dry } of lanes) units += dry ? load : Math.max(load, first);
  return units;
}
