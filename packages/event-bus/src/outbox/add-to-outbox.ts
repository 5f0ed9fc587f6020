import { lifecycleTopic } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { addDeadLetters } from '../dead-letters/add-dead-letters.ts';
import { tooLarge } from '../lifecycle-event/size.ts';
import { structuredHeaders } from './cloud-event.ts';
import type { NewEvent } from './new-event.ts';
import { insertLines, isTooLarge, toOutboxLine } from './outbox-line.ts';

/**
 * Writes events into the outbox, in the transaction of the change they tell about and after the changed aggregate's
 * row is locked, so that the outbox's order is the order of commits per aggregate. One statement, however many.
 *
 * An event that no consumer would take because of its size goes to the dead letters, where it can be looked at: it
 * must neither fail the change nor stop the relay.
 */
export async function addToOutbox(tx: Queryable, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map(toOutboxLine);
  const fit = rows.filter((row) => !isTooLarge(row));
  if (fit.length > 0) await insertLines(tx, fit);
  await addDeadLetters(
    tx,
    rows.filter(isTooLarge).map(({ key, body }) => ({
      message: { key, value: Buffer.from(body), headers: structuredHeaders, topic: lifecycleTopic },
      reason: tooLarge(Buffer.byteLength(body)),
    })),
  );
}
