import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startReceiver, type Receiver } from '@writ/test-kit';
import { createTransport, type Transport, type WireRequest } from './transport.ts';

let transport: Transport;
let provider: Receiver;

beforeEach(async () => {
  transport = createTransport({ connectionsPerOrigin: 1 });
  provider = await startReceiver();
});

afterEach(async () => {
  await transport.close();
  await provider.close();
});

const post = (origin = provider.url): WireRequest => ({
  origin,
  method: 'POST',
  path: '/x',
  headers: { accept: 'application/json' },
  body: '{}',
});
const limits = (timeoutMs = 10_000, signal = new AbortController().signal) => ({ timeoutMs, signal });
const failure = (fault: Record<string, unknown>) => ({
  kind: 'failed',
  fault: expect.objectContaining(fault),
});

const empty = 'HTTP/1.1 204 No Content\r\n\r\n';
const cutShort = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{';

/** Answers the requests of each connection with these bytes in turn, and then does what is asked. */
async function rawServer(answers: readonly string[], then: 'leave open' | 'cut') {
  const server = createServer((socket) => {
    const left = [...answers];
    socket.on('error', () => undefined);
    socket.on('data', () => {
      socket.write(left.shift() ?? '', () => {
        if (left.length === 0 && then === 'cut') socket.resetAndDestroy();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) };
}

test('gives back the answer as it came, whatever its status', async () => {
  provider.answerNext({ status: 503, headers: { 'retry-after': '3' }, body: 'Grüße' });
  const delivery = await transport.send(post(), limits());
  expect(delivery).toMatchObject({ answer: { status: 503, headers: { 'retry-after': '3' }, text: 'Grüße' } });
});

test('follows no redirect', async () => {
  provider.answerNext({ status: 307, headers: { location: `${provider.url}/elsewhere` } });
  const delivery = await transport.send(post(), limits());
  expect(delivery).toMatchObject({ answer: { status: 307 } });
  expect(provider.received).toHaveLength(1);
});

test('knows that nothing was sent when no connection can be made', async () => {
  await provider.close();
  expect(await transport.send(post(), limits())).toEqual(
    failure({ kind: 'unavailable', sent: 'notSent', retryable: true, code: 'ECONNREFUSED' }),
  );
});

test('does not know what became of a call whose connection broke', async () => {
  provider.answerNext('reset');
  expect(await transport.send(post(), limits())).toEqual(
    failure({ kind: 'unavailable', sent: 'unknown', retryable: true }),
  );
  expect(provider.received).toHaveLength(1);
});

/** A server that answers each request; `closeFirst` closes the connection that came first. */
async function closingServer(onRequest: (place: number) => 'answer' | 'close') {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const place = sockets.push(socket) - 1;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      if (onRequest(place) === 'answer') socket.write(empty);
      else socket.resetAndDestroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    closeFirst: () => sockets[0]?.resetAndDestroy(),
    connections: () => sockets.length,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

test('sends once more, on a new connection, what a kept one does not take any more', async () => {
  const server = await closingServer(() => 'answer');
  await transport.send(post(server.url), limits());
  server.closeFirst();
  expect(await transport.send(post(server.url), limits())).toMatchObject({ answer: { status: 204 } });
  expect(server.connections()).toBe(2);
  await server.close();
});

test('does not send again what a kept connection took before it broke', async () => {
  let requests = 0;
  const server = await closingServer(() => ((requests += 1) === 2 ? 'close' : 'answer'));
  await transport.send(post(server.url), limits());
  expect(await transport.send(post(server.url), limits())).toEqual(
    failure({ sent: 'unknown', message: 'The provider did not answer: the connection broke.' }),
  );
  expect(requests).toBe(2);
  await server.close();
});

test('does not know what became of a call whose answer was cut off', async () => {
  const server = await rawServer([cutShort], 'cut');
  expect(await transport.send(post(server.url), limits())).toEqual(
    failure({ sent: 'unknown', retryable: true }),
  );
  await server.close();
});

// What goes over an open connection is sent before any timer can end.
test('ends a call that is not answered in time', async () => {
  await transport.send(post(), limits());
  provider.answerNext('hang');
  expect(await transport.send(post(), limits(100))).toEqual(
    failure({ kind: 'timeout', sent: 'unknown', retryable: true, code: 'timeout' }),
  );
});

test('ends a call whose answer has begun and does not come to its end in time', async () => {
  const server = await rawServer([empty, cutShort], 'leave open');
  await transport.send(post(server.url), limits());
  expect(await transport.send(post(server.url), limits(100))).toEqual(
    failure({ kind: 'timeout', sent: 'unknown' }),
  );
  await server.close();
});

test('knows that a call was not sent which waited too long for a connection', async () => {
  provider.answerNext('hang');
  const stop = new AbortController();
  const first = transport.send(post(), limits(60_000, stop.signal));
  await provider.waitForCount(1);
  expect(await transport.send(post(), limits(50))).toEqual(failure({ kind: 'timeout', sent: 'notSent' }));
  stop.abort();
  await first;
  expect(provider.received).toHaveLength(1);
});

test('keeps the connection when a call that waited for it is given up', async () => {
  provider.answerNext({ status: 200, delayMs: 300, body: 'first' });
  const stop = new AbortController();
  const first = transport.send(post(), limits());
  await provider.waitForCount(1);
  const second = transport.send(post(), limits(10_000, stop.signal));
  const third = transport.send(post(), limits());
  stop.abort();
  expect(await second).toEqual(failure({ sent: 'notSent', code: 'stopped' }));
  expect(await first).toMatchObject({ answer: { text: 'first' } });
  expect(await third).toMatchObject({ answer: { status: 200 } });
  expect(provider.received).toHaveLength(2);
});

test('sends nothing that may not begin any more once it has a connection', async () => {
  provider.answerNext({ status: 200, delayMs: 300 });
  const first = transport.send(post(), limits());
  await provider.waitForCount(1);
  let isOurs = true;
  const second = transport.send(post(), { ...limits(), mayBegin: () => isOurs });
  const third = transport.send(post(), { ...limits(), mayBegin: () => true });
  isOurs = false;
  expect(await second).toEqual(failure({ sent: 'notSent', retryable: true, code: 'stopped' }));
  expect(await first).toMatchObject({ answer: { status: 200 } });
  expect(await third).toMatchObject({ answer: { status: 200 } });
  expect(provider.received).toHaveLength(2);
});

test('a signal that is a limit of time ends a call as one', async () => {
  provider.answerNext('hang');
  const stop = new AbortController();
  const sent = transport.send(post(), limits(60_000, stop.signal));
  await provider.waitForCount(1);
  // The reason that `AbortSignal.timeout` gives.
  stop.abort(new DOMException('The time is over.', 'TimeoutError'));
  expect(await sent).toEqual(failure({ sent: 'unknown', code: 'timeout' }));
});

test('stops a call on demand, before and after it was sent', async () => {
  expect(await transport.send(post(), limits(10_000, AbortSignal.abort()))).toEqual(
    failure({ sent: 'notSent' }),
  );
  provider.answerNext('hang');
  const stop = new AbortController();
  const sent = transport.send(post(), limits(10_000, stop.signal));
  await provider.waitForCount(1);
  stop.abort();
  expect(await sent).toEqual(failure({ sent: 'unknown', code: 'stopped' }));
});

test('reads no more than 10 MB of an answer', async () => {
  provider.answerNext({ status: 200, body: Buffer.alloc(10 * 1024 * 1024 + 1, 0x20) });
  expect(await transport.send(post(), limits())).toEqual(
    failure({ kind: 'unknown', sent: 'unknown', retryable: false, code: 'too-large' }),
  );
});

test('an answer in chunks of a byte takes little more memory than its bytes', async () => {
  const bytes = 4 * 1024 * 1024;
  const memory = (): number => process.memoryUsage().heapUsed + process.memoryUsage().external;
  const grown = Promise.withResolvers<number>();
  const server = createServer((socket) => {
    socket.once('data', () => {
      const before = memory();
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      // When all is written the caller has read all but what the kernel holds.
      socket.write('1\r\nx\r\n'.repeat(bytes), () => {
        grown.resolve(memory() - before);
        socket.write('0\r\n\r\n');
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const delivery = await transport.send(post(`http://127.0.0.1:${port}`), limits(600_000));
  await transport.close();
  await new Promise((resolve) => server.close(resolve));
  expect(delivery.kind === 'answered' && delivery.answer.text.length).toBe(bytes);
  expect(await grown.promise).toBeLessThan(100 * 1024 * 1024);
});

test('refuses a request that can not be written down', async () => {
  const request = { ...post(), headers: { 'x-bad': 'a\r\nhost: b' } };
  expect(await transport.send(request, limits())).toEqual(
    failure({ kind: 'invalid', sent: 'notSent', retryable: false }),
  );
});

test('answers calls that are under way when it closes', async () => {
  provider.answerNext('hang');
  const sent = transport.send(post(), limits());
  await provider.waitForCount(1);
  await transport.close();
  expect(await sent).toEqual(failure({ sent: 'unknown' }));
  expect(await transport.send(post(), limits())).toEqual(failure({ sent: 'notSent' }));
});

test('reaches https by the proxy alone, and knows that nothing was sent where that refuses', async () => {
  const asked: unknown[] = [];
  const proxy = createHttpServer();
  proxy.on('connect', ({ url }: IncomingMessage, socket: Duplex) => {
    asked.push(url);
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const httpsProxy = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const through = createTransport({ connectionsPerOrigin: 1, proxy: { httpsProxy, noProxy: '' } });
  expect(await through.send(post('https://api.hubapi.com'), limits())).toEqual(
    failure({
      kind: 'unavailable',
      sent: 'notSent',
      message: expect.stringContaining('the proxy refused the connection with status 407'),
    }),
  );
  expect(asked).toEqual(['api.hubapi.com:443']);
  expect(await through.send(post(), limits())).toMatchObject({ answer: { status: 200 } });
  await through.close();
  await new Promise((resolve) => proxy.close(resolve));
});
