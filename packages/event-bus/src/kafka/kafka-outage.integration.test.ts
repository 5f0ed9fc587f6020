import { afterEach, expect, test } from '@jest/globals';
import { openDatabase } from '@writ/db';
import { startKafka } from '@writ/local-servers';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { eventually, patientConnection, testDatabase } from '@writ/test-kit';
import { addToOutbox } from '../outbox/add-to-outbox.ts';
import { startRelay } from '../start-relay.ts';
import { anEvent } from '../testing/test-events.ts';
import { kafkaBus } from './kafka-bus.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

test('nothing is lost or misordered when the broker is killed and comes back', async () => {
  const lines: string[] = [];
  const logger = createAppLogger({ service: 'test', level: 'warn', write: (line) => void lines.push(line) });
  const kafka = closing.add(await startKafka(), (server) => server.close());
  const { url, drop } = await testDatabase();
  closing.add(drop, (undo) => undo());
  const { pool } = closing.add(
    openDatabase({ url, maxConnections: 4, applicationName: 'test', limits: patientConnection }),
    (d) => d.close(),
  );
  const name = 'lifecycle';
  const bus = kafkaBus({
    brokers: kafka.brokers,
    topic: name,
    groupId: name,
    clientId: 'test',
    logger,
    partitions: 2,
  });
  closing.add(bus, (opened) => opened.close());
  closing.add(startRelay({ pool, bus, logger, pollMs: 20 }), (relay) => relay.close());

  const seen = new Map<string, number[]>();
  await bus.consume((batch) => {
    for (const { key, value } of batch) {
      const number = Number(/"reason":"(\d+)"/.exec(value.toString())?.[1]);
      const before = seen.get(key ?? '') ?? [];
      // A repetition is dropped, as every consumer drops it.
      if (!before.includes(number)) seen.set(key ?? '', [...before, number]);
    }
    return Promise.resolve();
  });
  const count = () => [...seen.values()].flat().length;
  const add = (from: number, to: number) =>
    addToOutbox(
      pool,
      Array.from({ length: to - from }, (_, index) => anEvent(`d-${(from + index) % 3}`, from + index)),
    );

  await add(0, 300);
  await eventually(() => count() === 300);
  await add(300, 600);
  await kafka.kill();
  await add(600, 900);
  await expect(bus.check()).rejects.toThrow();
  await kafka.restart();
  await add(900, 1_200);
  await eventually(() => count() === 1_200);
  for (const numbers of seen.values()) expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  await bus.check();
  // A client that tries again many times a second would tell of it thousands of times.
  expect(lines.length).toBeLessThan(200);
});
