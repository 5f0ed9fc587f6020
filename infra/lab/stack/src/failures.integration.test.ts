import { createServer, connect, type Server } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@writ/local-servers';
import { createClosing } from '@writ/service-kit';
import { eventually, startReceiver } from '@writ/test-kit';
import { Redis } from 'ioredis';
import { Webhook } from 'standardwebhooks';
import type { Replica } from './fleet/start-replica.ts';
import type { DemoCaller } from './testing/demo-caller.ts';
import { startDemoStack, type DemoStack } from './testing/start-demo-stack.ts';

const closing = createClosing();
let stack: DemoStack['stack'];
let caller: DemoCaller;
let worker: Replica;

beforeAll(async () => {
  ({ stack, caller } = await startDemoStack(closing, process.env['PATH'] ?? ''));
  worker = stack.replicas['write-worker'][0]!;
});
afterAll(() => closing.close());

const emails = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}@example.com`);

/** How often the CRM holds each contact. */
async function copiesOf(wanted: readonly string[]): Promise<number[]> {
  const held = await caller.sandbox.contacts();
  return wanted.map((email) => held.filter(({ fields }) => fields['email'] === email).length);
}

test('a worker is killed while the CRM does not answer: the write still ends, and is done once', async () => {
  const email = 'killed@example.com';
  await caller.sandbox.failCreateOf(email, 'hang');
  const [operationId] = await caller.createLater([email]);
  await eventually(async () =>
    expect(await caller.sandbox.journal()).toContainEqual(expect.objectContaining({ fault: 'hang' })),
  );
  process.kill(worker.pid(), 'SIGKILL');
  await worker.restart();
  const { status, metadata } = await caller.endOf(operationId!);
  expect(status).toBe('success');
  expect(metadata.retry?.attempts).toBeGreaterThanOrEqual(2);
  expect(await copiesOf([email])).toEqual([1]);
});

test('Redis loses everything while 200 writes wait: all of them end', async () => {
  const waiting = emails('flushed', 200);
  await worker.stop();
  const operationIds = await caller.createLater(waiting);
  const redis = new Redis(stack.servers.redisUrl);
  await redis.flushall();
  redis.disconnect();
  await worker.restart();
  const ends = await Promise.all(operationIds.map((id) => caller.endOf(id)));
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['success']));
  expect(new Set(await copiesOf(waiting))).toEqual(new Set([1]));
});

test('Kafka is down while operations end: no event is lost', async () => {
  const receiver = closing.add(await startReceiver(), (opened) => opened.close());
  await caller.subscribe(receiver.url, ['write.async.done']);
  await stack.servers.kafka!.stop();
  const operationIds = await caller.createLater(emails('without-kafka', 20));
  for (const id of operationIds) expect((await caller.endOf(id)).status).toBe('success');
  const told = () =>
    operationIds.filter((id) => receiver.received.some(({ rawBody }) => rawBody.includes(id)));
  expect(told()).toEqual([]);
  await stack.servers.kafka!.restart();
  await eventually(() => expect(told()).toEqual(operationIds));
});

/** An address at which nothing listens until it is opened; from then on it leads to `target`. */
async function closedDoor(target: string): Promise<{ url: string; open: () => Promise<Server> }> {
  const port = await freePort();
  const open = async () => {
    const door = createServer((socket) => {
      const onward = connect(Number(new URL(target).port), '127.0.0.1');
      socket.pipe(onward).pipe(socket);
      socket.on('error', () => onward.destroy());
      onward.on('error', () => socket.destroy());
    });
    await once(door.listen(port, '127.0.0.1'), 'listening');
    return door;
  };
  return { url: `http://127.0.0.1:${port}`, open };
}

type Attempt = { status: string; httpStatus?: number; error?: string };
type Delivery = { attempts: Attempt[] };
const refused: unknown = expect.objectContaining({
  status: 'failed',
  error: expect.stringContaining('ECONNREFUSED'),
});

test('a receiver refuses connections, then answers 500, then works: it gets the same message', async () => {
  const receiver = closing.add(await startReceiver(), (opened) => opened.close());
  receiver.answerNext({ status: 500 });
  const door = await closedDoor(receiver.url);
  const { destinationId, secret } = await caller.subscribe(door.url, ['write.async.done']);
  const [operationId] = await caller.createLater(['knocking@example.com']);
  const attempts = async () => {
    const path = `/deliveries?destinationId=${destinationId}`;
    const { results } = (await caller.manage<{ results: { id: string }[] }>('GET', path)).body;
    if (results.length !== 1) throw new Error(`${results.length} deliveries`);
    const { body } = await caller.manage<Delivery>('GET', `/deliveries/${results[0]!.id}`);
    return body.attempts;
  };
  // An attempt is in the list once it has ended; it counts as soon as it begins.
  await eventually(async () => expect(await attempts()).toContainEqual(refused));
  closing.add(await door.open(), (server) => server.close());

  const [failed, delivered] = await receiver.waitForCount(2);
  expect(delivered!.headers['webhook-id']).toBe(failed!.headers['webhook-id']);
  expect(delivered!.rawBody).toEqual(failed!.rawBody);
  expect(
    new Webhook(secret).verify(delivered!.rawBody, delivered!.headers as Record<string, string>),
  ).toMatchObject({ data: { operationId } });
  const answered = ({ httpStatus }: Attempt) => httpStatus !== undefined;
  await eventually(async () =>
    expect((await attempts()).filter(answered)).toMatchObject([
      { status: 'failed', httpStatus: 500 },
      { status: 'delivered', httpStatus: 200 },
    ]),
  );
});
