import type { EventType, LifecycleEvent } from '@writ/contracts';
import { isId, newId, plainArray, textArray, type Queryable } from '@writ/db';
import { knownLinesInserted } from '@writ/event-bus';
import { destinationLanesTouched } from '@writ/lanes';
import { groupHash, isLiveProject, isOfErasedGroup } from '@writ/tenancy';

/** `published`: the line for other readers of the bus, unless the event came from there. */
export type NewEvent = {
  event: LifecycleEvent;
  /** The publisher's. */
  traceParent?: string | undefined;
  published?: { key: string; line: string };
};

/** SQL: each destination to which a topic leads these events, once. */
export const routedTo = (events: string): string => `
  routed AS MATERIALIZED (
    SELECT DISTINCT t.project_id, t.type, d.id AS destination_id, d.status = 'enabled' AS enabled
    FROM (SELECT DISTINCT project_id, type FROM ${events}) AS t
    JOIN notification_event_topic_route AS n ON n.project_id = t.project_id AND n.event_type = t.type
    JOIN topic_destination_route AS r ON r.topic_id = n.topic_id
    JOIN destination AS d ON d.id = r.destination_id AND d.project_id = t.project_id)`;

/**
 * SQL, to the end of the statement: deliveries of `stored` events to `routed` destinations, and due times of lanes;
 * returns the lanes. A delivery's id is its event's with another tail, so both sort by arrival.
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

const store = {
  name: 'store-events',
  text: `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[],
        $8::text[], $9::text[], $10::uuid[], $11::uuid[], $12::text[], $13::text[])
      AS g (project_id, id, source, event_id, type, time, body, key, line, installation_id, operation_id, trace_parent,
        group_hash)
    WHERE ${isLiveProject('g.project_id')}
      AND NOT ${isOfErasedGroup({ projectId: 'g.project_id', hash: 'g.group_hash', time: 'g.time' })}),
  ${routedTo('given')},
  stored AS (
    INSERT INTO event (project_id, id, source, event_id, type, time, body, installation_id, operation_id, trace_parent, unrouted)
    SELECT project_id, id, source, event_id, type, time, body, installation_id, operation_id, trace_parent,
      NOT EXISTS (SELECT FROM routed AS r WHERE r.project_id = g.project_id AND r.type = g.type)
    FROM given AS g ORDER BY project_id, source, event_id
    ON CONFLICT (project_id, source, event_id) DO NOTHING
    RETURNING project_id, id, type, create_time),
  told AS (
    SELECT g.project_id, g.id, g.key, g.line, g.trace_parent FROM given AS g JOIN stored USING (project_id, id)
    WHERE g.line IS NOT NULL),
  ${knownLinesInserted('told')},
  ${fannedOut}`,
};

/** The same bytes for every delivery and attempt of an event (Contract §6.2). */
export const eventBody = (event: { type: EventType; id: string; time: string; data: unknown }): string =>
  JSON.stringify({ notificationType: event.type, id: event.id, time: event.time, data: event.data });

const idIn = (data: LifecycleEvent['data'], name: string): string | null => {
  const { [name]: id } = data;
  return typeof id === 'string' && isId(id.toLowerCase()) ? id : null;
};

const hashOfGroup = ({ projectid: projectId, data: { groupRef } }: LifecycleEvent): string | null =>
  typeof groupRef === 'string' ? groupHash({ projectId, groupRef }) : null;

/**
 * Stores new events with their deliveries in one statement, except those of erased groups and projects. Returns the
 * lanes with due deliveries.
 */
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
      textArray(given.map(({ traceParent }) => traceParent ?? null)),
      plainArray(events.map(hashOfGroup)),
    ],
  });
  return rows.map(({ id }) => id);
}
