import { lifecycleTopic } from '@writ/contracts';
import { inTransaction, startLeaderRounds, type LeaderRounds } from '@writ/db';
import { createFaultLog, inTraces, type Logger, type Rest } from '@writ/service-kit';
import type { Pool } from 'pg';
import { backoffMs } from './backoff.ts';
import { addDeadLetters } from './dead-letters/add-dead-letters.ts';
import type { EventBus, OutgoingMessage } from './event-bus.ts';
import { knownHeader } from './lifecycle-event/known-event.ts';
import { messagesSpan } from './messages-span.ts';
import { tooLarge } from './lifecycle-event/parse-lifecycle-event.ts';
import { isTooLarge, structuredHeaders } from './outbox/outbox-line.ts';
import { readOutbox, removeFromOutbox, type OutboxRow } from './outbox/outbox-rows.ts';

/** Below a megabyte, the default limit of brokers. */
const batchLimits = { maxRows: 500, maxBytes: 600_000 };
/** A batch has a fixed cost: after a small one, more events gather. */
const gatherMs = 10;
const smallBatch = 100;

/**
 * Publishes the outbox in order and deletes what the bus has acknowledged; after a failure it retries after a
 * pause. No transaction is open while it sends.
 *
 * One process publishes, by a lease. A process that was frozen may repeat a batch of its successor. Events
 * repeat but keep their order, since each batch begins with the oldest unpublished event of its aggregates;
 * consumers drop repetitions.
 * @param options.pollMs the longest wait of an event without a poke
 */
export function startRelay(options: {
  pool: Pool;
  bus: Pick<EventBus, 'publish'>;
  logger: Logger;
  pollMs: number;
  leaseMs?: number;
}): LeaderRounds {
  const { pool, bus, pollMs, leaseMs = 5_000 } = options;
  const logger = options.logger.with({ relay: 'outbox' });
  const faults = createFaultLog(logger, 'The relay');

  /** None if the outbox is empty or another process leads. */
  const publishOldest = async (leads: () => boolean): Promise<readonly OutboxRow[]> => {
    const rows = await readOutbox(pool, batchLimits);
    // It may have been frozen meanwhile.
    if (rows.length === 0 || !leads()) return [];
    const fit = rows.filter((row) => !isTooLarge(row));
    if (fit.length > 0) {
      const traces = fit.map(({ traceParent }) => traceParent);
      await inTraces(`send ${lifecycleTopic}`, traces, messagesSpan('send', fit.length), () =>
        bus.publish(fit.map(toMessage)),
      );
      await removeFromOutbox(pool, fit);
    }
    for (const row of rows.filter(isTooLarge)) await putAwayTooLarge(pool, row, logger);
    return rows;
  };

  return startLeaderRounds({
    db: pool,
    name: 'outbox-relay',
    everyMs: pollMs,
    leaseMs,
    round: async (leads): Promise<Rest> => {
      const published = await publishOldest(leads);
      if (published.length === 0) return pollMs;
      faults.recovered();
      if (published.length >= smallBatch) return 0;
      return published.every(({ known }) => known) ? pollMs : { deafMs: gatherMs };
    },
    onError: faults.failed,
    restAfterFault: (failures) => ({ deafMs: backoffMs(failures) }),
  });
}

const knownHeaders = { ...structuredHeaders, ...knownHeader };

const toMessage = (row: OutboxRow): OutgoingMessage => ({
  key: row.key,
  value: Buffer.from(row.body),
  headers: {
    ...(row.known ? knownHeaders : structuredHeaders),
    ...(row.traceParent !== null && { traceparent: row.traceParent }),
  },
});

/** Moves an event that is too large for consumers to the dead letters. */
async function putAwayTooLarge(pool: Pool, row: OutboxRow, logger: Logger): Promise<void> {
  const message = { ...toMessage(row), topic: lifecycleTopic };
  const why = tooLarge(message.value.length);
  const isMoved = await inTransaction(pool, async (tx) => {
    // A frozen relay's successor may have moved it.
    if ((await removeFromOutbox(tx, [row])) === 0) return false;
    await addDeadLetters(tx, [{ message, ...why }]);
    return true;
  });
  if (isMoved) logger.error('an event of ours became a dead letter', { key: row.key, reason: why.reason });
}
