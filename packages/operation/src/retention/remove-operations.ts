import { idsBefore, type Queryable } from '@writ/db';

/** Places in line are gone since the operation ended; should one have been left behind, it goes with its operation. */
const sql = `
  WITH old AS MATERIALIZED (
    SELECT o.id FROM operation o
    WHERE o.project_id = $1 AND o.id < (SELECT ${idsBefore('$2')})
      AND o.due_at IS NULL AND o.update_time < clock_timestamp() - $2 * interval '1 ms'
    ORDER BY o.id
    LIMIT $3
  ), records AS (
    DELETE FROM operation_record r USING old WHERE r.project_id = $1 AND r.operation_id = old.id
  ), logs AS (
    DELETE FROM operation_log l USING old WHERE l.project_id = $1 AND l.operation_id = old.id
  ), places AS (
    DELETE FROM operation_order_key k USING old WHERE k.operation_id = old.id
  )
  DELETE FROM operation o USING old WHERE o.project_id = $1 AND o.id = old.id`;

/**
 * Removes the oldest operations of a project that ended more than `ageMs` ago, with their records and logs. Gives how
 * many there were.
 */
export async function removeOperations(
  db: Queryable,
  { projectId, ageMs, limit }: { projectId: string; ageMs: number; limit: number },
): Promise<number> {
  return (await db.query(sql, [projectId, ageMs, limit])).rowCount ?? 0;
}
