/**
 * Lanes that briefly wait for a permit, without a slot; wake-ups are ignored. A stopping process wakes them
 * for others; after a crash the sweep does.
 */
export function createRestingLanes() {
  const resting = new Map<string, { timer: NodeJS.Timeout; wake: () => Promise<unknown> }>();
  const end = async (laneId: string): Promise<void> => {
    const rested = resting.get(laneId);
    clearTimeout(rested?.timer);
    resting.delete(laneId);
    // The sweep replaces a lost wake-up.
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
