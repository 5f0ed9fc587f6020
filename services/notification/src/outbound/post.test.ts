import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import { createClosing, type OutgoingProxy } from '@writ/service-kit';
import { startReceiver } from '@writ/test-kit';
import { createAddressRules } from './address-rules.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import type { ResolveAll } from './resolve-names.ts';
import { post, type PostRequest } from './post.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

function agentFor(
  allowCidrs: string[],
  resolveAll?: ResolveAll,
  allowHttp: true | 'listed' = true,
  proxy?: OutgoingProxy,
) {
  const rules = createAddressRules({ allowHttp, allowCidrs });
  const agent = createGuardedAgent(rules, { ...(resolveAll && { resolveAll }), proxy });
  return closing.add(agent, (opened) => opened.destroy());
}

const startTarget = async () => closing.add(await startReceiver(), (r) => r.close());

const request = (origin: string, changes: Partial<PostRequest> = {}): PostRequest => ({
  message: {
    origin,
    path: '/hook?a=1',
    method: 'POST',
    headers: ['content-type', 'application/json', 'x-mine', 'yes'],
    body: Buffer.from('{}'),
  },
  limitMs: 60_000,
  signal: new AbortController().signal,
  ...changes,
});

test('the answer comes with its status, Retry-After and text', async () => {
  const receiver = await startTarget();
  receiver.answerNext({ status: 503, headers: { 'retry-after': '7' }, body: 'later' });
  const result = await post(agentFor(['127.0.0.1']), request(receiver.url));
  expect(result).toEqual({ status: 503, retryAfterMs: 7_000, excerpt: 'later' });
  expect(receiver.received[0]).toMatchObject({ path: '/hook?a=1', headers: { 'x-mine': 'yes' } });
});

test('what is told on the way, also a 100 that nobody asked for, is no answer yet', async () => {
  const server = createServer((_, response) => {
    response.writeContinue();
    response.writeProcessing();
    response.writeEarlyHints({ link: '</a>; rel=preload' });
    response.end('ok');
  });
  closing.add(server.listen(0, '127.0.0.1'), (open) => open.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const result = await post(agentFor(['127.0.0.1']), request(`http://127.0.0.1:${port}`));
  expect(result).toEqual({ status: 200, retryAfterMs: undefined, excerpt: 'ok' });
});

test('a redirect is not followed', async () => {
  const [receiver, other] = [await startTarget(), await startTarget()];
  receiver.answerNext({ status: 301, headers: { location: other.url } });
  const result = await post(agentFor(['127.0.0.1']), request(receiver.url));
  expect(result).toMatchObject({ status: 301 });
  expect(other.received).toHaveLength(0);
});

test('a receiver that hangs or resets ends the exchange with an error', async () => {
  const [hanging, resetting] = [await startTarget(), await startTarget()];
  const agent = agentFor(['127.0.0.1']);
  hanging.answerAlways('hang');
  resetting.answerAlways('reset');
  expect(await post(agent, request(hanging.url, { limitMs: 50 }))).toEqual({
    error: 'No complete answer within 0.05 s.',
  });
  expect(await post(agent, request(resetting.url))).toEqual({ error: expect.any(String) });
});

test.each(['keep-alive', 'close'])(
  'an answer whose body does not end properly (connection: %s) is what its status says',
  async (connection) => {
    const receiver = await startTarget();
    const headers = { 'content-length': '100', 'retry-after': '7', connection };
    receiver.answerNext({ status: 429, headers, body: 'later' });
    const result = await post(agentFor(['127.0.0.1']), request(receiver.url, { limitMs: 1_000 }));
    expect(result).toEqual({ status: 429, retryAfterMs: 7_000, excerpt: 'later' });
  },
);

test('an exchange that is not wanted any more is given up', async () => {
  const receiver = await startTarget();
  receiver.answerNext('hang');
  const controller = new AbortController();
  const result = post(agentFor(['127.0.0.1']), request(receiver.url, { signal: controller.signal }));
  await receiver.waitForCount(1);
  controller.abort();
  expect(await result).toEqual({ error: expect.stringContaining('Given up') });
});

test('what is not wanted, or may not begin, any more when it has a connection is not sent', async () => {
  const receiver = await startTarget();
  const agent = agentFor(['127.0.0.1']);
  const mayBegin = () => false;
  const givenUp: unknown = { error: expect.stringContaining('Given up') };
  expect(await post(agent, request(receiver.url, { mayBegin }))).toEqual(givenUp);
  expect(await post(agent, request(receiver.url, { signal: AbortSignal.abort() }))).toEqual(givenUp);
  expect(await post(agent, request(receiver.url, { mayBegin: () => true }))).toMatchObject({ status: 200 });
  expect(receiver.received).toHaveLength(1);
});

test('of a long answer 64 kB are read and 16 kB are kept', async () => {
  const receiver = await startTarget();
  receiver.answerNext({ status: 200, body: 'x'.repeat(10_000_000) });
  const result = await post(agentFor(['127.0.0.1']), request(receiver.url));
  expect(result).toMatchObject({ status: 200 });
  expect('excerpt' in result && result.excerpt).toHaveLength(16 * 1024);
});

test('an answer with large headers counts by its status, up to 64 kB of them', async () => {
  const receiver = await startTarget();
  const agent = agentFor(['127.0.0.1']);
  const cookie = (bytes: number) => ({ status: 200, headers: { 'set-cookie': `a=${'x'.repeat(bytes)}` } });
  receiver.answerNext(cookie(60_000), cookie(70_000));
  expect(await post(agent, request(receiver.url))).toMatchObject({ status: 200 });
  expect(await post(agent, request(receiver.url))).toEqual({
    error: expect.stringContaining('the headers of the answer are too large'),
  });
});

test('literal addresses are refused when the connection is made', async () => {
  const receiver = await startTarget();
  const agent = agentFor([]);
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', 'localhost']) {
    const origin = receiver.url.replace('127.0.0.1', host);
    expect(await post(agent, request(origin))).toEqual({
      error: expect.stringContaining('not a public address'),
    });
  }
  expect(receiver.received).toHaveLength(0);
});

test('where http is allowed to listed addresses alone, no other is connected to by it', async () => {
  const receiver = await startTarget();
  const elsewhere: ResolveAll = () => Promise.resolve([{ address: '93.184.216.34', family: 4 }]);
  const agent = agentFor(['127.0.0.1'], elsewhere, 'listed');
  expect(await post(agent, request(receiver.url))).toMatchObject({ status: 200 });
  for (const origin of ['http://receiver.test', 'http://93.184.216.34']) {
    expect(await post(agent, request(origin))).toEqual({ error: expect.stringContaining('https:// alone') });
  }
});

test('a name whose addresses change is checked at each connection, and one forbidden address is enough', async () => {
  const receiver = await startTarget();
  const answers = [
    [{ address: '127.0.0.1', family: 4 }],
    [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
  ];
  const agent = agentFor([], () => Promise.resolve(answers.shift() ?? []));
  const origin = receiver.url.replace('127.0.0.1', 'rebinding.test');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await post(agent, request(origin))).toEqual({
      error: expect.stringContaining('127.0.0.1 is not'),
    });
  }
  expect(await post(agent, request(origin))).toEqual({ error: expect.stringContaining('has no address') });
  expect(receiver.received).toHaveLength(0);
});

/** Records targets and refuses to connect. */
async function startProxy() {
  const asked: unknown[] = [];
  const server = createServer((_, response) => response.end());
  server.on('connect', ({ url, headers }: IncomingMessage, socket: Duplex) => {
    asked.push([url, headers.host, headers['proxy-authorization']]);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  closing.add(server.listen(0, '127.0.0.1'), (open) => open.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { asked, proxy: { httpsProxy: `http://me:secret@127.0.0.1:${port}`, noProxy: 'near.test' } };
}

test('a proxy is asked for the address that was checked, and for none that may not be sent to', async () => {
  const { asked, proxy } = await startProxy();
  const addresses: Record<string, string> = { 'far.test': '93.184.216.34', 'six.test': '2606:2800:220:1::1' };
  const resolveAll: ResolveAll = (host) => {
    const address = addresses[host] ?? '10.0.0.7';
    return Promise.resolve([{ address, family: isIP(address) }]);
  };
  const agent = agentFor(['127.0.0.1'], resolveAll, 'listed', proxy);
  for (const origin of ['https://far.test', 'https://six.test:8443', 'https://93.184.216.35'])
    expect(await post(agent, request(origin))).toEqual({ error: expect.stringContaining('403') });
  const credentials = 'Basic bWU6c2VjcmV0';
  const told = ['93.184.216.34:443', '[2606:2800:220:1::1]:8443', '93.184.216.35:443'];
  expect(asked).toEqual(told.map((at) => [at, at, credentials]));

  // NO_PROXY names the last one, so it is reached directly.
  for (const origin of ['https://inner.test', 'https://10.0.0.7', 'https://[::1]', 'https://near.test'])
    expect(await post(agent, request(origin))).toEqual({
      error: expect.stringContaining('not a public address'),
    });
  const receiver = await startTarget();
  expect(await post(agent, request(receiver.url))).toMatchObject({ status: 200 });
  expect(asked).toHaveLength(3);
});
