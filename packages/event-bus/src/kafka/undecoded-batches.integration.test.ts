import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { startKafka } from '@writ/local-servers';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import kafkajs from 'kafkajs';
import type { BusMessage } from '../event-bus.ts';
import { parseLifecycleEvent } from '../lifecycle-event/parse-lifecycle-event.ts';
import { kafkaBus } from './kafka-bus.ts';
import { createKafkaClient } from './kafka-client.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
const topic = 'spoilt';

async function startSpoilt() {
  const dir = await mkdtemp(join(tmpdir(), 'writ-undecoded-'));
  closing.add(dir, (folder) => rm(folder, { recursive: true }));
  const { brokers } = closing.add(await startKafka({ dir }), (server) => server.close());
  const options = { brokers, clientId: 'test', logger };
  const bus = kafkaBus({ ...options, topic, groupId: topic, partitions: 2 });
  closing.add(bus, (opened) => opened.close());
  // The topic is made by who publishes first.
  await bus.publish([{ key: null, value: Buffer.from('first'), headers: {} }]);
  const { kafka } = createKafkaClient(options);
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
  await producer.connect();
  closing.add(producer, (connected) => connected.disconnect());
  const send = (partition: number, compression: kafkajs.CompressionTypes, values: readonly string[]) =>
    producer.send({ topic, compression, messages: values.map((value) => ({ value, partition })) });
  return {
    bus,
    send,
    log: (partition: number) => join(dir, 'data', `${topic}-${partition}`, `${'0'.repeat(20)}.log`),
  };
}

/** Where the batches of a log begin, and their first offsets. */
async function batchesIn(log: string) {
  const bytes = await readFile(log);
  const batches: { at: number; firstOffset: number }[] = [];
  for (let at = 0; at < bytes.length; at += 12 + bytes.readInt32BE(at + 8))
    batches.push({ at, firstOffset: Number(bytes.readBigInt64BE(at)) });
  return batches;
}

/** As a broken disk would: no broker takes such a batch from a publisher. */
async function spoil(log: string, at: number, bytes: readonly number[]) {
  const file = await open(log, 'r+');
  await file.write(Buffer.from(bytes), 0, bytes.length, at);
  await file.close();
}

const attributesAt = 22;
const deflatedAt = 61 + 10;

test('a batch that cannot be decoded is one message that tells why; all others are taken in, and it is passed', async () => {
  const { bus, send, log } = await startSpoilt();
  const { None, GZIP } = kafkajs.CompressionTypes;
  await send(0, GZIP, ['broken', 'as well']);
  await send(0, None, ['between']);
  await send(0, None, ['by a codec that nobody knows']);
  await send(0, None, ['behind']);
  await send(1, None, ['beside']);
  const [, unknown, , broken] = (await batchesIn(log(0))).toReversed();
  await spoil(log(0), broken!.at + deflatedAt, [255, 255, 255, 255]);
  await spoil(log(0), unknown!.at + attributesAt, [7]);

  const seen: BusMessage[] = [];
  await bus.consume((batch) => Promise.resolve(void seen.push(...batch)));
  await eventually(async () => expect(await bus.behind()).toBe(0));

  const told = seen.flatMap((message) => {
    const parsed = parseLifecycleEvent(message);
    return 'kind' in parsed && parsed.reason.includes('batch') ? [{ ...parsed, ...message }] : [];
  });
  const offsets = (batch: { firstOffset: number } | undefined, count: number) =>
    `${batch!.firstOffset} to ${batch!.firstOffset + count - 1}`;
  expect(told).toMatchObject([
    { kind: 'unreadable', topic, partition: 0, key: null, offset: String(broken!.firstOffset) },
    { kind: 'unreadable', topic, partition: 0, key: null, offset: String(unknown!.firstOffset) },
  ]);
  expect(told[0]?.reason).toMatch(`of the offsets ${offsets(broken, 2)}, cannot be decoded: `);
  expect(told[1]?.reason).toMatch(
    `of the offsets ${offsets(unknown, 1)}, cannot be decoded: Compression of type 7`,
  );
  expect(told[1]?.value.toString()).toContain('by a codec that nobody knows');
  const texts = seen.map(({ value }) => value.toString());
  expect(texts).toEqual(expect.arrayContaining(['first', 'between', 'behind', 'beside']));
  expect(seen).toHaveLength(6);
});

test('a batch holds as many messages as its publisher likes: each is taken in', async () => {
  const { bus, send } = await startSpoilt();
  const count = 200_000;
  await send(
    0,
    kafkajs.CompressionTypes.GZIP,
    Array.from({ length: count }, (_, nr) => String(nr)),
  );

  const seen = new Set<string>();
  await bus.consume((batch) => {
    for (const { value } of batch) seen.add(value.toString());
    return Promise.resolve();
  });
  await eventually(async () => expect(await bus.behind()).toBe(0));

  // With the message by which the topic was made.
  expect(seen.size).toBe(count + 1);
});
