import { idsBefore, type Queryable } from '@writ/db';

/**
 * Goes through a project's operations in the order of their ids, and remembers how far: those that were passed are not
 * looked at again. It stops before the first that has not ended, or not long enough ago.
 */
const sql = `
  WITH reached AS (
    SELECT coalesce(
      (SELECT sent_forgotten_to FROM operation_retention WHERE project_id = $1),
      '00000000-0000-0000-0000-000000000000'
    ) AS id
  ), next AS MATERIALIZED (
    SELECT o.id, o.due_at IS NULL AND o.update_time < clock_timestamp() - $2 * interval '1 ms' AS is_old
    FROM operation o
    WHERE o.project_id = $1 AND o.id > (SELECT id FROM reached) AND o.id < (SELECT ${idsBefore('$2')})
    ORDER BY o.id
    LIMIT $3
  ), old AS MATERIALIZED (
    SELECT id FROM next
    WHERE NOT EXISTS (SELECT FROM next AS young WHERE NOT young.is_old AND young.id <= next.id)
  ), forgotten AS (
    UPDATE operation_record r SET planned = NULL, associations = NULL, if_empty = NULL
    FROM old WHERE r.project_id = $1 AND r.operation_id = old.id AND r.planned IS NOT NULL
  ), moved AS (
    INSERT INTO operation_retention (project_id, sent_forgotten_to)
    SELECT $1, id FROM old ORDER BY id DESC LIMIT 1
    ON CONFLICT (project_id) DO UPDATE SET sent_forgotten_to = excluded.sent_forgotten_to
  )
  SELECT count(*)::int AS count FROM old`;

/**
 * Forgets what was sent for the next operations of a project that ended more than `ageMs` ago; the operations and the
 * outcomes of their records stay. Gives how many operations there were.
 */
export async function forgetSent(
  db: Queryable,
  { projectId, ageMs, limit }: { projectId: string; ageMs: number; limit: number },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(sql, [projectId, ageMs, limit]);
  return rows[0]?.count ?? 0;
}
