import { randomUUID } from 'node:crypto';
import { startLoop, type Rest } from '@writ/service-kit';
import type { Queryable } from './prisma-on-pool.ts';

/** Work that one process among all does, again and again. */
export type LeaderRounds = {
  /** The next round begins now, if this process is the leader. */
  poke(): void;
  /** Resolves when the round that is under way has ended; another process takes over at once. */
  close(): Promise<void>;
};

const leastLeaseMs = 10_000;
/** So often a lease is renewed, or asked for, within its length. */
const asksPerLease = 3;

/**
 * Runs `round` in one process among all, which a lease in database time tells; the lease is renewed beside the rounds,
 * however long they take. A process that was frozen may finish its round after another took over, so a round has to bear
 * being done twice; what is worse done twice asks `leads` again.
 *
 * @param options.leaseMs at least ten seconds, and three times `everyMs`, unless told
 * @param options.round gives how long to rest until the next one, in milliseconds
 * @param options.restAfterFault after so many rounds in a row that threw; `everyMs` unless told
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
  /** Monotonic, and from before it was asked for: our view of the lease is never too long. */
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

/** A row in database time: a frozen process loses it, which a lock of its connection would not (Architecture). */
function leaseOf(db: Queryable, name: string, leaseMs: number) {
  const holder = randomUUID();
  return {
    /** Takes or renews the lease; true while this process is the leader for the next `leaseMs`. */
    hold: async (): Promise<boolean> => (await db.query(holdSql, [name, holder, leaseMs])).rowCount === 1,
    /** Gives it up, so that another takes over at once. */
    release: () => db.query('DELETE FROM leader_lease WHERE name = $1 AND holder = $2', [name, holder]),
  };
}

/** Work that one process does for all, and how long its lease lasts, or lasted. */
export type Leader = { name: string; until: Date; active: boolean };

const leadersSql =
  'SELECT name, until, until > clock_timestamp() AS active FROM leader_lease WHERE isfinite(until) ORDER BY name LIMIT 1000';

/** The leases of leaders that are held, or lapsed and were not given up. */
export const leaders = async (db: Queryable): Promise<readonly Leader[]> =>
  (await db.query<Leader>(leadersSql)).rows;
