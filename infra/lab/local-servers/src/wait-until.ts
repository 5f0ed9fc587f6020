import { setTimeout as delay } from 'node:timers/promises';

const betweenTriesMs = 50;

/** Calls `holds` until it answers true. @throws `message` after `withinMs` */
export async function waitUntil(
  holds: () => Promise<boolean>,
  withinMs: number,
  message: string | (() => string),
): Promise<void> {
  const end = performance.now() + withinMs;
  for (;;) {
    // The machine may stand still during a try: the last one begins after the end.
    const isLast = performance.now() > end;
    if (await holds()) return;
    if (isLast) throw new Error(typeof message === 'string' ? message : message());
    await delay(betweenTriesMs);
  }
}
