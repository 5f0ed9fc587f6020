import type { EventType, LifecycleEvent } from '@writ/contracts';
import { isId, newId, plainArray, textArray, type Queryable } from '@writ/db';
import { knownLinesInserted } from '@writ/event-bus';
import { destinationLanesTouched } from '@writ/lanes';

/** An event to store; `published` holds what others are told by the bus, where they have not heard of it from there. */
export type NewEvent = { event: LifecycleEvent; published?: { key: string; line: string } };

/** SQL: the destinations that any topic leads the types of these events to, once each. */
export const routedTo = (events: string): string => `
  routed AS MATERIALIZED (
    SELECT DISTINCT t.project_id, t.type, d.id AS destination_id, d.status = 'enabled' AS enabled
    FROM (SELECT DISTINCT project_id, type FROM ${events}) AS t
    JOIN notification_event_topic_route AS n ON n.project_id = t.project_id AND n.event_type = t.type
    JOIN topic_destination_route AS r ON r.topic_id = n.topic_id
    JOIN destination AS d ON d.id = r.destination_id AND d.project_id = t.project_id)`;

/**
 * SQL, to the statement's end: a delivery of each event of `stored` to each destination of `routed`, and the due time of
 * its lane; gives the ids of those lanes. An id of a delivery is that of its event with another tail: both are version 7,
 * and sort by the event's time of arrival, which is the time of both.
 */
export const fannedOut = `
  fanned AS (
    INSERT INTO delivery (project_id, id, event_row_id, event_type, destination_id, status, due_at, create_time)
    SELECT s.project_id, overlay(gen_random_uuid()::text PLACING left(s.id::text, 15) FROM 1)::uuid, s.id, s.type,
      r.destination_id, CASE WHEN r.enabled THEN 'pending' ELSE 'held' END,
      CASE WHEN r.enabled THEN clock_timestamp() END, s.create_time
    FROM stored AS s JOIN routed AS r ON r.project_id = s.project_id AND r.type = s.type
    RETURNING project_id, destination_id, due_at),
  due AS (
    SELECT project_id, destination_id, min(due_at) AS due_at FROM fanned WHERE due_at IS NOT NULL GROUP BY 1, 2),
  ${destinationLanesTouched('due')}
  SELECT destination_id AS id FROM due, (SELECT count(*) FROM touched) AS t`;

/**
 * Stores the events that are new, with a line of the outbox for those that the bus has not carried yet, a delivery for each
 * destination that any topic leads their type to, and the due time of its lane.
 */
const store = {
  name: 'store-events',
  text: `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[],
        $8::text[], $9::text[], $10::uuid[], $11::uuid[])
      AS g (project_id, id, source, event_id, type, time, body, key, line, installation_id, operation_id)),
  ${routedTo('given')},
  stored AS (
    INSERT INTO event (project_id, id, source, event_id, type, time, body, installation_id, operation_id, unrouted)
    SELECT project_id, id, source, event_id, type, time, body, installation_id, operation_id,
      NOT EXISTS (SELECT FROM routed AS r WHERE r.project_id = g.project_id AND r.type = g.type)
    FROM given AS g ORDER BY project_id, source, event_id
    ON CONFLICT (project_id, source, event_id) DO NOTHING
    RETURNING project_id, id, type, create_time),
  told AS (
    SELECT g.project_id, g.id, g.key, g.line FROM given AS g JOIN stored USING (project_id, id)
    WHERE g.line IS NOT NULL),
  ${knownLinesInserted('told')},
  ${fannedOut}`,
};

/** What every destination is sent about an event, once and for all: the same bytes at every attempt (Contract §6.2). */
export const eventBody = (event: { type: EventType; id: string; time: string; data: unknown }): string =>
  JSON.stringify({ notificationType: event.type, id: event.id, time: event.time, data: event.data });

/** An id of ours in what is told; others' own words are found by nothing. */
const idIn = (data: LifecycleEvent['data'], name: string): string | null => {
  const { [name]: id } = data;
  return typeof id === 'string' && isId(id.toLowerCase()) ? id : null;
};

/** Stores events with their deliveries in one statement; gives the ids of the lanes that have something due by them. */
export async function storeEvents(db: Queryable, given: readonly NewEvent[]): Promise<readonly string[]> {
  const events = given.map(({ event }) => event);
  const { rows } = await db.query<{ id: string }>({
    ...store,
    values: [
      plainArray(events.map(({ projectid }) => projectid)),
      plainArray(events.map(() => newId())),
      textArray(events.map(({ source }) => source)),
      textArray(events.map(({ id }) => id)),
      plainArray(events.map(({ type }) => type)),
      plainArray(events.map(({ time }) => time)),
      textArray(events.map(eventBody)),
      textArray(given.map(({ published }) => published?.key ?? null)),
      textArray(given.map(({ published }) => published?.line ?? null)),
      plainArray(events.map(({ data }) => idIn(data, 'installationId'))),
      plainArray(events.map(({ data }) => idIn(data, 'operationId'))),
    ],
  });
  return rows.map(({ id }) => id);
}
