import { setTimeout as delay } from 'node:timers/promises';

/** Pauses before each try, short because callers are refused meanwhile. */
const fewPausesMs = [0, 500, 1_000, 2_000];
/** After that, all tries are available again. */
const steadyMs = 60_000;

type Ended = {
  /** Rejects if the server does not start. */
  start: () => Promise<void>;
  /** False once stopped or started otherwise, which ends the tries. */
  isWanted: () => boolean;
};

/**
 * Restarts a server that ended by itself. The count of tries resets after a minute, so a server that keeps ending is
 * given up.
 *
 * @param server.onLost called once, with the reason of the last try
 * @returns call it at each end
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
