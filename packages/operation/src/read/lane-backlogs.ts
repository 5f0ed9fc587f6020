import type { Queryable } from '@writ/db';

/** What waits in a lane: how many, counted up to a limit, and when the first of it is or was due. */
export type LaneBacklog = { queued: number; oldestDue?: Date };

const sql = `
  SELECT lane.id,
    (SELECT count(*)::int FROM (
      SELECT FROM operation WHERE lane_id = lane.id AND due_at IS NOT NULL LIMIT $2
    ) AS counted) AS queued,
    (SELECT due_at FROM operation WHERE lane_id = lane.id AND due_at IS NOT NULL ORDER BY due_at LIMIT 1) AS oldest_due
  FROM unnest($1::uuid[]) AS lane (id)`;

/** The backlogs of lanes of provider accounts. */
export async function laneBacklogs(
  db: Queryable,
  laneIds: readonly string[],
  countedUpTo: number,
): Promise<ReadonlyMap<string, LaneBacklog>> {
  type Row = { id: string; queued: number; oldest_due: Date | null };
  const { rows } = await db.query<Row>(sql, [laneIds, countedUpTo]);
  return new Map(
    rows.map((row) => [row.id, { queued: row.queued, ...(row.oldest_due && { oldestDue: row.oldest_due }) }]),
  );
}
