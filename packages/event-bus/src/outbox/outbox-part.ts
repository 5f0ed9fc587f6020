import { plainArray, textArray } from '@writ/db';
import type { NewEvent } from './new-event.ts';
import { toOutboxLine } from './outbox-line.ts';

/** A part of the statement that makes the change: its place in the `WITH`, and its values. */
export type OutboxPart = { sql: (first: number) => string; values: readonly unknown[] };

/** Numbers are given out in the order of the arrays. */
const sql = (first: number): string => `, announced AS (
    INSERT INTO outbox (project_id, key, event_id, body)
    SELECT e.project_id, e.key, e.event_id, e.body
    FROM unnest($${first}::uuid[], $${first + 1}::uuid[], $${first + 2}::text[], $${first + 3}::uuid[], $${first + 4}::text[])
      WITH ORDINALITY AS e (ended_id, project_id, key, event_id, body, place)
    JOIN ended ON ended.id = e.ended_id
    ORDER BY e.place
  )`;

/**
 * Writes events into the outbox by the very statement that makes the change they tell about: each where the part
 * `ended (id)` of that statement holds its `endedId`.
 */
export function outboxPart(events: readonly { endedId: string; event: NewEvent }[]): OutboxPart {
  const lines = events.map(({ endedId, event }) => ({ endedId, ...toOutboxLine(event) }));
  const values = [
    plainArray(lines.map(({ endedId }) => endedId)),
    plainArray(lines.map(({ projectId }) => projectId)),
    textArray(lines.map(({ key }) => key)),
    plainArray(lines.map(({ id }) => id)),
    textArray(lines.map(({ body }) => body)),
  ];
  return { sql, values };
}
