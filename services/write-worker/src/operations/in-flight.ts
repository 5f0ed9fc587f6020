type Waiting = { count: number; enter: () => void };
type Lane = { inFlight: number; line: Set<Waiting> };

/**
 * Lets work of a lane begin in its order as soon as its own count and the counts in flight there come to at most `most`, or it
 * is alone. Work without a count never waits.
 */
export function createInFlight(most: number) {
  const lanes = new Map<string, Lane>();

  const admit = (laneId: string, lane: Lane): void => {
    for (const next of lane.line) {
      if (lane.inFlight > 0 && lane.inFlight + next.count > most) return;
      lane.line.delete(next);
      lane.inFlight += next.count;
      next.enter();
    }
    if (lane.inFlight === 0) lanes.delete(laneId);
  };

  /** Gives undefined, with the work not begun, if the signal is aborted before its turn. */
  return async <Result>(
    laneId: string,
    { count, signal }: { count: number; signal: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result | undefined> => {
    if (count === 0) return work();
    if (signal.aborted) return undefined;
    const lane = lanes.get(laneId) ?? { inFlight: 0, line: new Set() };
    lanes.set(laneId, lane);
    const isIn = await new Promise<boolean>((resolve) => {
      const giveUp = (): void => {
        lane.line.delete(waiting);
        admit(laneId, lane);
        resolve(false);
      };
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const waiting = { count, enter };
      lane.line.add(waiting);
      signal.addEventListener('abort', giveUp, { once: true });
      admit(laneId, lane);
    });
    if (!isIn) return undefined;
    try {
      return await work();
    } finally {
      lane.inFlight -= count;
      admit(laneId, lane);
    }
  };
}
