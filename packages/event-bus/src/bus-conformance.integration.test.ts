import { afterEach, describe, expect, test } from '@jest/globals';
import { openDatabase } from '@writ/db';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { eventually, patientConnection, testDatabase, testKafka } from '@writ/test-kit';
import { directBus } from './direct-bus.ts';
import type { BusMessage, EventBus } from './event-bus.ts';
import { kafkaBus } from './kafka/kafka-bus.ts';
import { parseLifecycleEvent } from './lifecycle-event/parse-lifecycle-event.ts';
import { addToOutbox } from './outbox/add-to-outbox.ts';
import { startRelay } from './start-relay.ts';
import { anEvent } from './testing/test-events.ts';

const logger = createAppLogger({ service: 'test', level: 'error' });

const onKafka = (): EventBus => {
  const { brokers, group } = testKafka();
  const name = group('bus');
  return kafkaBus({ brokers, topic: name, groupId: name, clientId: 'test', logger, partitions: 3 });
};

describe.each([
  ['direct', () => directBus({ logger })],
  ['Kafka', onKafka],
])('the %s bus', (_, openBus) => {
  let closing = createClosing();
  afterEach(async () => {
    await closing.close();
    closing = createClosing();
  });

  const startRelayed = async () => {
    const { url, pool, drop } = await testDatabase();
    closing.add(drop, (undo) => undo());
    const database = openDatabase({
      url,
      maxConnections: 4,
      applicationName: 'test',
      limits: patientConnection,
    });
    closing.add(database, (opened) => opened.close());
    const bus = closing.add(openBus(), (opened) => opened.close());
    const relay = startRelay({ pool: database.pool, bus, logger, pollMs: 10 });
    closing.add(relay, (started) => started.close());
    const outboxIsEmpty = async () => (await pool.query('SELECT FROM outbox')).rowCount === 0;
    return { bus, relay, pool: database.pool, outboxIsEmpty };
  };

  const aMessage = (key: string, text: string) => ({
    key,
    value: Buffer.from(text),
    headers: { name: 'välue' },
  });
  const texts = (messages: readonly BusMessage[]) => messages.map(({ value }) => value.toString());

  test('hands over what was published: key, bytes and headers', async () => {
    const bus = closing.add(openBus(), (opened) => opened.close());
    const seen: BusMessage[] = [];
    await bus.consume((batch) => Promise.resolve(void seen.push(...batch)));
    await bus.publish([aMessage('k', 'one'), { ...aMessage('', 'two'), key: null }]);
    await bus.publish([]);
    await eventually(() => seen.length >= 2);
    const sent = seen.map(({ key, value, headers }) => ({ key, value: value.toString(), headers }));
    expect(sent).toEqual(
      expect.arrayContaining([
        { key: 'k', value: 'one', headers: { name: 'välue' } },
        { key: null, value: 'two', headers: { name: 'välue' } },
      ]),
    );
    await bus.check();
  });

  test('carries a batch that is larger than what a broker takes at once, in its order', async () => {
    const bus = closing.add(openBus(), (opened) => opened.close());
    const seen = new Set<string>();
    await bus.consume((batch) => {
      for (const text of texts(batch)) seen.add(text);
      return Promise.resolve();
    });
    const sent = Array.from({ length: 30 }, (_unused, number) => String(number).padStart(200_000, 'x'));
    await bus.publish(sent.map((text) => aMessage('k', text)));
    await eventually(() => seen.size >= sent.length);
    expect([...seen].map((text) => text.slice(-2))).toEqual(sent.map((text) => text.slice(-2)));
  });

  test('carries thousands of events from the outbox, each aggregate in order, and empties it', async () => {
    const { bus, relay, pool, outboxIsEmpty } = await startRelayed();
    // A repetition is dropped, as every consumer drops it.
    const seen = new Map<string, Set<number>>();
    await bus.consume((batch) => {
      for (const message of batch) {
        const parsed = parseLifecycleEvent(message);
        if ('reason' in parsed) throw new Error(parsed.reason);
        const before = seen.get(message.key ?? '') ?? new Set();
        seen.set(message.key ?? '', before.add(Number(parsed.event.data['reason'])));
      }
      return Promise.resolve();
    });
    for (let start = 0; start < 3_000; start += 300) {
      const numbers = Array.from({ length: 300 }, (_unused, index) => start + index);
      await addToOutbox(
        pool,
        numbers.map((number) => anEvent(`d-${number % 7}`, number)),
      );
      relay.poke();
    }
    await eventually(() => [...seen.values()].reduce((sum, { size }) => sum + size, 0) === 3_000);
    expect(seen.size).toBe(7);
    for (const numbers of seen.values()) {
      expect([...numbers]).toEqual([...numbers].sort((a, b) => a - b));
    }
    await eventually(outboxIsEmpty);
  });

  test('hands a batch over again until the handler has taken it in, and skips nothing', async () => {
    const { bus, pool, outboxIsEmpty } = await startRelayed();
    const taken = new Set<string>();
    let failures = 0;
    await bus.consume((batch) => {
      if (failures < 3) {
        failures += 1;
        return Promise.reject(new Error('the handler is out of order'));
      }
      for (const message of batch) taken.add(/"reason":"(\d+)"/.exec(message.value.toString())?.[1] ?? '');
      return Promise.resolve();
    });
    for (let number = 0; number < 20; number += 1) await addToOutbox(pool, [anEvent('d', number)]);
    await eventually(() => taken.size >= 20);
    expect([...taken]).toEqual(Array.from({ length: 20 }, (_unused, number) => String(number)));
    expect(failures).toBe(3);
    await eventually(outboxIsEmpty);
  });

  test('what is published before there is a consumer reaches it', async () => {
    const { bus, pool } = await startRelayed();
    await addToOutbox(pool, [anEvent('d', 1)]);
    const seen: BusMessage[] = [];
    await bus.consume((batch) => Promise.resolve(void seen.push(...batch)));
    await eventually(() => seen.length > 0);
  });

  test('closing a consumer waits for the batch it is handling', async () => {
    const bus = closing.add(openBus(), (opened) => opened.close());
    let letGo: (() => void) | undefined;
    let done = false;
    const consumer = await bus.consume(async () => {
      await new Promise<void>((resolve) => (letGo = resolve));
      done = true;
    });
    const publishing = bus.publish([aMessage('k', 'one')]);
    await eventually(() => letGo !== undefined);
    const closed = consumer.close();
    letGo?.();
    await closed;
    expect(done).toBe(true);
    await publishing;
  });

  test('a second consumer of the same kind goes on where the first one ended', async () => {
    const bus = closing.add(openBus(), (opened) => opened.close());
    const seen: string[] = [];
    const first = await bus.consume((batch) => Promise.resolve(void seen.push(...texts(batch))));
    await bus.publish([aMessage('k', 'one')]);
    await eventually(() => seen.includes('one'));
    await first.close();
    await bus.consume((batch) => Promise.resolve(void seen.push(...texts(batch))));
    await bus.publish([aMessage('k', 'two')]);
    await eventually(() => seen.includes('two'));
    expect([...new Set(seen)]).toEqual(['one', 'two']);
  });
});
