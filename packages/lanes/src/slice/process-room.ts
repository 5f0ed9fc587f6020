/** What a lane has waiting and performed, in ordinary units, and whether it is known to have no more to do. */
export type LaneLoad = { readonly load: number; readonly dry: boolean };

/** The right to have a slice here. Its holder reports each claim of the lane, and the end of the slice. */
export type Turn = {
  /** From the first claim on, what the lane really has under way counts: a claim that found little leaves room to others. */
  claimed(lane: LaneLoad): void;
  /** To be called at least once. */
  leave(): void;
};

/** The room of a process. */
export type ProcessRoom = ReturnType<typeof createProcessRoom>;

/**
 * Bounds what all lanes of a process have under way together, so that it claims no more than it can begin soon: a semaphore
 * of units. A slice takes all that it may claim until it has claimed; then a lane that has more to do holds that much, and one
 * that has not what it has under way. What hangs after its slice does not count.
 *
 * @param options.most units under way in slices
 * @param options.first units that a slice may claim at first
 * @param options.onSlots called with the number of wake-ups that the process should take. While lanes wait for room: twice the
 *   number of slices, so that other processes take the rest. Undefined when none waits
 */
export function createProcessRoom({
  most,
  first,
  onSlots,
}: {
  most: number;
  first: number;
  onSlots: (slots: number | undefined) => void;
}) {
  const turns = new Map<Turn, LaneLoad>();
  const waiting: ((turn: Turn) => void)[] = [];
  let isClosed = false;

  const inUse = (): number => {
    let units = 0;
    for (const { load, dry } of turns.values()) units += dry ? load : Math.max(load, first);
    return units;
  };
  const begin = (resolve: (turn: Turn) => void): void => {
    const turn: Turn = {
      claimed: (lane) => {
        if (turns.has(turn)) turns.set(turn, lane);
        admit();
      },
      leave: () => {
        turns.delete(turn);
        admit();
      },
    };
    turns.set(turn, { load: first, dry: false });
    resolve(turn);
  };
  /** One always has its slice, however little the room. */
  const hasRoom = (): boolean => isClosed || turns.size === 0 || inUse() + first <= most;
  const admit = (): void => {
    if (waiting.length === 0) return;
    while (hasRoom()) {
      const next = waiting.shift();
      if (!next) break;
      begin(next);
    }
    if (waiting.length === 0) onSlots(undefined);
  };

  return {
    /** Resolves, in the order of asking, when there is room for one more slice. */
    enter: (): Promise<Turn> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        admit();
        if (waiting.length === 1) onSlots(2 * turns.size);
      }),
    /** Another lane waits for room. */
    isWanted: (): boolean => waiting.length > 0,
    /** A unit has ended. */
    ended: admit,
    /** Lets all in: nothing is claimed any more. */
    close: (): void => {
      isClosed = true;
      admit();
    },
  };
}
