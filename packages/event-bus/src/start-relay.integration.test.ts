import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createAppLogger, createClosing, type Logger } from '@writ/service-kit';
import { eventually, testDatabase, type TestDatabase } from '@writ/test-kit';
import type { Pool } from 'pg';
import type { OutgoingMessage } from './event-bus.ts';
import { knownEvent } from './lifecycle-event/known-event.ts';
import { anEvent } from './testing/test-events.ts';
import { addToOutbox } from './outbox/add-to-outbox.ts';
import { startRelay } from './start-relay.ts';

const logger = createAppLogger({ service: 'test', level: 'error' });

let database: TestDatabase;
let closing = createClosing();
beforeEach(async () => {
  closing = createClosing();
  database = closing.add(await testDatabase(), (opened) => opened.drop());
});
afterEach(() => closing.close());

/** A bus that keeps what it gets, and that can be held up or made to fail. */
function stubBus() {
  const batches: string[][] = [];
  const state: { batches: string[][]; gate?: Promise<void>; failing: boolean; refused: number } = {
    batches,
    failing: false,
    refused: 0,
  };
  const publish = async (messages: readonly OutgoingMessage[]): Promise<void> => {
    if (state.failing) {
      state.refused += 1;
      throw new Error('the bus is down');
    }
    await state.gate;
    batches.push(messages.map(({ value }) => /"reason":"(\d+)"/.exec(value.toString())?.[1] ?? ''));
  };
  return { state, publish, published: () => batches.flat() };
}

const relayTo = (
  bus: ReturnType<typeof stubBus>,
  options: { pollMs?: number; leaseMs?: number; pool?: Pool; logger?: Logger } = {},
) =>
  closing.add(startRelay({ pool: database.pool, bus, logger, pollMs: 10, ...options }), (relay) =>
    relay.close(),
  );

const add = (from: number, to: number) =>
  addToOutbox(
    database.pool,
    Array.from({ length: to - from }, (_, index) => anEvent('d', from + index)),
  );
const numbers = (to: number) => Array.from({ length: to }, (_, index) => String(index));
/** Longer than any machine stands still: who has it leads until it closes. */
const longLeaseMs = 60_000;
const leaseHasEnded = async () =>
  (await database.pool.query('SELECT FROM leader_lease WHERE until < clock_timestamp()')).rowCount === 1;
const outboxIsEmpty = async () => (await database.pool.query('SELECT FROM outbox')).rowCount === 0;

test('publishes a backlog in batches of at most 500, in order', async () => {
  await add(0, 1_200);
  const bus = stubBus();
  relayTo(bus);
  await eventually(outboxIsEmpty);
  expect(bus.state.batches.map((batch) => batch.length)).toEqual([500, 500, 200]);
  expect(bus.published()).toEqual(numbers(1_200));
});

test('an event that is too large goes to the dead letters with a line in the log, and leaves the others alone', async () => {
  const huge = { ...anEvent('d', 1), data: { filler: 'x'.repeat(300_000) } };
  await addToOutbox(database.pool, [anEvent('d', 0), huge, anEvent('d', 2)]);
  const lines: string[] = [];
  const own = createAppLogger({ service: 'test', level: 'error', write: (line) => lines.push(line) });
  const bus = stubBus();
  relayTo(bus, { logger: own });
  await eventually(outboxIsEmpty);
  expect(bus.published()).toEqual(['0', '2']);
  const { rows } = await database.pool.query('SELECT topic, reason FROM dead_letter');
  expect(rows).toEqual([
    { topic: 'lifecycle-events', reason: expect.stringContaining('262144 are allowed') as unknown },
  ]);
  await eventually(() => lines.length > 0);
  expect(lines).toEqual([expect.stringContaining('262144 are allowed')]);
});

test('tells of an event that was stored before', async () => {
  await add(0, 2);
  await database.pool.query('UPDATE outbox SET known = true WHERE seq = (SELECT max(seq) FROM outbox)');
  const sent: OutgoingMessage[] = [];
  const bus = {
    ...stubBus(),
    publish: (messages: readonly OutgoingMessage[]) => Promise.resolve(void sent.push(...messages)),
  };
  relayTo(bus);
  await eventually(outboxIsEmpty);
  expect(sent.map((message) => knownEvent(message)?.source)).toEqual([undefined, '/writ']);
});

test('a poke publishes at once, however rarely it polls', async () => {
  const bus = stubBus();
  const relay = relayTo(bus, { pollMs: 60_000, leaseMs: 600 });
  await eventually(async () => (await database.pool.query('SELECT FROM leader_lease')).rowCount === 1);
  await add(0, 1);
  await eventually(() => {
    relay.poke();
    return bus.published().length === 1;
  });
});

test('keeps what the bus refuses, and publishes it once the bus is back', async () => {
  const bus = stubBus();
  bus.state.failing = true;
  relayTo(bus);
  await add(0, 5);
  await eventually(() => bus.state.refused > 1);
  expect(await outboxIsEmpty()).toBe(false);
  bus.state.failing = false;
  await eventually(outboxIsEmpty);
  expect(bus.published()).toEqual(numbers(5));
});

test('of two relays one publishes, and the other takes over at once when it closes', async () => {
  const [one, other] = [stubBus(), stubBus()];
  const first = relayTo(one, { leaseMs: longLeaseMs });
  await add(0, 10);
  await eventually(outboxIsEmpty);
  relayTo(other, { leaseMs: 900 });
  await add(10, 20);
  await eventually(outboxIsEmpty);
  expect(one.published()).toEqual(numbers(20));
  expect(other.published()).toEqual([]);

  await first.close();
  await add(20, 30);
  await eventually(outboxIsEmpty);
  expect([...one.published(), ...other.published()]).toEqual(numbers(30));
});

test('a leader that dies is followed after its lease, and nothing is lost or misordered', async () => {
  const began = performance.now();
  await database.pool.query(
    `INSERT INTO leader_lease VALUES ('outbox-relay', gen_random_uuid(), clock_timestamp() + interval '1 s')`,
  );
  const bus = stubBus();
  relayTo(bus, { leaseMs: 600 });
  await add(0, 10);
  await eventually(outboxIsEmpty);
  expect(performance.now() - began).toBeGreaterThan(900);
  expect(bus.published()).toEqual(numbers(10));
});

/** A pool as a process sees it that is stopped and later goes on, as an overloaded machine or a paused container does. */
function freezablePool() {
  let gate: Promise<void> | undefined;
  const query = async (sql: string, values?: unknown[]) => {
    const answer = await database.pool.query(sql, values);
    await gate;
    return answer;
  };
  const freeze = (): { gate: Promise<void>; thaw: () => void } => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    gate = promise;
    return { gate: promise, thaw: () => resolve(undefined) };
  };
  return { pool: { query } as unknown as Pool, freeze };
}

test('a relay that was frozen while it sent repeats what its successor published, and no more', async () => {
  const [frozen, successor] = [stubBus(), stubBus()];
  const process = freezablePool();
  relayTo(frozen, { leaseMs: 600, pool: process.pool });
  await add(0, 5);
  await eventually(outboxIsEmpty);

  const { gate, thaw } = process.freeze();
  frozen.state.gate = gate;
  await add(5, 10);
  await eventually(leaseHasEnded);
  relayTo(successor, { leaseMs: longLeaseMs });
  await eventually(outboxIsEmpty);
  await add(10, 15);
  await eventually(outboxIsEmpty);
  thaw();
  await add(15, 20);
  await eventually(outboxIsEmpty);
  expect(successor.published()).toEqual(numbers(20).slice(5));
  expect(numbers(10)).toEqual(expect.arrayContaining(frozen.published()));
  expect(frozen.published()).toEqual(frozen.published().toSorted((a, b) => Number(a) - Number(b)));
});

test('a relay that was frozen before it sent finds its lease gone and sends nothing', async () => {
  const [frozen, successor] = [stubBus(), stubBus()];
  const process = freezablePool();
  relayTo(frozen, { leaseMs: 600, pool: process.pool });
  await eventually(async () => (await database.pool.query('SELECT FROM leader_lease')).rowCount === 1);
  const { thaw } = process.freeze();
  await add(0, 5);
  await eventually(leaseHasEnded);
  relayTo(successor, { leaseMs: longLeaseMs });
  await eventually(outboxIsEmpty);
  thaw();
  await add(5, 10);
  await eventually(outboxIsEmpty);
  expect(frozen.published()).toEqual([]);
  expect(successor.published()).toEqual(numbers(10));
});
