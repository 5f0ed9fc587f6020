import type { EventType, ReplayRequest } from '@writ/contracts';
import { idsOfSpan, isId, type Queryable } from '@writ/db';
import { touchLanes } from '@writ/lanes';

/** Which deliveries of a project are to be sent again: one by its id, or those of a destination that is held. */
export type Again =
  | { deliveryId: string }
  | ({ destinationId: string } & Partial<Omit<ReplayRequest, 'eventType'>> & { eventType?: EventType });

/** An attempt that is under way is left to end. */
const againSql = (condition: string): string => `
  UPDATE delivery AS d SET status = 'pending', due_at = clock_timestamp(), update_time = clock_timestamp()
  FROM (
    SELECT id FROM delivery WHERE project_id = $1 AND ${condition}
    ORDER BY id FOR UPDATE) AS chosen
  WHERE d.project_id = $1 AND d.id = chosen.id
    AND (d.status <> 'pending' OR NOT d.claimed)
  RETURNING d.destination_id`;

/**
 * Makes deliveries due now, whatever became of them before; they keep their `webhook-id` (Contract §6.2). Gives how many
 * there were and which lanes are to be woken. A destination that is disabled holds them again.
 */
export async function sendAgain(
  tx: Queryable,
  projectId: string,
  again: Again,
): Promise<{ count: number; laneIds: readonly string[] }> {
  if ('deliveryId' in again && !isId(again.deliveryId)) return { count: 0, laneIds: [] };
  const [condition, values] = chosen(again);
  const { rows } = await tx.query<{ destination_id: string }>(againSql(condition), [projectId, ...values]);
  const laneIds = [...new Set(rows.map((row) => row.destination_id))];
  await touch(tx, projectId, laneIds);
  return { count: rows.length, laneIds };
}

function chosen(again: Again): [string, unknown[]] {
  if ('deliveryId' in again) return ['id = $2', [again.deliveryId]];
  const statuses = again.status === undefined ? ['failed', 'held'] : [again.status];
  return [
    `destination_id = $2 AND status = ANY($3::text[]) AND create_time >= coalesce($4::timestamptz, '-infinity')
       AND create_time < coalesce($5::timestamptz, 'infinity') AND event_type = coalesce($6, event_type)
       AND ($7::uuid IS NULL OR id >= $7) AND ($8::uuid IS NULL OR id < $8)`,
    [
      ...[again.destinationId, statuses, again.since ?? null, again.until ?? null, again.eventType ?? null],
      ...idsOfSpan(again),
    ],
  ];
}

async function touch(tx: Queryable, projectId: string, laneIds: readonly string[]): Promise<void> {
  const lanes = laneIds.map((id) => ({ id, projectId, kind: 'destination' as const, name: id }));
  if (lanes.length > 0) await touchLanes(tx, lanes);
}
