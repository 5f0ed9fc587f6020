import { createFaultLog, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';
import { backoffMs } from '../backoff.ts';
import type { EventBus, OutgoingMessage } from '../event-bus.ts';
import { createNap } from '../nap.ts';
import { structuredHeaders } from './cloud-event.ts';
import { startLeadership } from './leadership.ts';
import { isTooLarge } from './outbox-line.ts';
import { readOutbox, removeFromOutbox, type OutboxRow } from './outbox-rows.ts';
import { putAwayTooLarge } from './put-away-too-large.ts';

export type Relay = {
  /** Looks into the outbox now; for the process that has just written into it. */
  poke(): void;
  /** Ends after the batch under way, and gives leadership up. */
  close(): Promise<void>;
};

/** Below a megabyte in all, which is the most that a broker takes for one partition unless told otherwise. */
const batchLimits = { maxRows: 500, maxBytes: 600_000 };
/** A batch costs the database, the bus and its consumers the same, however small: after one that was, more gather. */
const gatherMs = 10;
const smallBatch = 100;

/**
 * Publishes the outbox in the order of its numbers and deletes what the bus has acknowledged, for ever: a failure
 * keeps the rows, and is tried again after a pause of its own. No transaction is open while it sends.
 *
 * Of all processes one publishes, by a lease. One that was frozen may send a batch that its successor has sent
 * already; that repeats events but misorders none, since each batch begins with the oldest unpublished event of each
 * of its aggregates, and consumers drop repetitions (Architecture).
 *
 * @param options.pollMs how long an event waits at most when nobody pokes.
 */
export function startRelay(options: {
  pool: Pool;
  bus: Pick<EventBus, 'publish'>;
  logger: Logger;
  pollMs: number;
  leaseMs?: number;
}): Relay {
  const { pool, bus, pollMs, leaseMs = 5_000 } = options;
  const logger = options.logger.with({ relay: 'outbox' });
  const leadership = startLeadership({ pool, name: 'outbox-relay', leaseMs, logger });
  const leads = () => leadership.remainingMs() > leaseMs / 3;
  const faults = createFaultLog(logger, 'The relay');
  const nap = createNap();
  // Apart from the usual pause, since a poke must not shorten it.
  const pause = createNap();
  let closed = false;

  const relay = async (): Promise<void> => {
    let failures = 0;
    while (!closed) {
      try {
        const published = await publishOldest({ pool, bus, logger }, leads);
        if (published > 0) faults.recovered();
        failures = 0;
        if (published === 0) await nap.rest(pollMs);
        else if (published < smallBatch) await pause.rest(gatherMs);
      } catch (error) {
        faults.failed(error);
        failures += 1;
        await pause.rest(backoffMs(failures));
      }
    }
  };

  const relaying = relay();
  return {
    poke: () => nap.end(),
    close: async () => {
      closed = true;
      nap.end();
      pause.end();
      await relaying;
      await leadership.close();
    },
  };
}

type Road = { pool: Pool; bus: Pick<EventBus, 'publish'>; logger: Logger };

/** How many events left the outbox; none when there are none, or somebody else leads. */
async function publishOldest({ pool, bus, logger }: Road, leads: () => boolean): Promise<number> {
  if (!leads()) return 0;
  const rows = await readOutbox(pool, batchLimits);
  // Asked again, because the process may have been frozen meanwhile.
  if (rows.length === 0 || !leads()) return 0;
  const fit = rows.filter((row) => !isTooLarge(row));
  if (fit.length > 0) {
    await bus.publish(fit.map(toMessage));
    await removeFromOutbox(pool, fit);
  }
  if (fit.length < rows.length) await putAwayTooLarge(pool, rows.filter(isTooLarge), logger);
  return rows.length;
}

const toMessage = (row: OutboxRow): OutgoingMessage => ({
  key: row.key,
  value: Buffer.from(row.body),
  headers: structuredHeaders,
});
