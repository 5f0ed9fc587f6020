import { idsBefore, type Queryable } from '@writ/db';

const sql = `
  WITH old AS MATERIALIZED (
    SELECT e.id FROM event AS e
    WHERE e.project_id = $1 AND e.id < (SELECT ${idsBefore('$2')})
      AND NOT EXISTS (SELECT FROM delivery AS d WHERE d.project_id = $1 AND d.event_row_id = e.id)
    ORDER BY e.id
    LIMIT $3
  )
  DELETE FROM event AS e USING old WHERE e.project_id = $1 AND e.id = old.id`;

/** Removes the oldest events of a project that came in more than `ageMs` ago and have no delivery left. */
export async function removeEvents(
  db: Queryable,
  { projectId, ageMs, limit }: { projectId: string; ageMs: number; limit: number },
): Promise<number> {
  return (await db.query(sql, [projectId, ageMs, limit])).rowCount ?? 0;
}
