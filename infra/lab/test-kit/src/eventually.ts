import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats `attempt` until it neither throws nor answers `false`, and returns its answer; for what happens in another
 * process or task. After `withinMs` (default 180 s) it throws what the last attempt threw. The limit is there to end a
 * wait that is in vain, not to measure: a busy machine may take as long as it likes.
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  options: { withinMs?: number; everyMs?: number } = {},
): Promise<T> {
  const { withinMs = 180_000, everyMs = 20 } = options;
  const end = performance.now() + withinMs;
  for (;;) {
    // The machine may stand still during an attempt: the last one begins after the end.
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
