import type { Transaction } from '@writ/db';
import { destinationLane, touchLanes } from '@writ/lanes';

/**
 * Makes deliveries due now, whatever their outcome, with the same `webhook-id` (Contract §6.2); skips those in
 * flight. The attempt that delivered moves to its own row; a line of an ended object joins another object. Returns
 * the lanes to wake.
 */
export async function sendAgain(
  { prisma, sql }: Transaction,
  projectId: string,
  deliveryIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await prisma.$queryRaw<{ laneId: string }[]>`
    WITH chosen AS MATERIALIZED (
      -- Whether an attempt is under way is looked at again once who settles it has let go of the row.
      SELECT d.* FROM delivery AS d
      WHERE d.project_id = ${projectId}::uuid AND d.id = ANY (${deliveryIds}::uuid[]) AND (d.status <> 'pending' OR NOT d.claimed)
      ORDER BY d.id FOR UPDATE),
    kept AS (
      INSERT INTO delivery_attempt
        (project_id, delivery_id, attempt, at, outcome, http_status, duration_ms, response_excerpt)
      SELECT project_id, id, sent_attempt, sent_at, 'delivered', http_status, duration_ms, response_excerpt
      FROM chosen WHERE sent_attempt IS NOT NULL
      ON CONFLICT DO NOTHING)
    UPDATE delivery AS d SET status = 'pending', due_at = clock_timestamp(), update_time = clock_timestamp(),
      object_name = CASE chosen.status WHEN 'pending' THEN d.object_name END,
      sent_attempt = NULL, sent_at = NULL, http_status = NULL, duration_ms = NULL, response_excerpt = NULL
    FROM chosen
    WHERE d.project_id = ${projectId}::uuid AND d.id = chosen.id
    RETURNING d.destination_id AS "laneId"`;
  const laneIds = [...new Set(rows.map(({ laneId }) => laneId))];
  const lanes = laneIds.map((id) => destinationLane({ id, projectId }));
  await touchLanes(sql, lanes);
  return laneIds;
}
