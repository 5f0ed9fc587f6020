import type { LifecycleEvent } from '@writ/contracts';
import { inTransaction, isContentFault } from '@writ/db';
import { addDeadLetters, parseLifecycleEvent, type BusMessage } from '@writ/event-bus';
import type { LaneWaker } from '@writ/lanes';
import type { Logger, Metrics } from '@writ/service-kit';
import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import { storeEvents } from './store-events.ts';

type Readable = { message: BusMessage; event: LifecycleEvent };
type Letter = { message: BusMessage; reason: string };

export type IngestDeps = {
  pool: Pool;
  waker: Pick<LaneWaker, 'wake'>;
  logger: Logger;
  metrics: Metrics;
};

/**
 * Takes in messages of the bus: when it resolves, each is stored as an event with its deliveries, was known already,
 * or is a dead letter. It rejects only for faults that are not the messages' own; then nothing is lost by taking the
 * batch in again. Nothing is sent here (Architecture §3.7).
 */
export function createIngest(deps: IngestDeps): (batch: readonly BusMessage[]) => Promise<void> {
  const messages = new Counter({
    name: 'ingested_messages_total',
    help: 'Messages taken in from the bus, by what became of them',
    labelNames: ['outcome'],
    registers: [deps.metrics.registry],
  });

  const store = (readable: readonly Readable[], letters: readonly Letter[]): Promise<readonly string[]> =>
    inTransaction(deps.pool, async (tx) => {
      if (letters.length > 0) await addDeadLetters(tx, letters);
      return readable.length === 0
        ? []
        : storeEvents(
            tx,
            readable.map(({ event }) => event),
          );
    });

  /** What the database cannot hold is found by halving: one culprit becomes a dead letter, its neighbours do not. */
  const storeHalving = async (readable: readonly Readable[], letters: readonly Letter[]): Promise<void> => {
    try {
      deps.waker.wake(await store(readable, letters));
      messages.inc({ outcome: 'stored' }, readable.length);
      messages.inc({ outcome: 'dead-letter' }, letters.length);
      for (const { reason } of letters) deps.logger.warn('message became a dead letter', { reason });
    } catch (error) {
      const [first] = readable;
      if (!first || !isContentFault(error)) throw error;
      if (readable.length === 1) {
        const reason = `The database cannot hold it: ${error instanceof Error ? error.message : String(error)}`;
        return storeHalving([], [...letters, { message: first.message, reason }]);
      }
      const middle = Math.ceil(readable.length / 2);
      await storeHalving(readable.slice(0, middle), letters);
      await storeHalving(readable.slice(middle), []);
    }
  };

  return async (batch) => {
    const readable: Readable[] = [];
    const letters: Letter[] = [];
    for (const message of batch) {
      const parsed = parseLifecycleEvent(message);
      if ('event' in parsed) readable.push({ message, event: parsed.event });
      else letters.push({ message, reason: parsed.reason });
    }
    await storeHalving(readable, letters);
  };
}
