/** In ordinary units. `dry`: no more work is known. */
export type LaneLoad = { readonly load: number; readonly dry: boolean };

/** The right to have a slice here. */
export type Turn = {
  /** After a claim the lane's real load counts. */
  claimed(lane: LaneLoad): void;
  /** May be called again. */
  leave(): void;
};

export type ProcessRoom = ReturnType<typeof createProcessRoom>;

/**
 * Bounds the units of all slices, so that a process claims no more than it can begin soon. A slice counts
 * `first` units until its claim ends, then its load, and at least `first` if it has more to do. Units that
 * hang after their slice do not count.
 * @param options.onSlots receives how many wake-ups to take: twice the number of slices while lanes wait, so
 * that other processes take the rest; else undefined
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
  /** One lane always has its slice. */
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
    /** First come, first served. */
    enter: (): Promise<Turn> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        admit();
        if (waiting.length === 1) onSlots(2 * turns.size);
      }),
    isWanted: (): boolean => waiting.length > 0,
    ended: admit,
    /** Nothing is claimed any more. */
    close: (): void => {
      isClosed = true;
      admit();
    },
  };
}
