import { Prisma, type Queryable } from '@writ/db';
import { projectLaneIds } from '@writ/lanes';

/** SQL: from the operations that wait in the lane `lane` or are under way. */
export const waitingInLane = Prisma.sql`FROM operation WHERE lane_id = lane.id AND due_at IS NOT NULL`;

const countSql = `
  SELECT count(*)::int AS count FROM (
    SELECT FROM operation WHERE lane_id = ANY ($1::uuid[]) AND due_at IS NOT NULL LIMIT $2
  ) AS unfinished`;

/** How many operations of a project wait or are under way, counted up to a number. */
export async function countUnfinished(db: Queryable, projectId: string, upTo: number): Promise<number> {
  const laneIds = await projectLaneIds(db, projectId, 'provider');
  const { rows } = await db.query<{ count: number }>(countSql, [laneIds, upTo]);
  return rows[0]?.count ?? 0;
}

/**
 * What is leased stands first in the index. Its leases matter only where nothing else is due: then all that is due is
 * leased, which is no more than is under way.
 */
const nextSql = `
  WITH moment AS MATERIALIZED (
    SELECT clock_timestamp() AS now
  ), free AS MATERIALIZED (
    SELECT due_at FROM operation
    WHERE lane_id = $1 AND due_at IS NOT NULL AND (lease_until IS NULL OR lease_until <= (SELECT now FROM moment))
    ORDER BY due_at LIMIT 1
  )
  SELECT CASE
    WHEN (SELECT due_at FROM free) <= (SELECT now FROM moment) THEN (SELECT due_at FROM free)
    ELSE least((SELECT due_at FROM free), (
      SELECT min(lease_until) FROM operation
      WHERE lane_id = $1 AND due_at <= (SELECT now FROM moment) AND lease_until > (SELECT now FROM moment)
    ))
  END AS due_at`;

/** When the lane's next operation is due, or its lease ends; undefined when none waits in it. */
export async function nextDueOperation(tx: Queryable, laneId: string): Promise<Date | undefined> {
  const { rows } = await tx.query<{ due_at: Date | null }>(nextSql, [laneId]);
  return rows[0]?.due_at ?? undefined;
}
