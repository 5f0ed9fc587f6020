import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@writ/test-kit';
import { createClosing, createServiceFrame, systemClock } from '@writ/service-kit';
import express from 'express';
import { createHttpApp, endpoint, listen, ok, type ListenOptions } from '../index.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

/** An app that holds what is asked of `/v1/slow` until it is released. */
async function start(own: Pick<ListenOptions, 'drain' | 'keepAliveMs'> = {}) {
  const asked = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  const getSlow = endpoint({
    method: 'get',
    path: '/slow',
    summary: 'Take your time',
    access: 'public',
    answers: { 200: {} },
    handle: async () => {
      asked.resolve(undefined);
      await released.promise;
      return ok({});
    },
  });
  const frame = createServiceFrame('test', { LOG_LEVEL: 'error' });
  closing.add(frame.metrics, ({ registry }) => registry.clear());
  const nobody = () => Promise.resolve(undefined);
  const app = createHttpApp({
    ...frame,
    endpoints: [getSlow],
    authentication: { findHolder: nobody, findProject: nobody },
    problems: { catalogueUrl: 'http://docs.test/problems' },
    clock: systemClock,
    isUnavailable: () => false,
    isContentFault: () => false,
  });
  return {
    listening: await listen(app, { port: 0, host: '127.0.0.1', ...own }),
    asked: asked.promise,
    released,
  };
}

const get = (path: string, ...more: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: a', ...more, '', ''].join('\r\n');

const open = async (port: number) => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};

/** A connection that has had an answer, and that nothing is asked by; gives the answer, too. */
const openIdle = async (port: number) => {
  const idle = await open(port);
  idle.write(get('/livez'));
  const [answer] = (await once(idle, 'data')) as [Buffer];
  return { idle, answer: String(answer) };
};

// What answers at once is complete before anybody else hears of the request.
test.each([
  ['/livez', 200],
  ['/v1/slow', 200],
  ['/nowhere', 404],
])(
  'a host that closes finishes what runs, and says on kept connections that it closes: %s',
  async (path, status) => {
    const { listening, asked, released } = await start();
    const socket = await open(listening.port);
    socket.write(get('/v1/slow'));
    await asked;
    const closed = listening.close();
    socket.write(get(path));
    released.resolve(undefined);
    const [, first = '', second = ''] = (await text(socket)).split('HTTP/1.1 ');
    expect(first).toMatch(/^200 /);
    expect(second.startsWith(`${status} `)).toBe(true);
    expect(second).toMatch(/^Connection: close\r$/m);
    await closed;
  },
);

const refuses = (port: number): Promise<boolean> =>
  open(port).then(
    (socket) => {
      socket.destroy();
      return false;
    },
    () => true,
  );

test('an answer says how long its connection is kept', async () => {
  const { listening } = await start({ keepAliveMs: 620_000 });
  const { idle, answer } = await openIdle(listening.port);
  expect(answer).toMatch(/^Keep-Alive: timeout=620\r$/m);
  idle.destroy();
  await listening.close();
});

test('a host that drains answers on idle connections, closes each with its answer, and ends when none is left', async () => {
  const { listening } = await start({ drain: () => Promise.withResolvers<undefined>().promise });
  const { idle, answer: first } = await openIdle(listening.port);
  expect(first).toMatch(/^Connection: keep-alive\r$/m);
  const closed = listening.close();
  await eventually(() => refuses(listening.port));
  idle.write(get('/livez'));
  const answer = await text(idle);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/^Connection: close\r$/m);
  await closed;
});

test('a host that has drained closes the connections that are still idle', async () => {
  const drained = Promise.withResolvers<undefined>();
  const { listening } = await start({ drain: () => drained.promise });
  const { idle } = await openIdle(listening.port);
  const closed = listening.close();
  await eventually(() => refuses(listening.port));
  expect(idle.readableEnded).toBe(false);
  drained.resolve(undefined);
  expect(await text(idle)).toBe('');
  await closed;
});

test('a host that drains answers also by connections that it had not taken yet', async () => {
  const { listening } = await start({ drain: () => Promise.withResolvers<undefined>().promise });
  const sockets = Array.from({ length: 20 }, () => connect(listening.port, '127.0.0.1'));
  for (const socket of sockets) socket.write(get('/livez'));
  // By then they have been asked for, and the host has taken none.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  // On a busy machine the kernel makes them a little later. Held still, the host takes none meanwhile either.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  const closed = listening.close();
  const answers = await Promise.all(sockets.map((socket) => text(socket)));
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 '))).toHaveLength(sockets.length);
  await closed;
});

test.each([undefined, () => Promise.resolve()])(
  'a connection that asks nothing keeps no host open',
  async (drain) => {
    const { listening } = await start(drain && { drain });
    const silent = await open(listening.port);
    await listening.close();
    expect(await text(silent)).toBe('');
  },
);

test('whoever does not send his headers in time is told within two seconds', async () => {
  const app = express();
  const listening = closing.add(await listen(app, { port: 0, host: '127.0.0.1', headersMs: 100 }), (l) =>
    l.close(),
  );
  const slow = await open(listening.port);
  const startedAt = performance.now();
  slow.write('GET / HTTP/1.1\r\nHost: a\r\nX-A: ');
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 /);
  // The engine looks every 30 s unless told.
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});

/** A connection whose answer has begun to come, and is not read any further. */
const openUnread = async (port: number) => {
  const unread = await open(port);
  unread.write(get('/', 'Connection: close'));
  await once(unread, 'readable');
  return unread;
};

test.each([
  ['at all', { stalledMs: 500, closingMs: 600_000 }],
  ['once it closes', { stalledMs: 600_000, closingMs: 500 }],
])('a caller who does not read his answer keeps no host open: %s', async (_, limits) => {
  // More than the kernel holds, of an answer that has not ended: one that has, the engine takes for idle.
  const app = express().get('/', (_request, response) => void response.write('a'.repeat(50_000_000)));
  const listening = await listen(app, { port: 0, host: '127.0.0.1', ...limits });
  const unread = await openUnread(listening.port);
  await listening.close();
  unread.destroy();
});
