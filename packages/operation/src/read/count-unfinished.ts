import type { Queryable } from '@writ/db';
import { projectLaneIds } from '@writ/lanes';

const sql = `
  SELECT count(*)::int AS count FROM (
    SELECT FROM operation WHERE lane_id = ANY ($1::uuid[]) AND due_at IS NOT NULL LIMIT $2
  ) AS unfinished`;

/** How many operations of a project wait or are under way, counted up to a number. */
export async function countUnfinished(db: Queryable, projectId: string, upTo: number): Promise<number> {
  const laneIds = await projectLaneIds(db, projectId, 'provider');
  const { rows } = await db.query<{ count: number }>(sql, [laneIds, upTo]);
  return rows[0]?.count ?? 0;
}
