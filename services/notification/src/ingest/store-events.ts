import type { EventType, LifecycleEvent } from '@writ/contracts';
import { newId, type Queryable } from '@writ/db';
import { destinationLane, touchLanes } from '@writ/lanes';

/**
 * Stores the events that are new, and a delivery for each destination that any topic leads their type to. An id of a
 * delivery is that of its event with another tail: both are version 7, and sort by the event's time of arrival.
 */
const storeSql = `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
      AS g (project_id, id, source, event_id, type, time, body)),
  stored AS (
    INSERT INTO event (project_id, id, source, event_id, type, time, body)
    SELECT project_id, id, source, event_id, type, time, body FROM given ORDER BY project_id, source, event_id
    ON CONFLICT (project_id, source, event_id) DO NOTHING
    RETURNING project_id, id, type),
  routed AS MATERIALIZED (
    SELECT DISTINCT t.project_id, t.type, d.id AS destination_id, d.status = 'enabled' AS enabled
    FROM (SELECT DISTINCT project_id, type FROM given) AS t
    JOIN notification_event_topic_route AS n ON n.project_id = t.project_id AND n.event_type = t.type
    JOIN topic_destination_route AS r ON r.topic_id = n.topic_id
    JOIN destination AS d ON d.id = r.destination_id AND d.project_id = t.project_id),
  fanned AS (
    INSERT INTO delivery (project_id, id, event_row_id, event_type, destination_id, status, due_at)
    SELECT s.project_id, overlay(gen_random_uuid()::text PLACING left(s.id::text, 15) FROM 1)::uuid, s.id, s.type,
      r.destination_id, CASE WHEN r.enabled THEN 'pending' ELSE 'held' END,
      CASE WHEN r.enabled THEN clock_timestamp() END
    FROM stored AS s JOIN routed AS r ON r.project_id = s.project_id AND r.type = s.type
    RETURNING project_id, destination_id, due_at)
  SELECT DISTINCT project_id AS "projectId", destination_id AS id FROM fanned WHERE due_at IS NOT NULL`;

/** What every destination is sent about an event, once and for all: the same bytes at every attempt (Contract §6.2). */
export const eventBody = (event: { type: EventType; id: string; time: string; data: unknown }): string =>
  JSON.stringify({ notificationType: event.type, id: event.id, time: event.time, data: event.data });

/** Stores events with their deliveries, and touches the lanes of their destinations; gives the ids of those lanes. */
export async function storeEvents(
  tx: Queryable,
  events: readonly LifecycleEvent[],
): Promise<readonly string[]> {
  const { rows } = await tx.query<{ projectId: string; id: string }>(storeSql, [
    events.map(({ projectid }) => projectid),
    events.map(() => newId()),
    events.map(({ source }) => source),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ time }) => time),
    events.map(eventBody),
  ]);
  if (rows.length > 0) await touchLanes(tx, rows.map(destinationLane));
  return rows.map(({ id }) => id);
}
