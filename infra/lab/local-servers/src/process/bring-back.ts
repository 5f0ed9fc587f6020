import { setTimeout as delay } from 'node:timers/promises';

/** Before each try, unless others are given. Together they are short, since callers are refused meanwhile. */
const fewPausesMs = [0, 500, 1_000, 2_000];
/** A server that was up for so long has all its tries again. */
const steadyMs = 60_000;

/** A server that ended by itself. */
type Ended = {
  /** Rejects when the server did not come up. */
  start: () => Promise<void>;
  /** False once it was stopped, or started by others: then nothing more is tried. */
  isWanted: () => boolean;
};

/**
 * What starts a server again that ended by itself. The tries are few, and count on until the server has been up for a
 * minute, so that one that comes up and ends again, and again, is given up as one that does not come up.
 *
 * @param server.pausesMs before each try
 * @param server.onBack is told each time that it is up again
 * @param server.onLost is told, once, that it has been given up and why the last try failed
 * @returns to be called with how the server ended, each time that it does
 */
export function bringBack(server: {
  name: string;
  pausesMs?: readonly number[] | undefined;
  onBack?: (() => void) | undefined;
  onLost: (error: Error) => void;
}): (how: string, ended: Ended) => Promise<void> {
  const { pausesMs = fewPausesMs } = server;
  let tries = 0;
  let upSince = performance.now();

  return async (how, { start, isWanted }) => {
    if (performance.now() - upSince > steadyMs) tries = 0;
    let why = `it ended soon after each of ${pausesMs.length} starts.`;
    while (tries < pausesMs.length) {
      await delay(pausesMs[tries], undefined, { ref: false });
      tries += 1;
      try {
        await start();
        upSince = performance.now();
        server.onBack?.();
        return;
      } catch (error) {
        why = error instanceof Error ? error.message : String(error);
      }
      if (!isWanted()) return;
    }
    server.onLost(new Error(`${server.name} ended by itself (${how}) and does not come back: ${why}`));
  };
}
