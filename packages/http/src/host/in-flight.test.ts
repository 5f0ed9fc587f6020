import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { createAppLogger, createClosing, createHealth, createMetrics } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { request } from 'undici';
import { createHttpApp, endpoint, listen, ok } from '../index.ts';
import { oneAtATime } from './in-flight.ts';

/** A connection that sends these requests ahead, to a server that answers through the gate. */
async function sendAhead(
  paths: readonly string[],
  gate: Promise<unknown>,
  headers: OutgoingHttpHeaders = {},
) {
  const handled: string[] = [];
  let running = 0;
  const handle = oneAtATime(({ url = '' }, response) => {
    running += 1;
    expect(running).toBe(1);
    handled.push(url);
    void gate.then(() => {
      running -= 1;
      response.writeHead(200, headers).end(url);
    });
  });
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  return { handled, socket, close: () => once(server.close(), 'close') };
}

const pathsOf = (length: number): string[] => Array.from({ length }, (_, at) => `/${at}`);

test('the requests of a connection are handled one at a time, in order', async () => {
  const gate = Promise.withResolvers<undefined>();
  const paths = pathsOf(101);
  const { handled, socket, close } = await sendAhead(paths, gate.promise);
  await eventually(() => expect(handled).toEqual(['/0']));
  gate.resolve(undefined);
  await eventually(() => expect(handled).toEqual(paths));
  socket.end();
  expect((await text(socket)).match(/HTTP\/1.1 200/g)).toHaveLength(101);
  await close();
});

test('a connection that sends too many ahead is cut', async () => {
  const { handled, socket, close } = await sendAhead(pathsOf(102), new Promise(() => undefined));
  socket.on('error', () => undefined);
  await once(socket, 'close');
  expect(handled).toEqual(['/0']);
  await close();
});

test('what follows an answer that closes the connection is not handled', async () => {
  const ahead = await sendAhead(['/1', '/2'], Promise.resolve(), { Connection: 'close' });
  await text(ahead.socket);
  await ahead.close();
  expect(ahead.handled).toEqual(['/1']);
});

test('what a caller sent ahead is not handled once it has gone away', async () => {
  const { handled, socket, close } = await sendAhead(['/1', '/2'], new Promise(() => undefined));
  await eventually(() => expect(handled).toEqual(['/1']));
  socket.destroy();
  await close();
  expect(handled).toEqual(['/1']);
});

test('a key with too many requests in flight is refused, another key is not', async () => {
  const closing = createClosing();
  const gate = Promise.withResolvers<undefined>();
  const project = { id: '01900000-0000-7000-8000-000000000001', name: 'demo' };
  let running = 0;
  const app = createHttpApp({
    endpoints: [
      endpoint({
        method: 'get',
        path: '/things',
        summary: 'Wait',
        access: 'known',
        answers: { 200: {} },
        handle: async () => {
          running += 1;
          await gate.promise;
          return ok({});
        },
      }),
    ],
    logger: createAppLogger({ service: 'test', level: 'error', write: () => undefined }),
    metrics: createMetrics({ service: 'test', defaults: false }),
    health: createHealth({ checkTimeoutMs: 1_000 }),
    clock: { now: () => new Date(0) },
    isContentFault: () => false,
    isUnavailable: () => false,
    problems: { catalogueUrl: 'http://writ.test/problems' },
    authentication: {
      findHolder: ({ text: keyId }) =>
        Promise.resolve({ kind: 'apiKey', keyId, project, scopes: new Set(['full'] as const) }),
      findProject: () => Promise.resolve(project),
    },
  });
  const { url } = closing.add(await listen(app, { port: 0, host: '127.0.0.1' }), (opened) => opened.close());
  const get = async (key: string) =>
    (await request(`${url}/v1/things`, { headers: { 'X-Api-Key': key } })).statusCode;
  const held = Array.from({ length: 512 }, () => get('one'));
  await eventually(() => expect(running).toBe(512));
  expect(await get('one')).toBe(429);
  const other = get('other');
  await eventually(() => expect(running).toBe(513));
  gate.resolve(undefined);
  expect(new Set(await Promise.all([...held, other]))).toEqual(new Set([200]));
  expect(await get('one')).toBe(200);
  await closing.close();
});
