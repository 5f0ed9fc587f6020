import type { Queryable } from '@writ/db';

/**
 * The destination's row is read as it is now, and kept as it is to the transaction's end: an enabling that comes first is
 * seen, one that comes later finds what was released. It is locked before the deliveries, as everywhere.
 */
const releaseSql = `
  WITH own AS MATERIALIZED (
    SELECT status FROM destination WHERE id = $1 FOR SHARE),
  waiting AS (
    SELECT project_id, id FROM delivery
    WHERE (SELECT coalesce(max(status), 'deleted') FROM own) <> 'enabled' AND destination_id = $1 AND due_at IS NOT NULL
    ORDER BY id FOR UPDATE)
  UPDATE delivery AS d
  SET status = CASE WHEN EXISTS (SELECT 1 FROM own) THEN 'held' ELSE 'failed' END, due_at = NULL,
    update_time = clock_timestamp()
  FROM waiting WHERE d.project_id = waiting.project_id AND d.id = waiting.id`;

/**
 * Takes whatever waits for a destination out of its lane: `held` when the destination is disabled, `failed` when there is
 * none any more. What waits for one that is enabled stays.
 */
export async function releaseDeliveries(db: Queryable, destinationId: string): Promise<void> {
  await db.query(releaseSql, [destinationId]);
}
