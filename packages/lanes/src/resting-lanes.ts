/**
 * Lanes of this process that wait for a permit, for a moment: no slot is taken by them, and wake-ups meanwhile are of no
 * use. A process that dies takes its timers with it; the sweep sees that the lanes are due. One that closes wakes them, for
 * another process.
 */
export function createRestingLanes() {
  const resting = new Map<string, { timer: NodeJS.Timeout; wake: () => Promise<unknown> }>();
  const end = async (laneId: string): Promise<void> => {
    const rested = resting.get(laneId);
    clearTimeout(rested?.timer);
    resting.delete(laneId);
    // A wake-up that is lost is made up for by the sweep.
    await rested?.wake().catch(() => undefined);
  };
  return {
    rest: (laneId: string, waitMs: number, wake: () => Promise<unknown>): void => {
      clearTimeout(resting.get(laneId)?.timer);
      resting.set(laneId, { timer: setTimeout(() => void end(laneId), waitMs), wake });
    },
    has: (laneId: string): boolean => resting.has(laneId),
    close: async (): Promise<void> => {
      await Promise.all([...resting.keys()].map(end));
    },
  };
}
