import type { Queryable } from '@writ/db';

/** One that is just being used again is passed over: whoever does that has made it a new one. */
const sql = `
  DELETE FROM idempotency_key WHERE (project_id, scope, key) IN (
    SELECT project_id, scope, key FROM idempotency_key
    WHERE expire_time < clock_timestamp()
    ORDER BY expire_time
    LIMIT $1
    FOR UPDATE SKIP LOCKED)`;

/** Removes keys that are kept no longer; gives how many there were. */
export async function removeIdempotencyKeys(db: Queryable, limit: number): Promise<number> {
  return (await db.query(sql, [limit])).rowCount ?? 0;
}
