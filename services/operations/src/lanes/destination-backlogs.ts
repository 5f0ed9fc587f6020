import type { Queryable } from '@writ/db';
import type { LaneBacklog } from '@writ/operation';

/**
 * The notification service owns this table and alone changes it; it is read here so that one list tells of all lanes
 * without a call from service to service.
 */
const sql = `
  SELECT lane.id,
    (SELECT count(*)::int FROM (
      SELECT FROM delivery WHERE destination_id = lane.id AND due_at IS NOT NULL LIMIT $2
    ) AS counted) AS queued,
    (SELECT due_at FROM delivery WHERE destination_id = lane.id AND due_at IS NOT NULL ORDER BY due_at LIMIT 1)
      AS oldest_due
  FROM unnest($1::uuid[]) AS lane (id)`;

/** The backlogs of destinations' lanes. */
export async function destinationBacklogs(
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
