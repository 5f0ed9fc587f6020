import { setTimeout as delay } from 'node:timers/promises';

const betweenTriesMs = 50;

/** Repeats `holds` until it returns true. @throws `message` after `withinMs` */
export async function waitUntil(
  holds: () => Promise<boolean>,
  withinMs: number,
  message: string | (() => string),
): Promise<void> {
  const end = performance.now() + withinMs;
  for (;;) {
    // The machine may stall during a try, so the last one begins after the limit.
    const isLast = performance.now() > end;
    if (await holds()) return;
    if (isLast) throw new Error(typeof message === 'string' ? message : message());
    await delay(betweenTriesMs);
  }
}
