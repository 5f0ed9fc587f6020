import { afterEach, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { manualClock, startReceiver, type Received } from '@writ/test-kit';
import { Webhook } from 'standardwebhooks';
import { newSigningKey, rotate } from '../../destinations/secrets.ts';
import type { SigningKey } from '../destination-kind.ts';
import { createAddressRules } from '../../outbound/address-rules.ts';
import { createGuardedAgent } from '../../outbound/guarded-agent.ts';
import { guardedSockets } from '../../outbound/guarded-sockets.ts';
import { webhook } from './declaration.ts';
import { createSigner, prepareWebhook } from './send.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const rules = createAddressRules({ allowHttp: true, allowCidrs: ['127.0.0.1'] });
const clock = manualClock();

async function startWebhook(signingKeys = [{ key: newSigningKey() }], headers: Record<string, string> = {}) {
  const receiver = closing.add(await startReceiver(), (r) => r.close());
  const agent = closing.add(createGuardedAgent(rules), (a) => a.destroy());
  const metadata = { url: `${receiver.url}/hook?x=1`, headers };
  const send = prepareWebhook(
    { metadata, signingKeys },
    { agent, openSocket: guardedSockets(rules), clock, managementUrl: 'http://writ.test/v1' },
  );
  return {
    receiver,
    send: (body: string, mayBegin?: () => boolean) =>
      send({ id: '1', body }, new AbortController().signal, mayBegin),
  };
}

const verify = (key: string, { rawBody, headers }: Received) =>
  new Webhook(key).verify(rawBody.toString(), headers as Record<string, string>);

test('a delivery is accepted by the official verifier', async () => {
  const key = newSigningKey();
  const { receiver, send } = await startWebhook([{ key }]);
  const outcome = await send('{"notificationType":"connection.created","emoji":"ü😀"}');
  expect(outcome).toMatchObject({ delivered: true, httpStatus: 200 });
  const [received] = receiver.received;
  expect(verify(key, received!)).toMatchObject({ emoji: 'ü😀' });
  expect(received).toMatchObject({ method: 'POST', path: '/hook?x=1', headers: { 'webhook-id': 'msg_1' } });
});

test('a delivery that may not begin any more when it has a connection is not sent', async () => {
  const { receiver, send } = await startWebhook();
  expect(await send('{"n":1}', () => false)).toMatchObject({ delivered: false });
  expect(receiver.received).toEqual([]);
});

test('a receiver that verifies the headers of hosted services finds the same values there', async () => {
  const key = newSigningKey();
  // A header stored before these names were reserved is not sent.
  const { receiver, send } = await startWebhook([{ key }], { 'Svix-Id': 'x' });
  await send('{"n":1}');
  const { rawBody, headers } = receiver.received[0]!;
  const theirs = Object.entries(headers).filter(([name]) => name.startsWith('svix-'));
  const ours = theirs.map(([name, value]) => [name.replace('svix', 'webhook'), value]);
  expect(
    new Webhook(key).verify(rawBody.toString(), Object.fromEntries(ours) as Record<string, string>),
  ).toEqual({ n: 1 });
});

test('during a rotation both keys verify; after it only the new one', async () => {
  const old = newSigningKey();
  const keys = rotate([{ key: old }], clock.now(), 60_000);
  const [fresh] = keys;
  const { receiver, send } = await startWebhook(keys);
  await send('{"n":1}');
  expect(verify(old, receiver.received[0]!)).toEqual({ n: 1 });
  expect(verify(fresh!.key, receiver.received[0]!)).toEqual({ n: 1 });

  const afterwards = Math.floor(clock.now().getTime() / 1_000) + 61;
  const sign = createSigner(keys);
  expect(sign('msg_1', afterwards, Buffer.from('x')).split(' ')).toHaveLength(1);
  expect(sign('msg_1', afterwards, Buffer.from('x'))).toBe(
    createSigner([{ key: fresh!.key }])('msg_1', afterwards, Buffer.from('x')),
  );
});

test('a second rotation drops the keys that have ended', () => {
  const now = new Date('2026-01-02T00:00:00Z');
  const keys = rotate([{ key: 'b' }, { key: 'a', until: '2026-01-01T00:00:00Z' }], now, 1_000);
  expect(keys.map(({ key, until }) => [key === 'b', until])).toEqual([
    [false, undefined],
    [true, '2026-01-02T00:00:01.000Z'],
  ]);
});

test('no more than ten keys sign at once: the refusal tells when the oldest ends', () => {
  const minuteMs = 60_000;
  const startMs = Date.parse('2026-01-02T00:00:00Z');
  let keys: readonly SigningKey[] = [{ key: newSigningKey() }];
  const rotateAfter = (minutes: number) =>
    rotate(keys, new Date(startMs + minutes * minuteMs), 60 * minuteMs);
  for (let minutes = 0; minutes < 9; minutes += 1) keys = rotateAfter(minutes);
  expect(keys).toHaveLength(10);
  expect(() => rotateAfter(9)).toThrow(
    expect.objectContaining({
      kind: 'keys-signing',
      facts: { detail: expect.stringContaining('2026-01-02T01:00:00.000Z') },
    }),
  );
  expect(rotateAfter(60)).toHaveLength(10);
});

test('headers of the destination are added', async () => {
  const { receiver, send } = await startWebhook(undefined, { Authorization: 'Bearer abc', 'X-Team': 'ops' });
  await send('{}');
  expect(receiver.received[0]?.headers).toMatchObject({
    authorization: 'Bearer abc',
    'x-team': 'ops',
    'content-type': 'application/json',
    'accept-encoding': 'identity',
  });
});

test.each([
  [{ status: 204 }, { delivered: true }],
  [
    { status: 302, headers: { location: 'http://10.0.0.1/' } },
    { delivered: false, httpStatus: 302 },
  ],
  [{ status: 410 }, { delivered: false, gone: true }],
  [
    { status: 429, headers: { 'retry-after': '9' } },
    { delivered: false, retryAfterMs: 9_000 },
  ],
  [
    { status: 503, headers: { 'retry-after': ['5', '20'] } },
    { delivered: false, retryAfterMs: 20_000 },
  ],
  [
    {
      status: 503,
      headers: { date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' },
    },
    { delivered: false, retryAfterMs: 30_000 },
  ],
  [
    { status: 500, body: 'oh no' },
    { delivered: false, excerpt: 'oh no', error: 'The receiver answered 500.' },
  ],
  ['reset' as const, { delivered: false, error: expect.any(String) }],
])('the answer %j means %j', async (answer, outcome) => {
  const { receiver, send } = await startWebhook();
  receiver.answerNext(answer);
  expect(await send('{}')).toMatchObject(outcome);
});

test('headers that are ours, or none, and values that no header may hold are faults', () => {
  const headers = {
    'Webhook-Id': 'x',
    'svix-id': 'x',
    host: 'x',
    'Content-Length': '1',
    'a b': 'x',
    'X-Ok': 'fine',
    'X-Bad': 'a\r\nb',
  };
  const faults = webhook.rules({ headers });
  expect(faults.map(({ pointer }) => pointer)).toEqual([
    '/headers/Webhook-Id',
    '/headers/svix-id',
    '/headers/host',
    '/headers/Content-Length',
    '/headers/a b',
    '/headers/X-Bad',
  ]);
});

test.each(['https://me:secret@host.invalid/', 'https:me:secret@host.invalid', 'https://me:s/secret@host'])(
  'the refused URL %s is told without its password',
  (url) => {
    const faults = webhook.rules({ url });
    expect(JSON.stringify(faults)).not.toContain('secret');
    expect(faults).toMatchObject([{ pointer: '/url' }]);
  },
);
