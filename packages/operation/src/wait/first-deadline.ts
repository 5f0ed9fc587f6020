import type { Queryable } from '@writ/db';

const sql = `
  SELECT (extract(epoch FROM min(deadline_at) - clock_timestamp()) * 1000)::float8 AS ms
  FROM operation WHERE lane_id = $1 AND due_at IS NOT NULL`;

/**
 * Time until the first deadline among the lane's waiting operations; negative if it has passed, undefined
 * without any. Reads all of them.
 */
export async function firstDeadline(db: Queryable, laneId: string): Promise<number | undefined> {
  const { rows } = await db.query<{ ms: number | null }>(sql, [laneId]);
  return rows[0]?.ms ?? undefined;
}
