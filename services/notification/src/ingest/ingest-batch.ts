import type { LifecycleEvent } from '@writ/contracts';
import { createGroupCommit, inOneStatement, inTransaction, isContentFault, type Queryable } from '@writ/db';
import { addDeadLetters, parseLifecycleEvent, type BusMessage } from '@writ/event-bus';
import type { LaneWaker } from '@writ/lanes';
import type { Logger, Metrics } from '@writ/service-kit';
import { unknownProjects } from '@writ/tenancy';
import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import { isolateFault, type Letter } from './isolate-fault.ts';
import { newToUs } from './new-to-us.ts';
import { storeEvents } from './store-events.ts';

type Readable = { message: BusMessage; event: LifecycleEvent };

/** The bus hands over a batch of each partition. Those of one fetch share a commit, as far as it stays small. */
const mostBatches = 100;
/** Two commits at a time: one is filled while the other one waits for the disk. */
const commitsAtOnce = 2;
/**
 * A larger commit is no cheaper, and what it holds stays in memory, and waits, until all of it is stored. A batch that is
 * larger by itself is a commit of its own.
 */
const mostBytesOfCommit = 1_000_000;

/**
 * Takes in messages of the bus: when it resolves, each is stored as an event with its deliveries, was known already,
 * or is a dead letter, all in one transaction, which batches that come at the same time share, unless that takes longer than
 * the database gives it. It rejects only for faults of the database; then nothing is lost by taking the batch in again, and
 * what was stored of it by then is known. Nothing is sent here (Architecture).
 */
export function createIngest(deps: {
  pool: Pool;
  waker: Pick<LaneWaker, 'wake'>;
  logger: Logger;
  metrics: Metrics;
}): (batch: readonly BusMessage[]) => Promise<void> {
  const messages = new Counter({
    name: 'writ_ingested_messages_total',
    help: 'Messages taken in from the bus, by what became of them',
    labelNames: ['outcome'],
    registers: [deps.metrics.registry],
  });

  const unknownOf = unknownProjects(deps.pool);
  const readAll = async (batch: readonly BusMessage[]) => {
    const parsed = batch.map((message) => ({ message, ...parseLifecycleEvent(message) }));
    const unknown = await unknownOf(parsed.flatMap((one) => ('event' in one ? one.event.projectid : [])));
    const readable: Readable[] = [];
    const unreadable: Letter[] = [];
    for (const one of parsed) {
      if (!('event' in one)) unreadable.push(one);
      else if (unknown.has(one.event.projectid)) unreadable.push(ofNoProject(one));
      else readable.push(one);
    }
    return { readable, unreadable };
  };

  /** Without dead letters one statement does it all, and commits by itself. */
  const takeInTogether = async (readable: readonly Readable[], unreadable: readonly Letter[]) => {
    if (unreadable.length > 0) return takeInBy(deps.pool, storeTogether, readable, unreadable);
    const store = () => inOneStatement(deps.pool, (db) => storeEvents(db, readable));
    return { laneIds: readable.length > 0 ? await store() : [], letters: [] };
  };

  const onLetter = (letter: Letter): void => {
    messages.inc({ outcome: 'dead-letter' });
    deps.logger.warn('message became a dead letter', whyAndWhere(letter));
  };

  const takeInAll = async (batch: readonly BusMessage[]): Promise<void> => {
    const { readable, unreadable } = await readAll(await newToUs(deps.pool, batch));
    const { laneIds, letters } = await takeInTogether(readable, unreadable).catch((error: unknown) => {
      if (!isContentFault(error)) throw error;
      return takeInBy(deps.pool, storeHalving, readable, unreadable);
    });
    deps.waker.wake(laneIds);
    messages.inc({ outcome: 'stored' }, batch.length - letters.length);
    letters.forEach(onLetter);
  };

  const takeInOrIsolate = isolateFault({ pool: deps.pool, takeIn: takeInAll, onLetter });
  const group = createGroupCommit<readonly BusMessage[], undefined>({
    commit: async (batches) => {
      await takeInOrIsolate(batches.flat());
      return batches.map(() => undefined);
    },
    // The fault of a message is its own dead letter, so one that is left concerns all batches.
    isContentFault: () => false,
    maxItems: mostBatches,
    weight: { of: bytesOf, most: mostBytesOfCommit },
    concurrency: commitsAtOnce,
  });
  return (batch) => group.add(batch);
}

const takeInBy = (pool: Pool, store: Store, readable: readonly Readable[], unreadable: readonly Letter[]) =>
  inTransaction(pool, async (tx) => {
    const { laneIds, unstorable } = await store(tx, readable);
    const letters = [...unreadable, ...unstorable];
    await addDeadLetters(tx, letters);
    return { laneIds, letters };
  });

const ofNoProject = ({ message, event }: Readable): Letter => ({
  message,
  kind: 'unacceptable',
  reason: `No project has the id ${event.projectid}, which is the event's \`projectid\`.`,
});

const whyAndWhere = ({ reason, message: { topic, partition, offset } }: Letter) => ({
  reason,
  topic,
  partition,
  offset,
});

const bytesOf = (batch: readonly BusMessage[]): number =>
  batch.reduce(
    (sum, { key, value, headers }) => sum + value.length + JSON.stringify([key, headers]).length,
    0,
  );

/** Stores events; gives the lanes that have something due, and what the database cannot hold. */
type Store = (
  tx: Queryable,
  readable: readonly Readable[],
) => Promise<{ laneIds: readonly string[]; unstorable: readonly Letter[] }>;

const storeTogether: Store = async (tx, readable) => ({
  laneIds: readable.length === 0 ? [] : await storeEvents(tx, readable),
  unstorable: [],
});

/**
 * What the database cannot hold is found by halving: one culprit becomes a dead letter, its neighbours do not. Savepoints
 * keep what was stored, so that all of the batch is still one transaction.
 */
const storeHalving: Store = async (tx, readable) => {
  await tx.query('SAVEPOINT half');
  try {
    const stored = await storeTogether(tx, readable);
    await tx.query('RELEASE SAVEPOINT half');
    return stored;
  } catch (error) {
    const [first] = readable;
    if (!first || !isContentFault(error)) throw error;
    await tx.query('ROLLBACK TO SAVEPOINT half');
    if (readable.length === 1) {
      const reason = `The database cannot hold it: ${error instanceof Error ? error.message : String(error)}`;
      return { laneIds: [], unstorable: [{ message: first.message, kind: 'unacceptable', reason }] };
    }
  }
  const middle = Math.ceil(readable.length / 2);
  const before = await storeHalving(tx, readable.slice(0, middle));
  const after = await storeHalving(tx, readable.slice(middle));
  return {
    laneIds: [...new Set([...before.laneIds, ...after.laneIds])],
    unstorable: [...before.unstorable, ...after.unstorable],
  };
};
