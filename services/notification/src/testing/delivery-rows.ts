import { versionOf } from '../delivery/destination-book.ts';
import type { DeliveryWorld } from './delivery-world.ts';

export type DeliveryRow = {
  id: string;
  eventId: string;
  destinationId: string;
  status: 'pending' | 'delivered' | 'failed' | 'held';
  due: boolean;
  attempt: number;
  claimed: boolean;
  attempts: { attempt: number; outcome: 'delivered' | 'failed' }[] | null;
  /** The lane is due when this delivery is due, or now. */
  promised: boolean;
};

const deliveriesSql = `
  SELECT d.id, e.event_id AS "eventId", d.destination_id AS "destinationId", d.status, d.due_at IS NOT NULL AS due,
    d.attempt, d.claimed, coalesce(l.next_due_at <= greatest(d.due_at, d.lease_until, clock_timestamp()), false) AS promised,
    (SELECT json_agg(json_build_object('attempt', a.attempt, 'outcome', a.outcome) ORDER BY a.attempt)
      FROM (SELECT attempt, outcome FROM delivery_attempt WHERE project_id = d.project_id AND delivery_id = d.id
        UNION ALL SELECT d.sent_attempt, 'delivered' WHERE d.sent_attempt IS NOT NULL) AS a) AS attempts
  FROM delivery AS d
  JOIN event AS e ON e.project_id = d.project_id AND e.id = d.event_row_id
  LEFT JOIN lane AS l ON l.id = d.destination_id
  WHERE d.project_id = $1`;

export async function readDeliveries({ db, projectId }: DeliveryWorld): Promise<DeliveryRow[]> {
  return (await db.pool.query<DeliveryRow>(deliveriesSql, [projectId])).rows;
}

/** Of ingested events. */
export async function readEvents({ db, projectId }: DeliveryWorld): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(
    "SELECT event_id AS id FROM event WHERE project_id = $1 AND type = 'connection.created'",
    [projectId],
  );
  return rows.map(({ id }) => id);
}

export type DestinationRow = {
  id: string;
  status: 'enabled' | 'disabled';
  version: number;
  announced: number;
};

/** Existing destinations, with the number of events about their disabling. */
export async function readDestinations({ db, projectId }: DeliveryWorld): Promise<DestinationRow[]> {
  const { rows } = await db.pool.query<DestinationRow>(
    `SELECT d.id, d.status, ${versionOf} AS version, (
       (SELECT count(*) FROM outbox WHERE project_id = $1 AND body LIKE '%' || d.id || '%') +
       (SELECT count(*) FROM event WHERE project_id = $1 AND body LIKE '%' || d.id || '%'))::int AS announced
     FROM destination AS d WHERE d.project_id = $1`,
    [projectId],
  );
  return rows;
}
