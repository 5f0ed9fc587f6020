import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { createAppLogger, createClosing, createHealth, createMetrics } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { request } from 'undici';
import { createHttpApp, endpoint, listen, ok } from '../index.ts';
import { oneAtATime } from './in-flight.ts';

test('the requests of a connection are handled one at a time, in order, and too many ahead are refused', async () => {
  const gate = Promise.withResolvers<undefined>();
  const handled: string[] = [];
  let running = 0;
  let refused = 0;
  const handle = oneAtATime(
    ({ url = '' }, response) => {
      running += 1;
      expect(running).toBe(1);
      handled.push(url);
      void gate.promise.then(() => {
        running -= 1;
        response.end(url);
      });
    },
    (_request, response) => {
      refused += 1;
      response.writeHead(429, { Connection: 'close' }).end();
    },
  );
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const paths = Array.from({ length: 150 }, (_, at) => `/${at}`);
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  await eventually(() => expect(refused).toBe(1));
  expect(handled).toEqual(['/0']);
  gate.resolve(undefined);
  const answers = await text(socket);
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual([
    ...Array<string>(101).fill('HTTP/1.1 200'),
    'HTTP/1.1 429',
  ]);
  expect(handled).toEqual(paths.slice(0, 101));
  server.close();
});

test('what follows an answer that closes the connection is not handled', async () => {
  const handled: string[] = [];
  const server = createServer(
    oneAtATime(
      ({ url = '' }, response) => {
        handled.push(url);
        setImmediate(() => response.writeHead(200, { Connection: 'close' }).end());
      },
      () => undefined,
    ),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n');
  await text(socket);
  server.close();
  await once(server, 'close');
  expect(handled).toEqual(['/1']);
});

test('what a caller sent ahead is not handled once it has gone away', async () => {
  const handled: string[] = [];
  const server = createServer(
    oneAtATime(
      ({ url = '' }) => void handled.push(url),
      () => undefined,
    ),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n');
  await eventually(() => expect(handled).toEqual(['/1']));
  socket.destroy();
  server.close();
  await once(server, 'close');
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
