import type { Queryable } from './database.ts';
import { leaderLease } from './leader-lease.ts';

/** Work that one process among all does, again and again. */
export type LeaderRounds = {
  /** The next round begins now, if this process is the leader. */
  poke(): void;
  /** Resolves when the round that is under way has ended; another process takes over at once. */
  close(): Promise<void>;
};

const leastLeaseMs = 30_000;

/**
 * Runs `round` every `everyMs` in one process among all, and again at once when it says that there is more. The lease is
 * renewed before each round, so rounds are to be short; and since a process that was frozen may finish its round after
 * another took over, a round has to bear being done twice.
 */
export function startLeaderRounds(options: {
  db: Queryable;
  name: string;
  everyMs: number;
  /** True: there is more to do. */
  round: () => Promise<boolean>;
  onError: (error: unknown) => void;
}): LeaderRounds {
  const { everyMs, onError } = options;
  const lease = leaderLease(options.db, {
    name: options.name,
    leaseMs: Math.max(leastLeaseMs, everyMs * 3),
  });
  let wake = (): void => undefined;
  let poked = false;
  let closed = false;

  /** Asked again after each wait: somebody else may have set them meanwhile. */
  const wasPoked = (): boolean => poked;
  const isClosed = (): boolean => closed;

  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => wake(), everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async (): Promise<void> => {
    while (!isClosed()) {
      poked = false;
      const more = await (async () => (await lease.hold()) && options.round())().catch((error: unknown) => {
        onError(error);
        return false;
      });
      if (!more && !wasPoked() && !isClosed()) await rest();
    }
  };
  const running = run();
  return {
    poke: () => {
      poked = true;
      wake();
    },
    close: async () => {
      closed = true;
      wake();
      await running;
      await lease.release().catch(onError);
    },
  };
}
