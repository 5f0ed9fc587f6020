import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import type { JsonObject } from '@writ/contracts';
import { createClosing } from '@writ/service-kit';
import { eventually, manualClock } from '@writ/test-kit';
import { sampleEventData } from '../../ingest/sample-event-data.ts';
import { eventBody } from '../../ingest/store-events.ts';
import { createAddressRules } from '../../outbound/address-rules.ts';
import { createGuardedAgent } from '../../outbound/guarded-agent.ts';
import { guardedSockets } from '../../outbound/guarded-sockets.ts';
import { prepareKafka } from './send.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const time = '2026-01-01T00:00:00Z';
const data = sampleEventData('write.async.done', 'p');
const body = eventBody({ type: 'write.async.done', id: 'e1', time, data });

function prepare(
  brokers: string[],
  { limitMs = 60_000, ...metadata }: JsonObject & { limitMs?: number } = {},
) {
  const rules = createAddressRules({ allowHttp: true, allowCidrs: ['127.0.0.1'] });
  const agent = closing.add(createGuardedAgent(rules), (a) => a.destroy());
  const open = guardedSockets(rules);
  const sockets: Socket[] = [];
  const openSocket: typeof open = (to) => {
    const socket = open(to);
    sockets.push(socket);
    return socket;
  };
  const deps = { agent, openSocket, clock: manualClock(), managementUrl: 'https://writ.test/v1', limitMs };
  const prepared = prepareKafka({ metadata: { ...metadata, brokers, topic: 't' }, signingKeys: [] }, deps);
  closing.add(prepared, (made) => made.close?.());
  const send = () => prepared({ id: 'd1', body }, new AbortController().signal);
  return { send, sockets, close: () => prepared.close?.() };
}

const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const text = (value: string): Buffer => Buffer.concat([int16(value.length), Buffer.from(value)]);
const list = (elements: Buffer[]): Buffer => Buffer.concat([int32(elements.length), ...elements]);
const int64 = Buffer.alloc(8);

type Request = { apiKey: number; correlationId: number; bytes: Buffer };
/** A broker's bytes after the correlation id; undefined if it answers otherwise or never. */
type Answer = (request: Request, socket: Socket) => Buffer | undefined;

const [produce, metadataOf, saslHandshake, apiVersions, saslAuthenticate] = [0, 3, 17, 18, 36];
const offered = (...versions: [key: number, highest: number][]) =>
  Buffer.concat([
    int16(0),
    list(versions.map(([key, highest]) => Buffer.concat([key, 0, highest].map(int16)))),
  ]);

const brokerAt = (port: number, id = 1): Buffer => Buffer.concat([int32(id), text('127.0.0.1'), int32(port)]);
const oneTopic = list([
  Buffer.concat([
    int16(0),
    text('t'),
    list([Buffer.concat([int16(0), ...[0, 1].map(int32), list([]), list([])])]),
  ]),
]);
const written = Buffer.concat([
  list([Buffer.concat([text('t'), list([Buffer.concat([int32(0), int16(0), int64, int64])])])]),
  int32(0),
]);

/** Works like a good broker, except for `answers`. */
async function startBroker(
  answers: Record<number, Answer> = {},
  greet: (socket: Socket) => void = () => undefined,
): Promise<string> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    closing.add(socket, (open) => open.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (bytes.length < 12) return;
      const request = { apiKey: bytes.readInt16BE(4), correlationId: bytes.readInt32BE(8), bytes };
      const answer = (answers[request.apiKey] ?? usual[request.apiKey])?.(request, socket);
      if (answer) socket.write(frame(request.correlationId, answer));
    });
    greet(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.add(server, (open) => open.close());
  const { port } = server.address() as AddressInfo;
  const usual: Record<number, Answer> = {
    [apiVersions]: () => offered([produce, 3], [metadataOf, 0], [apiVersions, 0]),
    [metadataOf]: () => Buffer.concat([list([brokerAt(port)]), oneTopic]),
    [produce]: () => written,
  };
  return `127.0.0.1:${port}`;
}

const frame = (correlationId: number, answer: Buffer): Buffer =>
  Buffer.concat([int32(4 + answer.length), int32(correlationId), answer]);

test.each([0, -1, 3, -2_147_483_648, 2_147_483_647, 1024 * 1024 + 1])(
  'an answer of an announced size of %i ends the connection, and nothing else',
  async (size) => {
    const hostile = await startBroker({}, (socket) => socket.write(int32(size)));
    const [failed, delivered] = await Promise.all([
      prepare([hostile]).send(),
      prepare([await startBroker()]).send(),
    ]);
    expect(failed).toMatchObject({
      delivered: false,
      error: expect.stringContaining(`announced an answer of ${size} bytes`),
    });
    expect(delivered).toMatchObject({ delivered: true });
  },
);

test.each([
  ['nothing', Buffer.alloc(0), 'outside buffer bounds'],
  ['an array of 2^31-1', int32(2_147_483_647), 'an array of 2147483647 elements'],
  ['an array that memory would be taken for', int32(30_000_000), 'an array of 30000000 elements'],
  ['an array of less than none', int32(-2), 'an array of -2 elements'],
  ['a text that leads back', Buffer.concat([int32(1), int32(1), int16(-10), int64]), 'a length of -10'],
  [
    'more brokers than a cluster has',
    Buffer.concat([list(Array.from({ length: 1_001 }, (_, id) => brokerAt(9, id))), oneTopic]),
    'tells of 1001 brokers',
  ],
])('an answer that holds %s fails the attempt', async (_name, answer, told) => {
  const outcome = await prepare([await startBroker({ [metadataOf]: () => answer })]).send();
  expect(outcome).toMatchObject({ delivered: false, error: expect.stringContaining(told) });
});

test('a broker that takes its time to have a message written is waited for, and gets it once', async () => {
  let asked = 0;
  const slow: Answer = ({ correlationId }, socket) => {
    asked += 1;
    // Longer than the limit for connecting.
    setTimeout(() => socket.write(frame(correlationId, written)), 5_500);
    return undefined;
  };
  const { send } = prepare([await startBroker({ [produce]: slow })]);
  expect(await send()).toMatchObject({ delivered: true });
  expect(asked).toBe(1);
});

test('an answer to what was never asked is none', async () => {
  const answer: Answer = ({ correlationId }, socket) => {
    socket.write(frame(correlationId + 1_000, int64));
    return undefined;
  };
  const { send } = prepare([await startBroker({ [metadataOf]: answer })], { limitMs: 300 });
  expect(await send()).toMatchObject({ delivered: false, error: 'No complete answer within 0.3 s.' });
});

const sasl = (mechanism: string) => ({ mechanism, username: 'u', password: 'p' });
const withSasl = (...versions: [number, number][]): Record<number, Answer> => ({
  [apiVersions]: () =>
    offered([produce, 3], [metadataOf, 0], [apiVersions, 0], [saslHandshake, 1], ...versions),
  [saslHandshake]: ({ bytes }) =>
    Buffer.concat([int16(0), list([text(/[A-Z]+(-SHA-256)?$/.exec(String(bytes))![0])])]),
});

test('a broker cannot have the password hashed without an end', async () => {
  const scram: Answer = ({ bytes }) => {
    const nonce = /r=(.*)$/.exec(bytes.toString('latin1'))![1]!;
    const message = Buffer.from(`r=${nonce}x,s=c2FsdA==,i=2000000000`);
    return Buffer.concat([int16(0), int16(-1), int32(message.length), message]);
  };
  const broker = await startBroker({ ...withSasl([saslAuthenticate, 0]), [saslAuthenticate]: scram });
  const { send } = prepare([broker], { sasl: sasl('scram-sha-256') });
  expect(await send()).toMatchObject({ delivered: false, error: 'The brokers refused the credentials.' });
});

test('a broker that has us wait for ever, or keeps a bare token, holds nothing for longer than its request', async () => {
  const throttling: Answer = () =>
    Buffer.concat([offered([produce, 3], [metadataOf, 0], [apiVersions, 2]), int32(2_147_483_647)]);
  const throttled = prepare([await startBroker({ [apiVersions]: throttling })]);
  const silent = prepare([await startBroker(withSasl())], { sasl: sasl('plain') });
  expect(await Promise.all([throttled.send(), silent.send()])).toMatchObject([
    { delivered: true },
    { delivered: false, error: 'The brokers refused the credentials.' },
  ]);
});

test('a connection that the broker keeps open is destroyed after it was closed', async () => {
  const { send, sockets, close } = prepare([await startBroker()]);
  expect(await send()).toMatchObject({ delivered: true });
  await close();
  await eventually(() => expect(sockets.map(({ destroyed }) => destroyed)).not.toContain(false));
});
