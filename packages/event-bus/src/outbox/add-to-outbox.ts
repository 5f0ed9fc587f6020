import { plainArray, textArray, type Queryable } from '@writ/db';
import { timed, toOutboxLine, type NewEvent, type OutboxLine } from './outbox-line.ts';

/**
 * Writes events into the outbox by one statement, in the transaction of their change and after its row is
 * locked: the outbox's order is the order of commits of an aggregate. An event that is too large for
 * consumers becomes a dead letter in the relay.
 */
export async function addToOutbox(tx: Queryable, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await tx.query(insertSql(timed('body')), columnsOf(events.map(toOutboxLine)));
}

// Numbers are given out in the order of the arrays.
const insertSql = (body: string): string => `
  INSERT INTO outbox (project_id, key, event_id, body, trace_parent)
  SELECT project_id, key, event_id, ${body}, trace_parent
  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[])
    AS e (project_id, key, event_id, body, trace_parent)`;

/** Stores lines that have their time, in order. */
export async function insertLines(tx: Queryable, lines: readonly OutboxLine[]): Promise<void> {
  await tx.query(insertSql('body'), columnsOf(lines));
}

const columnsOf = (lines: readonly OutboxLine[]): unknown[] => [
  plainArray(lines.map(({ projectId }) => projectId)),
  textArray(lines.map(({ key }) => key)),
  plainArray(lines.map(({ id }) => id)),
  textArray(lines.map(({ body }) => body)),
  textArray(lines.map(({ traceParent }) => traceParent ?? null)),
];

/**
 * SQL: a part of a `WITH` that writes events whose `about` id is in another part, `changed (id)`.
 * @param first number of the first of the six parameters of `eventColumns`
 */
export const eventsInserted = (changed: string, first: number): string => `announced AS (
    INSERT INTO outbox (project_id, key, event_id, body, trace_parent)
    SELECT e.project_id, e.key, e.event_id, ${timed('e.body')}, e.trace_parent
    FROM unnest($${first}::uuid[], $${first + 1}::uuid[], $${first + 2}::text[], $${first + 3}::uuid[], $${first + 4}::text[],
        $${first + 5}::text[])
      WITH ORDINALITY AS e (about, project_id, key, event_id, body, trace_parent, place)
    JOIN ${changed} ON ${changed}.id = e.about
    ORDER BY e.place
  )`;

/**
 * SQL: the same for lines of a part `told (project_id, id, key, line, trace_parent)` that our consumer has
 * stored, in the order of ids.
 */
export const knownLinesInserted = (told: string): string => `announced AS (
    INSERT INTO outbox (project_id, key, event_id, body, trace_parent, known)
    SELECT project_id, key, id, line, trace_parent, true FROM ${told} ORDER BY id
  )`;

/** The values of `eventsInserted`. */
export const eventColumns = (events: readonly { about: string; event: NewEvent }[]): unknown[] => [
  plainArray(events.map(({ about }) => about)),
  ...columnsOf(events.map(({ event }) => toOutboxLine(event))),
];
