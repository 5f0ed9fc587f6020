import type { Queryable } from './prisma-on-pool.ts';
import { leaderLease } from './leader-lease.ts';

/** Work that one process among all does, again and again. */
export type LeaderRounds = {
  /** The next round begins now, if this process is the leader. */
  poke(): void;
  /** Resolves when the round that is under way has ended; another process takes over at once. */
  close(): Promise<void>;
};

const leastLeaseMs = 10_000;
/** Whoever does not lead asks so often within the length of a lease. */
const asksPerLease = 4;

/**
 * Runs `round` every `everyMs` in one process among all, and again at once when it says that there is more. The lease is
 * renewed between rounds when half of it has passed, so rounds are to be shorter than some seconds; and since a process
 * that was frozen may finish its round after another took over, a round has to bear being done twice.
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
  const leaseMs = Math.max(leastLeaseMs, everyMs * 3);
  const lease = leaderLease(options.db, { name: options.name, leaseMs });
  /** Monotonic, and from before it was asked for: our view of the lease is never too long. */
  let leadsUntilMs = -Infinity;
  let wake = (): void => undefined;
  let poked = false;
  let closed = false;

  /** Asked again after each wait: somebody else may have set them meanwhile. */
  const wasPoked = (): boolean => poked;
  const isClosed = (): boolean => closed;

  const leads = async (): Promise<boolean> => {
    const nowMs = performance.now();
    if (leadsUntilMs - nowMs > leaseMs / 2) return true;
    leadsUntilMs = (await lease.hold()) ? nowMs + leaseMs : -Infinity;
    return leadsUntilMs > nowMs;
  };
  /** How long to rest after a round, or after another process was found to lead. */
  const round = async (): Promise<number> => {
    if (!(await leads())) return Math.max(everyMs, leaseMs / asksPerLease);
    return (await options.round()) ? 0 : everyMs;
  };
  const rest = (restMs: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => wake(), restMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async (): Promise<void> => {
    while (!isClosed()) {
      poked = false;
      const restMs = await round().catch((error: unknown) => {
        onError(error);
        return everyMs;
      });
      if (restMs > 0 && !wasPoked() && !isClosed()) await rest(restMs);
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
