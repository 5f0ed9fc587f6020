import type { Queryable } from '@writ/db';
import type { NewEvent } from './new-event.ts';
import { insertLines, toOutboxLine } from './outbox-line.ts';

/**
 * Writes events into the outbox, in the transaction of the change they tell about and after the changed aggregate's
 * row is locked, so that the outbox's order is the order of commits per aggregate. One statement, however many.
 *
 * One that no consumer would take because of its size neither fails the change nor stops the relay, which puts it among
 * the dead letters.
 */
export async function addToOutbox(tx: Queryable, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await insertLines(tx, events.map(toOutboxLine));
}
