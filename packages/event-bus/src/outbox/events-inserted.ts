import { plainArray, textArray } from '@writ/db';
import type { NewEvent } from './new-event.ts';
import { toOutboxLine } from './outbox-line.ts';

/**
 * SQL: a part of the `WITH` of the statement that makes changes. It writes events into the outbox, each only where
 * another of the parts, `changed (id)`, holds the id that its event is `about`. Numbers are given out in the order of the
 * arrays.
 *
 * @param first number of the first of the five parameters that `eventColumns` gives
 */
export const eventsInserted = (changed: string, first: number): string => `announced AS (
    INSERT INTO outbox (project_id, key, event_id, body)
    SELECT e.project_id, e.key, e.event_id, e.body
    FROM unnest($${first}::uuid[], $${first + 1}::uuid[], $${first + 2}::text[], $${first + 3}::uuid[], $${first + 4}::text[])
      WITH ORDINALITY AS e (about, project_id, key, event_id, body, place)
    JOIN ${changed} ON ${changed}.id = e.about
    ORDER BY e.place
  )`;

/** The values of `eventsInserted`. */
export function eventColumns(events: readonly { about: string; event: NewEvent }[]): unknown[] {
  const lines = events.map(({ about, event }) => ({ about, ...toOutboxLine(event) }));
  return [
    plainArray(lines.map(({ about }) => about)),
    plainArray(lines.map(({ projectId }) => projectId)),
    textArray(lines.map(({ key }) => key)),
    plainArray(lines.map(({ id }) => id)),
    textArray(lines.map(({ body }) => body)),
  ];
}
