import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats `attempt` until it neither throws nor returns `false`, and returns its result. After `withinMs` (180 s) it
 * throws the last error. The limit ends a vain wait; it measures nothing.
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  options: { withinMs?: number; everyMs?: number } = {},
): Promise<T> {
  const { withinMs = 180_000, everyMs = 20 } = options;
  const end = performance.now() + withinMs;
  for (;;) {
    // The machine may stall during an attempt, so the last one begins after the limit.
    const isLast = performance.now() > end;
    try {
      const answer = await attempt();
      if (answer !== false) return answer;
      if (isLast) throw new Error(`The condition did not hold within ${withinMs} ms.`);
    } catch (error) {
      if (isLast) throw error;
    }
    await delay(everyMs);
  }
}
