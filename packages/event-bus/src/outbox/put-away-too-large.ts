import { lifecycleTopic } from '@writ/contracts';
import { inTransaction } from '@writ/db';
import type { Logger } from '@writ/service-kit';
import type { Pool } from 'pg';
import { addDeadLetters } from '../dead-letters/add-dead-letters.ts';
import { tooLarge } from '../lifecycle-event/size.ts';
import { structuredHeaders } from './cloud-event.ts';
import { removeFromOutbox, type OutboxRow } from './outbox-rows.ts';

/** Moves events that no consumer would take because of their size to the dead letters, where they can be looked at. */
export async function putAwayTooLarge(pool: Pool, rows: readonly OutboxRow[], logger: Logger): Promise<void> {
  for (const row of rows) {
    const { key, body } = row;
    const reason = tooLarge(Buffer.byteLength(body));
    const message = { key, value: Buffer.from(body), headers: structuredHeaders, topic: lifecycleTopic };
    const isMoved = await inTransaction(pool, async (tx) => {
      // A relay that was frozen meanwhile finds that its successor has moved it.
      if ((await removeFromOutbox(tx, [row])) === 0) return false;
      await addDeadLetters(tx, [{ message, reason }]);
      return true;
    });
    if (isMoved) logger.error('an event of ours became a dead letter', { key, reason });
  }
}
