import { newId, plainArray, textArray, type Queryable } from '@writ/db';
import { maxEventBytes } from '../lifecycle-event/size.ts';
import { messageKey, toCloudEvent } from './cloud-event.ts';
import type { NewEvent } from './new-event.ts';

/** An event as it is stored in the outbox. */
export type OutboxLine = { id: string; projectId: string; key: string; body: string };

export function toOutboxLine(event: NewEvent): OutboxLine {
  const id = event.id ?? newId();
  return { id, projectId: event.projectId, key: messageKey(event), body: toCloudEvent({ ...event, id }) };
}

/** Whether no consumer would take it because of its size. A character has three bytes at most. */
export const isTooLarge = ({ body }: Pick<OutboxLine, 'body'>): boolean =>
  body.length * 3 > maxEventBytes && Buffer.byteLength(body) > maxEventBytes;

// Numbers are given out in the order of the arrays.
const insertSql = `
  INSERT INTO outbox (project_id, key, event_id, body)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[])`;

/** Stores lines, in their order. */
export async function insertLines(tx: Queryable, lines: readonly OutboxLine[]): Promise<void> {
  await tx.query(insertSql, [
    plainArray(lines.map((line) => line.projectId)),
    textArray(lines.map((line) => line.key)),
    plainArray(lines.map((line) => line.id)),
    textArray(lines.map((line) => line.body)),
  ]);
}
