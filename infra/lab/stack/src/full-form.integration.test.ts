import { randomBytes } from 'node:crypto';
import { createServer, connect, type Server } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@writ/local-servers';
import { createClosing } from '@writ/service-kit';
import { eventually, messageFaults, startReceiver, type Receiver } from '@writ/test-kit';
import { Redis } from 'ioredis';
import kafkajs, { type KafkaMessage } from 'kafkajs';
import { Webhook } from 'standardwebhooks';
import type { Replica } from './fleet/start-replica.ts';
import type { DemoCaller } from './testing/demo-caller.ts';
import { sampleEvent, sampleEventTypes } from './testing/sample-events.ts';
import { adminToken, pageOrigin, startDemoStack, type DemoStack } from './testing/start-demo-stack.ts';
import { request } from 'undici';

const closing = createClosing();
let stack: DemoStack;
let caller: DemoCaller;
let worker: Replica;
let receiver: Receiver;
let secret: string;
let projectId: string;
let publish: (...values: string[]) => Promise<unknown>;
const carried: KafkaMessage[] = [];

beforeAll(async () => {
  stack = await startDemoStack(closing, process.env['PATH'] ?? '');
  caller = stack.caller;
  worker = stack.stack.replicas['write-worker'][0]!;
  receiver = closing.add(await startReceiver(), (opened) => opened.close());
  ({ secret } = await caller.subscribe(receiver.url, sampleEventTypes));
  projectId = (await caller.manage('GET', '')).body.id;
  publish = await internalService();
});
afterAll(() => closing.close());

/** Publishes to the topic of lifecycle events, and reads all of it. */
async function internalService(): Promise<typeof publish> {
  const { kafkaBrokers } = stack.stack.servers;
  const kafka = new kafkajs.Kafka({
    clientId: 'internal-service',
    brokers: kafkaBrokers.split(','),
    logLevel: kafkajs.logLevel.NOTHING,
  });
  const producer = closing.add(
    kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner }),
    (opened) => opened.disconnect(),
  );
  await producer.connect();
  const consumer = closing.add(kafka.consumer({ groupId: 'internal-service' }), (opened) =>
    opened.disconnect(),
  );
  await consumer.connect();
  await consumer.subscribe({ topics: ['lifecycle-events'], fromBeginning: true });
  await consumer.run({ eachMessage: ({ message }) => Promise.resolve(void carried.push(message)) });
  return (...values) =>
    producer.send({
      topic: 'lifecycle-events',
      messages: values.map((value) => ({ key: projectId, value })),
    });
}

/** The verified webhook about an event or operation. */
async function webhookAbout(text: string): Promise<unknown> {
  const { rawBody, headers } = await receiver.waitFor(({ rawBody: body }) => body.includes(text));
  return new Webhook(secret).verify(rawBody, headers as Record<string, string>);
}

test('a synchronous write goes through the gateway to the CRM and leaves an operation', async () => {
  const { status, body } = await caller.write<{ operationId: string; result: { recordId: string } }>({
    type: 'create',
    record: { email: 'ada@example.com' },
  });
  expect(status).toBe(200);
  const { recordId: id } = body.result;
  expect(await caller.sandbox.contacts()).toContainEqual(
    expect.objectContaining({ id, fields: { email: 'ada@example.com' } }),
  );
  expect(await caller.endOf(body.operationId)).toMatchObject({ status: 'success', resource: 'contacts' });
});

test('an asynchronous write goes over gateway, worker, Kafka and notification to a signed webhook', async () => {
  const [operationId] = await caller.createLater(['grace@example.com']);
  const { status, metadata } = await caller.endOf(operationId!);
  expect(status).toBe('success');
  expect(await webhookAbout(operationId!)).toMatchObject({
    notificationType: 'write.async.done',
    data: { operationId, success: true, successfulRecordIds: metadata.successfulRecordIds },
  });
});

test('a trace goes from the caller over all services to the receiver of the webhook', async () => {
  const traceId = randomBytes(16).toString('hex');
  const callerSpan = randomBytes(8).toString('hex');
  const traceparent = `00-${traceId}-${callerSpan}-01`;
  const { body: accepted } = await caller.write<{ operationId: string }>(
    {
      type: 'create',
      mode: 'asynchronous',
      record: { email: 'traced@example.com' },
    },
    { traceparent },
  );
  const { operationId } = accepted;
  expect(await caller.endOf(operationId)).toMatchObject({ status: 'success', traceId });
  const { headers } = await receiver.waitFor(({ rawBody }) => rawBody.includes(operationId));
  const accept = `POST /v1/projects/:projectIdOrName/integrations/:integrationIdOrName/objects/:objectName`;
  // Each process sends its own spans.
  const spans = await eventually(() => {
    const own = stack.spans.filter((span) => span.traceId === traceId);
    const byId = new Map(own.map((span) => [span.spanId, span]));
    const seen = own.map(({ service, name, parentSpanId }) =>
      [
        // Any process may lead.
        name.startsWith('send') ? 'leader' : service.replace('writ-', ''),
        name,
        byId.get(parentSpanId)?.name ?? parentSpanId,
      ].join(' < '),
    );
    expect(new Set(seen)).toEqual(
      new Set([
        `write-gateway < ${accept} < ${callerSpan}`,
        `write-gateway < plan < ${accept}`,
        `write-gateway < commit < ${accept}`,
        `write-worker < claim < ${accept}`,
        `write-worker < perform < ${accept}`,
        'write-worker < POST < perform',
        `write-worker < settle < ${accept}`,
        `leader < send lifecycle-events < ${accept}`,
        `notification < process lifecycle-events < ${accept}`,
        `notification < claim < ${accept}`,
        `notification < deliver < ${accept}`,
        `notification < settle < ${accept}`,
      ]),
    );
    return own;
  });
  const deliver = spans.find(({ name }) => name === 'deliver');
  expect(headers['traceparent']).toBe(`00-${traceId}-${deliver?.spanId}-01`);
  expect(deliver?.attributes).toMatchObject({ 'http.response.status_code': 200, 'writ.attempt': 1 });
  expect(spans.find(({ name }) => name === accept)?.attributes).toMatchObject({
    'http.response.status_code': 200,
    'writ.operation.id': operationId,
  });
  const message = await eventually(() => {
    const found = carried.find(({ value }) => String(value).includes(operationId));
    if (!found) throw new Error('the event is not on the topic yet');
    return Promise.resolve(found);
  });
  const { traceparent: extension } = JSON.parse(String(message.value)) as { traceparent: string };
  expect([extension, String(message.headers?.['traceparent'])]).toEqual([
    `00-${traceId}-${spans.find(({ name }) => name === accept)?.spanId}-01`,
    extension,
  ]);
  const { body: problem } = await caller.write<{ traceId: string }>({ type: 'nothing' }, { traceparent });
  expect(problem.traceId).toBe(traceId);
});

test('what the services publish and deliver is as the AsyncAPI document says that they serve', async () => {
  const { body } = await request(`${stack.stack.managementUrl}/asyncapi.json`);
  const document = (await body.json()) as object;
  const [operationId] = await caller.createLater(['asyncapi@example.com']);
  await webhookAbout(operationId!);
  const published = await eventually(() => {
    const own = carried.map(({ key, headers, value }) => ({
      key: key?.toString(),
      headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, text]) => [name, String(text)])),
      payload: JSON.parse(String(value)) as { type: string; data: object },
    }));
    if (!JSON.stringify(own).includes(operationId!)) throw new Error('the event is not on the topic yet');
    return Promise.resolve(own);
  });
  expect(published.map(({ payload }) => payload.type)).toEqual(
    expect.arrayContaining(['connection.created', 'installation.created', 'write.async.done']),
  );
  for (const { key, headers, payload } of published) {
    const seen = { channel: 'lifecycleEvents', type: payload.type, headers, payload };
    expect([payload.type, key, messageFaults(document, seen)]).toEqual([
      payload.type,
      expect.stringMatching(/^[0-9a-f-]{36}:/),
      [],
    ]);
  }
  for (const { headers, rawBody } of receiver.received) {
    const payload = JSON.parse(rawBody.toString()) as { notificationType: string };
    const type = payload.notificationType;
    expect([type, messageFaults(document, { channel: 'webhook', type, headers, payload })]).toEqual([
      type,
      [],
    ]);
  }
  expect(receiver.received.length).toBeGreaterThan(0);
});

test.each(['hubspot', 'salesforce'])(
  'a person connects %s, goes there and comes back through the edge',
  async (provider) => {
    const { managementUrl } = stack.stack;
    const { statusCode, body } = await request(`${managementUrl}/v1/oauth-connect`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${adminToken}`,
        origin: pageOrigin,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ projectIdOrName: 'demo', provider, groupRef: 'connecting' }),
    });
    const address = await body.text();
    expect([statusCode, address]).toEqual([200, expect.stringContaining(stack.stack.sandboxUrl)]);
    const consented = await request(`${address}&account=connecting`);
    await consented.body.dump();
    const back = String(consented.headers['location']);
    expect(back).toMatch(new RegExp(`^${managementUrl}/v1/oauth/callback\\?`));
    const page = await request(back);
    expect([page.statusCode, page.headers['cross-origin-opener-policy']]).toEqual([200, 'unsafe-none']);
    expect(await page.body.text()).toContain(`data-origin="${pageOrigin}"`);
    const made = await caller.manage('GET', '/connections?groupRef=connecting');
    expect(made.body).toContainEqual(expect.objectContaining({ provider, status: 'working' }));
    const again = await request(back);
    expect([again.statusCode, await again.body.text()]).toEqual([
      422,
      expect.stringContaining('used already'),
    ]);
  },
);

test('an internal service publishes each type of event to Kafka, and each is delivered', async () => {
  const events = sampleEventTypes.map((type) => sampleEvent(type, projectId));
  expect(events).toHaveLength(15);
  await publish(...events.map((event) => JSON.stringify(event)));
  for (const { id, type, time, data } of events) {
    expect(await webhookAbout(id)).toEqual({ notificationType: type, id, time, data });
  }
});

test('a message that cannot be read goes among the dead letters, and the next one is still delivered', async () => {
  const unknownType = sampleEvent('read.unheard.of', projectId);
  const next = sampleEvent('read.backfill.done', projectId);
  await publish('{"specversion":', JSON.stringify(unknownType), JSON.stringify(next));
  expect(await webhookAbout(next.id)).toMatchObject({ notificationType: 'read.backfill.done' });
  await eventually(async () => {
    const { rows } = await stack.database.pool.query<{ raw: Buffer; topic: string; reason: string }>(
      'SELECT raw, topic, reason FROM dead_letter ORDER BY "offset"',
    );
    expect(rows.map(({ raw }) => raw.toString())).toEqual(['{"specversion":', JSON.stringify(unknownType)]);
    expect(rows.map(({ topic }) => topic)).toEqual(['lifecycle-events', 'lifecycle-events']);
    expect(rows[1]?.reason).toContain('type');
  });
});

test('an event that is published twice is delivered once', async () => {
  const event = sampleEvent('read.triggered.done', projectId);
  const last = sampleEvent('read.triggered.done', projectId);
  await publish(JSON.stringify(event), JSON.stringify(event), JSON.stringify(last));
  await webhookAbout(last.id);
  await webhookAbout(event.id);
  const { body } = await caller.manage<{ results: { eventId: string; status: string }[] }>(
    'GET',
    '/deliveries?eventType=read.triggered.done',
  );
  expect(body.results.filter(({ eventId }) => eventId === event.id)).toHaveLength(1);
});

test('a topic is deleted with 204, and is then not found', async () => {
  const { body: topic } = await caller.manage('POST', '/topics', { name: 'short-lived' });
  expect(await caller.manage('DELETE', `/topics/${topic.id}`)).toMatchObject({ status: 204, body: {} });
  expect(await caller.manage('DELETE', `/topics/${topic.id}`)).toMatchObject({
    status: 404,
    type: 'application/problem+json',
    body: { status: 404, issues: [{ in: 'path', name: 'topicId', value: topic.id }] },
  });
});

test("every service of the management address takes the administrators' token", async () => {
  const { managementUrl } = stack.stack;
  for (const path of ['/projects', '/projects/demo/operations', '/projects/demo/topics']) {
    const { statusCode, body } = await request(`${managementUrl}/v1${path}`, {
      headers: { authorization: `Bearer ${adminToken}` },
    });
    await body.dump();
    expect([path, statusCode]).toEqual([path, 200]);
  }
});

test('every service behind the edge answers pages of the origin that it knows, and no other', async () => {
  const { managementUrl, writeUrl } = stack.stack;
  const write = '/projects/demo/integrations/demo-hubspot/objects/contacts';
  const addresses = ['/projects', '/projects/demo/operations', '/projects/demo/topics'];
  for (const address of [
    ...addresses.map((path) => `${managementUrl}/v1${path}`),
    `${writeUrl}/v1${write}`,
  ]) {
    const allowed = async (method: 'OPTIONS' | 'PUT', origin: string) => {
      const { statusCode, headers, body } = await request(address, { method, headers: { origin } });
      await body.dump();
      return [statusCode, headers['access-control-allow-origin'], headers['vary']];
    };
    expect(await allowed('OPTIONS', pageOrigin)).toEqual([204, pageOrigin, 'Origin']);
    expect(await allowed('PUT', pageOrigin)).toEqual([405, pageOrigin, 'Origin']);
    expect(await allowed('OPTIONS', 'https://evil.example.com')).toEqual([405, undefined, 'Origin']);
  }
});

const emails = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}@example.com`);

/** Copies of each contact at the CRM. */
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
  const redis = new Redis(stack.stack.servers.redisUrl);
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
  await stack.stack.servers.kafka!.stop();
  const operationIds = await caller.createLater(emails('without-kafka', 20));
  for (const id of operationIds) expect((await caller.endOf(id)).status).toBe('success');
  const told = () =>
    operationIds.filter((id) => receiver.received.some(({ rawBody }) => rawBody.includes(id)));
  expect(told()).toEqual([]);
  await stack.stack.servers.kafka!.restart();
  await eventually(() => expect(told()).toEqual(operationIds));
});

/** Nothing listens there until it is opened; then it leads to `target`. */
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
  // An attempt counts when it begins, but is listed when it ends.
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
