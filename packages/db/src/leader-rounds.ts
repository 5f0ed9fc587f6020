import { randomUUID } from 'node:crypto';
import { startLoop, type Rest } from '@writ/service-kit';
import type { Queryable } from './prisma-on-pool.ts';

/** Work that one process repeats for all. */
export type LeaderRounds = {
  /** Starts the next round immediately if this process is the leader. */
  poke(): void;
  /** Resolves when the current round has ended; another process takes over immediately. */
  close(): Promise<void>;
};

const leastLeaseMs = 10_000;
/** Renewals in the length of a lease. */
const asksPerLease = 3;

/**
 * Runs `round` in one process at a time, by a lease in database time that is renewed beside the rounds. A
 * frozen process may finish its round after another took over, so a round must bear repetition, or check
 * `leads` again before a step that must not be repeated.
 * @param options.leaseMs default: three times `everyMs`, at least 10 s
 * @param options.round returns the pause before the next one, in milliseconds
 * @param options.restAfterFault the pause after so many failed rounds in a row; default: `everyMs`
 */
export function startLeaderRounds(options: {
  db: Queryable;
  name: string;
  everyMs: number;
  leaseMs?: number;
  round: (leads: () => boolean) => Promise<Rest>;
  onError: (error: unknown) => void;
  restAfterFault?: (failures: number) => Rest;
}): LeaderRounds {
  const { everyMs, leaseMs = Math.max(leastLeaseMs, everyMs * 3), onError } = options;
  const { restAfterFault = () => everyMs } = options;
  const lease = leaseOf(options.db, options.name, leaseMs);
  const askEveryMs = leaseMs / asksPerLease;
  /** Monotonic, measured before the request: never later than the real end. */
  let leadsUntilMs = -Infinity;
  const leads = (): boolean => leadsUntilMs - performance.now() > askEveryMs;

  const rounds = startLoop({
    step: async () => (leads() ? options.round(leads) : everyMs),
    onFault: (error, failures) => {
      onError(error);
      return restAfterFault(failures);
    },
  });
  const asking = startLoop({
    step: async () => {
      const askedAtMs = performance.now();
      const led = leads();
      leadsUntilMs = (await lease.hold()) ? askedAtMs + leaseMs : -Infinity;
      if (!led && leads()) rounds.poke();
      return askEveryMs;
    },
    onFault: (error) => {
      onError(error);
      return askEveryMs;
    },
  });
  return {
    poke: () => rounds.poke(),
    close: async () => {
      await Promise.all([rounds.close(), asking.close()]);
      await lease.release().catch(onError);
    },
  };
}

const holdSql = `
  INSERT INTO leader_lease (name, holder, until) VALUES ($1, $2, clock_timestamp() + $3 * interval '1 ms')
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
  WHERE leader_lease.holder = excluded.holder OR leader_lease.until < clock_timestamp()
  RETURNING 1`;

/** A frozen process loses a row in database time; it would keep a lock of its connection. */
function leaseOf(db: Queryable, name: string, leaseMs: number) {
  const holder = randomUUID();
  return {
    /** True if this process leads for `leaseMs`. */
    hold: async (): Promise<boolean> => (await db.query(holdSql, [name, holder, leaseMs])).rowCount === 1,
    release: () => db.query('DELETE FROM leader_lease WHERE name = $1 AND holder = $2', [name, holder]),
  };
}

/** `until`: when its lease ends or ended. */
export type Leader = { name: string; until: Date; active: boolean };

const leadersSql =
  'SELECT name, until, until > clock_timestamp() AS active FROM leader_lease WHERE isfinite(until) ORDER BY name LIMIT 1000';

/** Leases that are held, or expired without a release. */
export const leaders = async (db: Queryable): Promise<readonly Leader[]> =>
  (await db.query<Leader>(leadersSql)).rows;
