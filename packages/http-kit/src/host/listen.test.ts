import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { createClosing, createServiceFrame, systemClock } from '@writ/service-kit';
import { createHttpApp, endpoint, listen, ok } from '../index.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

/** An app that holds what is asked of `/v1/slow` until it is released. */
async function start() {
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
  const frame = createServiceFrame('test', 'error');
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
  return { listening: await listen(app, { port: 0, host: '127.0.0.1' }), asked: asked.promise, released };
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

// What answers at once is complete before anybody else hears of the request.
test.each([
  ['/livez', 200],
  ['/v1/slow', 200],
  ['/nowhere', 404],
])(
  'a host that closes finishes what runs, and says on kept connections that it closes: %s',
  async (path, status) => {
    const { listening, asked, released } = await start();
    const socket = connect(listening.port, '127.0.0.1');
    await once(socket, 'connect');
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
