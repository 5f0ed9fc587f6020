import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Producer } from '@platformatic/kafka';
import { newId } from '@writ/db';
import { kafkaBus } from '@writ/event-bus';
import { createAppLogger, createClosing } from '@writ/service-kit';
import {
  eventually,
  seededRandom,
  startReceiver,
  testDatabase,
  testKafka,
  testRedis,
  type Receiver,
  type TestDatabase,
} from '@writ/test-kit';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

/** Not our client: other publishers' clients may send what ours would not. */
const closing = createClosing();
let database: TestDatabase;
let service: TestNotification;
let receiver: Receiver;
let producer: Producer<Buffer | null, Buffer | null, Buffer, Buffer | null>;
let topic: string;
let behind: () => Promise<number | undefined>;

beforeAll(async () => {
  database = closing.add(await testDatabase(), (opened) => opened.drop());
  const { brokers, topic: createTopic } = testKafka();
  topic = await createTopic('hostile');
  const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
  const bus = closing.add(kafkaBus({ brokers, topic, groupId: topic, clientId: 'test', logger }), (opened) =>
    opened.close(),
  );
  behind = () => bus.behind();
  receiver = closing.add(await startReceiver(), (started) => started.close());
  service = closing.add(
    await startNotification({ databaseUrl: database.url, redis: testRedis() }, { bus }),
    (started) => started.close(),
  );
  const { body } = await service.call('POST', '/destinations', {
    name: 'd',
    type: 'webhook',
    metadata: { url: receiver.url },
  });
  const eventTypes = ['connection.error'];
  await service.call('POST', '/topics', { name: 't', eventTypes, destinationIds: [body['id']] });
  producer = closing.add(
    new Producer({ clientId: 'another', bootstrapBrokers: brokers, acks: -1 }),
    (opened) => opened.close(),
  );
});
afterAll(() => closing.close());

const anEvent = () => {
  const projectid = service.projects.demo.id;
  const data = { projectId: projectid, connectionId: 'c', provider: 'hubspot', groupRef: 'g', errors: ['x'] };
  const facts = { specversion: '1.0', id: newId(), source: '/t', type: 'connection.error', projectid };
  return { ...facts, time: '2026-01-01T00:00:00Z', data };
};
type Sent = {
  key?: Buffer | null;
  value: Buffer | null;
  headers?: Map<Buffer, Buffer | null>;
};
type Compression = 'none' | 'gzip' | 'snappy' | 'lz4' | 'zstd';
const send = (compression: Compression, ...messages: Sent[]) =>
  producer.send({
    compression,
    messages: messages.map(({ key = null, ...sent }) => ({ topic, partition: 0, key, ...sent })),
  });
const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const header = (...pairs: [string, string | null][]) =>
  new Map(pairs.map(([name, text]) => [bytes(name), text === null ? null : bytes(text)]));
const letters = async () =>
  (await database.pool.query<{ reason: string }>('SELECT reason FROM dead_letter ORDER BY id')).rows;

/** The next message of the partition. */
async function nextIsDelivered(): Promise<void> {
  const { id, ...event } = anEvent();
  await send('none', { value: bytes({ id, ...event }) });
  await receiver.waitFor(({ rawBody }) => rawBody.includes(id));
}

test.each<[string, Compression, () => Sent[], RegExp | undefined]>([
  [
    'a header without a value',
    'none',
    () => [{ value: bytes(anEvent()), headers: header(['trace', null]) }],
    undefined,
  ],
  [
    'a header that comes twice',
    'none',
    () => [{ value: bytes(anEvent()), headers: header(['trace', '1'], ['trace', '2']) }],
    undefined,
  ],
  [
    'an attribute that comes twice',
    'none',
    () => [{ value: bytes('{}'), headers: header(['ce_id', '1'], ['ce_id', '2']) }],
    /`ce_id` more than once/,
  ],
  [
    'an attribute without a value',
    'none',
    () => [{ value: bytes('{}'), headers: header(['ce_specversion', '1.0'], ['ce_id', null]) }],
    /^id is missing/,
  ],
  [
    'a hundred thousand headers',
    'none',
    () => [
      {
        value: bytes('{}'),
        headers: header(...Array.from({ length: 100_000 }, (_, nr): [string, string] => [`${nr}`, 'x'])),
      },
    ],
    /^specversion is missing/,
  ],
  ['no value', 'none', () => [{ value: null }], /empty/],
  ['nothing at all', 'none', () => [{ value: Buffer.alloc(0), key: Buffer.alloc(0) }], /empty/],
  ['bytes that are no text', 'zstd', () => [{ key: randomBytes(20), value: Buffer.from([0xff]) }], /UTF-8/],
  ['900 kB', 'none', () => [{ value: Buffer.alloc(900_000, ' ') }], /^The event measures 900000 bytes/],
  ['a key of 900 kB', 'none', () => [{ key: Buffer.alloc(900_000), value: bytes('{}') }], /^specversion/],
  ['15 MB by snappy', 'snappy', () => [{ value: Buffer.alloc(15_000_000) }], /^The message measures 15/],
  ['50 MB by lz4', 'lz4', () => [{ value: Buffer.alloc(50_000_000) }], /^The message measures 50/],
  ['90 MB by lz4', 'lz4', () => [{ value: Buffer.alloc(90_000_000) }], /^A batch .* is too large/],
  ['90 MB by gzip', 'gzip', () => [{ value: Buffer.alloc(90_000_000) }], /^A batch .* is too large/],
  ['90 MB by zstd', 'zstd', () => [{ value: Buffer.alloc(90_000_000) }], /^A batch .* is too large/],
])('behind a message with %s the next one is delivered', async (_, compression, make, reason) => {
  await database.pool.query('TRUNCATE dead_letter');
  await send(compression, ...make());
  await nextIsDelivered();
  expect((await letters()).map((letter) => letter.reason)).toEqual(
    reason === undefined ? [] : [expect.stringMatching(reason)],
  );
});

const seed = 11;
const rounds = 40;

test('whatever another client sends, every event among it is stored once, and everything else is a dead letter', async () => {
  await database.pool.query('TRUNCATE dead_letter');
  const random = seededRandom(seed);
  const noise = (most: number): Buffer => {
    const length = random.integer(0, random.pick([0, 20, most]));
    return Buffer.from(Uint8Array.from({ length }, () => random.integer(0, 255)));
  };
  const maybe = (most: number) => (random.next() < 0.2 ? null : noise(most));
  const spoilt = (text: string): Buffer => {
    const broken = Buffer.from(text);
    for (let nr = random.integer(1, 4); nr > 0; nr -= 1)
      broken.writeUInt8(random.integer(0, 255), random.integer(0, broken.length - 1));
    return broken;
  };
  const hostile = (): Sent => ({
    key: maybe(2_000),
    value: random.next() < 0.5 ? maybe(20_000) : spoilt(JSON.stringify(anEvent())),
    headers: new Map(
      Array.from({ length: random.integer(0, 6) }, () => [
        random.next() < 0.5
          ? noise(50)
          : bytes(random.pick(['ce_id', 'CE_ID', 'ce_specversion', 'writ-known', '__proto__'])),
        maybe(200),
      ]),
    ),
  });
  const ids: string[] = [];
  let count = 0;
  for (let round = 0; round < rounds; round += 1) {
    const batch = Array.from({ length: random.integer(1, 20) }, (): Sent => {
      if (random.next() < 0.7) return hostile();
      const event = anEvent();
      ids.push(event.id);
      return { value: bytes(event) };
    });
    count += batch.length;
    await send(random.pick(['none', 'gzip', 'snappy', 'lz4', 'zstd']), ...batch);
  }
  await nextIsDelivered();
  await eventually(async () => expect(await behind()).toBe(0));
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT event_id AS id FROM event WHERE event_id = ANY ($1)',
    [ids],
  );
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const spoiltButRead = count - ids.length - (await letters()).length;
  expect(spoiltButRead).toBeGreaterThanOrEqual(0);
  expect(spoiltButRead).toBeLessThan(count / 4);
});
