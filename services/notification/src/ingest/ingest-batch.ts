import { lifecycleTopic, type LifecycleEvent } from '@writ/contracts';
import { createGroupCommit, inOneStatement, inTransaction } from '@writ/db';
import { addDeadLetters, messagesSpan, parseLifecycleEvent, type BusMessage } from '@writ/event-bus';
import type { LaneWaker } from '@writ/lanes';
import { inTraces, type Logger, type Metrics } from '@writ/service-kit';
import { unknownProjects } from '@writ/tenancy';
import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import { isolateFault, type Letter } from './isolate-fault.ts';
import { newToUs } from './new-to-us.ts';
import { storeEvents } from './store-events.ts';
import { traceParentOf } from './trace-parent-of.ts';

type Readable = { message: BusMessage; event: LifecycleEvent; traceParent: string | undefined };

const mostBatches = 100;
/** One commit is filled while the other waits for the disk. */
const commitsAtOnce = 2;
/** A larger commit is no cheaper, and its messages wait in memory. */
const mostBytesOfCommit = 1_000_000;

/**
 * Resolves once each message is stored with its deliveries, was known, or is a dead letter; concurrent batches share
 * a commit. Rejects only for faults of the database: the batch comes again.
 */
export function createIngest(deps: {
  pool: Pool;
  waker: Pick<LaneWaker, 'wake'>;
  logger: Logger;
  metrics: Metrics;
}): (batch: readonly BusMessage[]) => Promise<void> {
  const { pool } = deps;
  const messages = new Counter({
    name: 'writ_ingested_messages_total',
    help: 'Messages taken in from the bus, by what became of them',
    labelNames: ['outcome'],
    registers: [deps.metrics.registry],
  });
  // Prometheus sees no rise in a series that begins above 0.
  for (const outcome of ['stored', 'dead-letter']) messages.inc({ outcome }, 0);

  const unknownOf = unknownProjects(pool);
  const readAll = async (batch: readonly BusMessage[]) => {
    const parsed = batch.map((message) => ({ message, ...parseLifecycleEvent(message) }));
    const unknown = await unknownOf(parsed.flatMap((one) => ('event' in one ? one.event.projectid : [])));
    const readable: Readable[] = [];
    const unreadable: Letter[] = [];
    for (const one of parsed) {
      if (!('event' in one)) unreadable.push(one);
      else if (unknown.has(one.event.projectid)) unreadable.push(ofNoProject(one));
      else
        readable.push({ ...one, traceParent: traceParentOf(one.event, one.message.headers['traceparent']) });
    }
    return { readable, unreadable };
  };

  const onLetter = (letter: Letter): void => {
    const { reason, message } = letter;
    const { topic, partition, offset } = message;
    messages.inc({ outcome: 'dead-letter' });
    deps.logger.warn('message became a dead letter', { reason, topic, partition, offset });
  };

  const takeIn = async (batch: readonly BusMessage[]): Promise<void> => {
    const { readable, unreadable } = await readAll(await newToUs(pool, batch));
    const traces = readable.map(({ traceParent }) => traceParent);
    const laneIds = await inTraces(
      `process ${lifecycleTopic}`,
      traces,
      messagesSpan('process', readable.length),
      () => store(pool, readable, unreadable),
    );
    deps.waker.wake(laneIds);
    messages.inc({ outcome: 'stored' }, batch.length - unreadable.length);
    unreadable.forEach(onLetter);
  };

  const takeInOrIsolate = isolateFault({ pool, takeIn, onLetter });
  const group = createGroupCommit<readonly BusMessage[], undefined>({
    commit: async (batches) => {
      await takeInOrIsolate(batches.flat());
      return batches.map(() => undefined);
    },
    // A message's own fault has made it a dead letter; any other concerns all batches.
    isContentFault: () => false,
    maxItems: mostBatches,
    weight: { of: bytesOf, most: mostBytesOfCommit },
    concurrency: commitsAtOnce,
  });
  return (batch) => group.add(batch);
}

/** Returns the lanes with due deliveries. */
async function store(
  pool: Pool,
  readable: readonly Readable[],
  unreadable: readonly Letter[],
): Promise<readonly string[]> {
  if (unreadable.length === 0)
    return readable.length === 0 ? [] : inOneStatement(pool, (db) => storeEvents(db, readable));
  return inTransaction(pool, async (tx) => {
    const laneIds = readable.length === 0 ? [] : await storeEvents(tx, readable);
    await addDeadLetters(tx, unreadable);
    return laneIds;
  });
}

const ofNoProject = ({ message, event }: Pick<Readable, 'event' | 'message'>): Letter => ({
  message,
  kind: 'unacceptable',
  reason: `No project has the id ${event.projectid}, which is the event's \`projectid\`.`,
});

const bytesOf = (batch: readonly BusMessage[]): number =>
  batch.reduce(
    (sum, { key, value, headers }) => sum + value.length + JSON.stringify([key, headers]).length,
    0,
  );
