import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import type { JsonObject } from '@writ/contracts';
import { createClosing } from '@writ/service-kit';
import { eventually, manualClock, testKafka } from '@writ/test-kit';
import kafkajs from 'kafkajs';
import { sampleEventData } from '../../ingest/sample-event-data.ts';
import { eventBody } from '../../ingest/store-events.ts';
import { createAddressRules } from '../../outbound/address-rules.ts';
import { createGuardedAgent } from '../../outbound/guarded-agent.ts';
import { guardedSockets } from '../../outbound/guarded-sockets.ts';
import { kafka } from './declaration.ts';
import { kafkaRequest, prepareKafka } from './send.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const managementUrl = 'https://writ.test/v1';
const time = '2026-01-01T00:00:00Z';
const data = sampleEventData('write.async.done', 'p');
const body = eventBody({ type: 'write.async.done', id: 'e1', time, data });

/** For a busy machine. */
const patienceMs = 120_000;

function prepare(metadata: JsonObject, allowCidrs = ['127.0.0.1'], limitMs = patienceMs) {
  const rules = createAddressRules({ allowHttp: true, allowCidrs });
  const agent = closing.add(createGuardedAgent(rules), (a) => a.destroy());
  const deps = { agent, openSocket: guardedSockets(rules), clock: manualClock(), managementUrl, limitMs };
  const send = prepareKafka({ metadata, signingKeys: [] }, deps);
  closing.add(send, (prepared) => prepared.close?.());
  return (signal = new AbortController().signal) => send({ id: 'd1', body }, signal);
}

/** The first message of the topic. */
async function readOne(topic: string) {
  const { brokers, group } = testKafka();
  const client = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING });
  const consumer = closing.add(client.consumer({ groupId: group('reader') }), (c) => c.disconnect());
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const seen: { key: string | undefined; value: unknown; headers: Record<string, string> }[] = [];
  await consumer.run({
    eachMessage: ({ message: { key, value, headers = {} } }) => {
      const texts = Object.entries(headers).map(([name, text]) => [name, String(text)] as const);
      seen.push({
        key: key?.toString(),
        value: JSON.parse(String(value)) as unknown,
        headers: Object.fromEntries(texts),
      });
      return Promise.resolve();
    },
  });
  return eventually(() => {
    expect(seen).not.toHaveLength(0);
    return seen[0]!;
  });
}

const attributes = {
  specversion: '1.0',
  id: 'msg_d1',
  source: 'https://writ.test/v1/projects/p',
  type: 'write.async.done',
  time,
  eventid: 'e1',
  projectid: 'p',
};

test('an event is a CloudEvent in the value, under the id of what it is about', async () => {
  const { brokers, topic } = testKafka();
  const name = await topic('structured');
  expect(await prepare({ brokers, topic: name })()).toMatchObject({ delivered: true });
  expect(await readOne(name)).toEqual({
    key: data['installationId'],
    value: { ...attributes, datacontenttype: 'application/json', data },
    headers: { 'content-type': 'application/cloudevents+json; charset=UTF-8' },
  });
});

test.each(['structured', 'binary'] as const)(
  'a delivery shows the message that is sent in %s mode',
  async (mode) => {
    const { brokers, topic } = testKafka();
    const target = await topic(`shown-${mode}`);
    const metadata = { brokers, topic: target, mode, keyTemplate: '{{id}}' };
    await prepare(metadata)();
    const { value, ...read } = await readOne(target);
    const { body: shown, ...rest } = kafkaRequest(metadata, { id: 'd1', body }, { managementUrl });
    expect(rest).toEqual({ target, ...read });
    expect(JSON.parse(shown)).toEqual(value);
  },
);

test('in binary mode its attributes are headers; the key is what the template says', async () => {
  const { brokers, topic } = testKafka();
  const name = await topic('binary');
  const send = prepare({ brokers, topic: name, mode: 'binary', keyTemplate: '{{data.groupRef}}-{{id}}' });
  expect(await Promise.all([send(), send()])).toMatchObject([{ delivered: true }, { delivered: true }]);
  expect(await readOne(name)).toEqual({
    key: 'sample-group-e1',
    value: data,
    headers: {
      'content-type': 'application/json',
      ...Object.fromEntries(Object.entries(attributes).map(([header, value]) => [`ce_${header}`, value])),
    },
  });
});

test.each(['structured', 'binary'] as const)('in %s mode the trace is an extension and a header', (mode) => {
  const traceParent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const shown = kafkaRequest({ topic: 't', mode }, { id: 'd1', body, traceParent }, { managementUrl });
  const extension =
    mode === 'binary'
      ? shown.headers?.['ce_traceparent']
      : (JSON.parse(shown.body) as { traceparent: string }).traceparent;
  expect([shown.headers?.['traceparent'], extension]).toEqual([traceParent, traceParent]);
});

test('of a key that places make long the beginning is sent', () => {
  const metadata = { topic: 't', keyTemplate: '{{data.text}}'.repeat(70) };
  const long = eventBody({
    type: 'connection.error',
    id: 'e',
    time: '',
    data: { text: 'x'.repeat(200_000) },
  });
  const { key } = kafkaRequest(metadata, { id: 'd1', body: long }, { managementUrl });
  expect(key).toBe('x'.repeat(1_000));
});

test('a topic that does not exist, and brokers that are not there, are told in words', async () => {
  const { brokers, group } = testKafka();
  expect(await prepare({ brokers, topic: group('missing') })()).toMatchObject({
    delivered: false,
    error: 'The topic does not exist, or may not be seen.',
  });
  expect(await prepare({ brokers: ['127.0.0.1:9'], topic: 't' })()).toMatchObject({
    delivered: false,
    error: expect.stringContaining('ECONNREFUSED'),
  });
});

/** Given a port, it forwards connections there. */
async function startListener(host: string, toPort?: number) {
  const server = createServer((socket) => {
    closing.add(socket, (open) => open.destroy());
    socket.on('error', () => undefined);
    if (toPort === undefined) return;
    const onward = closing.add(connect(toPort, '127.0.0.1'), (open) => open.destroy());
    onward.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  });
  server.listen(0, host);
  await once(server, 'listening');
  closing.add(server, (open) => open.close());
  return `${host}:${(server.address() as AddressInfo).port}`;
}

test('a broker that may be connected to, and tells of one that may not, leads nowhere', async () => {
  const { brokers, topic } = testKafka();
  const name = await topic('guarded');
  const port = Number(brokers[0]?.split(':')[1]);
  const first = await startListener('127.0.0.2', port);
  const metadata = { brokers: [first], topic: name };
  expect(await prepare(metadata, ['127.0.0.2'])()).toMatchObject({
    delivered: false,
    error: expect.stringContaining('127.0.0.1 is not a public address'),
  });
  expect(await prepare(metadata, ['127.0.0.0/8'])()).toMatchObject({ delivered: true });
});

test.each(['127.0.0.1', 'localhost', '0x7f.1', '169.254.169.254'])('%s is not connected to', async (host) => {
  const { brokers } = testKafka();
  const port = Number(brokers[0]?.split(':')[1]);
  const outcome = await prepare({ brokers: [`${host}:${port}`], topic: 't' }, [])();
  expect(outcome).toMatchObject({ delivered: false, error: expect.stringContaining('not a public address') });
});

test('brokers that never answer, and an attempt that is not wanted any more, end', async () => {
  const silent = await startListener('127.0.0.1');
  const send = prepare({ brokers: [silent], topic: 't' }, ['127.0.0.1'], 50);
  expect(await send()).toMatchObject({ delivered: false, error: 'No complete answer within 0.05 s.' });
  expect(await send(AbortSignal.abort())).toMatchObject({
    delivered: false,
    error: expect.stringContaining('Given up'),
  });
});

test('what was prepared sends after it was closed, too: a delivery may have been claimed before', async () => {
  const { brokers, topic } = testKafka();
  const rules = createAddressRules({ allowHttp: true, allowCidrs: ['127.0.0.1'] });
  const agent = closing.add(createGuardedAgent(rules), (a) => a.destroy());
  const timing = { clock: manualClock(), limitMs: patienceMs };
  const deps = { agent, openSocket: guardedSockets(rules), managementUrl, ...timing };
  const metadata = { brokers, topic: await topic('closed') };
  const send = prepareKafka({ metadata, signingKeys: [] }, deps);
  await send.close?.();
  expect(await send({ id: '1', body }, new AbortController().signal)).toMatchObject({ delivered: true });
});

test('faults of the metadata', async () => {
  const closed = createAddressRules({ allowHttp: false, allowCidrs: [] });
  const brokers = ['10.0.0.1:9092', '93.184.216.34:9092', '0x7f.1:9092'];
  expect(await kafka.check({ brokers, topic: 't' }, closed)).toEqual([
    { pointer: '/tls', detail: expect.stringContaining('encrypted') },
    { pointer: '/brokers/0', detail: expect.stringContaining('10.0.0.1'), value: brokers[0] },
    { pointer: '/brokers/2', detail: expect.stringContaining('127.0.0.1'), value: brokers[2] },
  ]);
  expect(await kafka.check({ brokers: ['93.184.216.34:9092'], tls: true }, closed)).toEqual([]);
  expect(kafka.rules({ topic: '..', keyTemplate: '{{x}}' }).map(({ pointer }) => pointer)).toEqual([
    '/topic',
    '/keyTemplate',
  ]);
});
