/**
 * Lanes of this process that wait for a permit, for a moment: no slot is taken by them, and wake-ups meanwhile are of no
 * use. A process that dies takes its timers with it; the sweep sees that the lanes are due.
 */
export function createRestingLanes() {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    rest: (laneId: string, waitMs: number, wake: () => Promise<unknown>): void => {
      clearTimeout(timers.get(laneId));
      const end = (): void => {
        timers.delete(laneId);
        // A wake-up that is lost is made up for by the sweep.
        wake().catch(() => undefined);
      };
      timers.set(laneId, setTimeout(end, waitMs));
    },
    has: (laneId: string): boolean => timers.has(laneId),
    close: (): void => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
