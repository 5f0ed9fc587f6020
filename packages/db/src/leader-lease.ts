import { randomUUID } from 'node:crypto';
import type { Queryable } from './prisma-on-pool.ts';

/** Leadership among several processes, as a row in database time: a frozen process loses it (Architecture). */
export type LeaderLease = {
  /** Takes or renews the lease; true while this process is the leader for the next `leaseMs`. */
  hold(): Promise<boolean>;
  /** Gives it up, so that another takes over at once. */
  release(): Promise<void>;
};

const holdSql = `
  INSERT INTO leader_lease (name, holder, until) VALUES ($1, $2, clock_timestamp() + $3 * interval '1 ms')
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
  WHERE leader_lease.holder = excluded.holder OR leader_lease.until < clock_timestamp()
  RETURNING 1`;

export function leaderLease(db: Queryable, options: { name: string; leaseMs: number }): LeaderLease {
  const holder = randomUUID();
  return {
    hold: async () => {
      const { rowCount } = await db.query(holdSql, [options.name, holder, options.leaseMs]);
      return rowCount === 1;
    },
    release: async () => {
      await db.query('DELETE FROM leader_lease WHERE name = $1 AND holder = $2', [options.name, holder]);
    },
  };
}
