import { idsBefore, type Queryable } from '@writ/db';

/** Delivered, failed and held ones alike; one that is just being sent again is passed over. */
const sql = `
  WITH old AS MATERIALIZED (
    SELECT d.id FROM delivery AS d
    WHERE d.project_id = $1 AND d.id < (SELECT ${idsBefore('$2')})
      AND d.due_at IS NULL AND d.update_time < clock_timestamp() - $2 * interval '1 ms'
    ORDER BY d.id
    LIMIT $3
    FOR UPDATE SKIP LOCKED
  ), attempts AS (
    DELETE FROM delivery_attempt AS a USING old WHERE a.project_id = $1 AND a.delivery_id = old.id
  )
  DELETE FROM delivery AS d USING old WHERE d.project_id = $1 AND d.id = old.id`;

/** Removes the oldest deliveries of a project that came to rest more than `ageMs` ago; gives how many there were. */
export async function removeDeliveries(
  db: Queryable,
  { projectId, ageMs, limit }: { projectId: string; ageMs: number; limit: number },
): Promise<number> {
  return (await db.query(sql, [projectId, ageMs, limit])).rowCount ?? 0;
}
