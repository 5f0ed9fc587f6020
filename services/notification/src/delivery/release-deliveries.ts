import type { Queryable } from '@writ/db';

const releaseSql = `
  UPDATE delivery AS d SET status = $2, due_at = NULL, update_time = clock_timestamp()
  FROM (
    SELECT project_id, id FROM delivery WHERE destination_id = $1 AND due_at IS NOT NULL
    ORDER BY id FOR UPDATE) AS waiting
  WHERE d.project_id = waiting.project_id AND d.id = waiting.id`;

/** Takes whatever waits for a destination out of its lane: `held` when it is disabled, `failed` when it is gone. */
export async function releaseDeliveries(
  db: Queryable,
  destinationId: string,
  status: 'held' | 'failed',
): Promise<void> {
  await db.query(releaseSql, [destinationId, status]);
}
