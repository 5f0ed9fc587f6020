import type { Prisma } from '@writ/db';

/** Removes keys that are kept no longer; gives how many there were. */
export const removeIdempotencyKeys = (prisma: Prisma.TransactionClient, limit: number): Promise<number> =>
  // One that is just being used again is passed over: that has made it a new one.
  prisma.$executeRaw`
    DELETE FROM idempotency_key WHERE (project_id, scope, key) IN (
      SELECT project_id, scope, key FROM idempotency_key
      WHERE expire_time < clock_timestamp()
      ORDER BY expire_time
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED)`;
