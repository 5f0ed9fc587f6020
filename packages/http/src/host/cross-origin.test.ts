import { afterEach, expect, test } from '@jest/globals';
import { createAppLogger, createClosing, createHealth, createMetrics } from '@writ/service-kit';
import { request } from 'undici';
import { createHttpApp, endpoint, listen, ok } from '../index.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const ours = 'https://app.example.com';
const project = { id: '01900000-0000-7000-8000-000000000001', name: 'demo' };
const path = '/v1/projects/demo/things';

const postThing = endpoint({
  method: 'post',
  path: '/projects/:projectIdOrName/things',
  summary: 'Make a thing',
  access: { scope: 'write:records' },
  body: { type: 'object' } as const,
  bodyLimitBytes: 100,
  answers: { 200: {} },
  handle: () => Promise.resolve(ok({ id: 'x' }, { ETag: '"1"' })),
});

async function start(corsOrigins?: readonly string[]) {
  const app = createHttpApp({
    endpoints: [postThing],
    authentication: {
      findHolder: ({ text }) =>
        Promise.resolve(
          text === 'good' ? { kind: 'apiKey', keyId: 'k', project, scopes: new Set(['full']) } : undefined,
        ),
      findProject: (idOrName) => Promise.resolve(idOrName === 'demo' ? project : undefined),
    },
    ...(corsOrigins && { corsOrigins }),
    problems: { catalogueUrl: 'http://docs.test/problems' },
    logger: createAppLogger({ service: 'test', level: 'error', write: () => undefined }),
    health: createHealth({ checkTimeoutMs: 1_000 }),
    metrics: createMetrics({ service: 'test', defaults: false }),
    clock: { now: () => new Date('2026-01-01T00:00:00Z') },
    isUnavailable: () => false,
    isContentFault: () => false,
  });
  const { url } = closing.add(await listen(app, { port: 0, host: '127.0.0.1' }), (l) => l.close());
  return async (
    method: 'GET' | 'POST' | 'OPTIONS',
    at: string,
    headers: Record<string, string>,
    body?: string,
  ) => {
    const answer = await request(url + at, { method, headers, ...(body !== undefined && { body }) });
    await answer.body.dump();
    const names = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
    return {
      status: answer.statusCode,
      vary: answer.headers['vary'],
      headers: answer.headers,
      cors: Object.fromEntries(names.map((name) => [name.slice(15), answer.headers[name]])),
    };
  };
}

const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' };
const keyed = { 'x-api-key': 'good', 'content-type': 'application/json' };
const exposed = {
  'allow-origin': ours,
  'expose-headers': 'Date,ETag,Link,Retry-After,X-Request-Id,Idempotency-Replayed',
};

test('a preflight of a known origin is told methods and headers, before any credential is asked for', async () => {
  const send = await start(['https://other.example.com', ours]);
  const answer = await send('OPTIONS', path, { origin: ours, ...preflight, 'x-request-id': 'mine' });
  expect(answer).toMatchObject({ status: 204, vary: 'Origin', headers: { 'x-request-id': 'mine' } });
  expect(answer.cors).toEqual({
    ...exposed,
    'allow-methods': 'GET,POST,PATCH,PUT,DELETE',
    'allow-headers':
      'Authorization,Content-Type,X-Api-Key,X-Amp-Client,X-Amp-Client-Version,X-Request-Id,Idempotency-Key,If-Match',
    'max-age': '600',
  });
});

test.each([
  [200, 'POST', path, keyed, '{}'],
  [401, 'POST', path, { ...keyed, 'x-api-key': 'bad' }, '{}'],
  [404, 'POST', '/v1/projects/none/things', keyed, '{}'],
  [404, 'GET', '/nothing', {}, undefined],
  [405, 'GET', path, keyed, undefined],
  [413, 'POST', path, keyed, `{"a":"${'x'.repeat(100)}"}`],
  [200, 'GET', '/livez', {}, undefined],
] as const)(
  'an answer of %i to a page of a known origin can be read',
  async (status, method, at, headers, body) => {
    const send = await start([ours]);
    const answer = await send(method, at, { origin: ours, ...headers }, body);
    expect(answer).toMatchObject({ status, vary: 'Origin', cors: exposed });
  },
);

test.each([
  'https://evil.example.com',
  'https://app.example.com.evil.test',
  'http://app.example.com',
  'null',
  undefined,
])('the origin %s gets nothing but the hint to caches', async (origin) => {
  const send = await start([ours]);
  const from = { ...(origin !== undefined && { origin }) };
  expect(await send('POST', path, { ...from, ...keyed }, '{}')).toMatchObject({
    status: 200,
    vary: 'Origin',
    cors: {},
  });
  expect(await send('OPTIONS', path, { ...from, ...preflight })).toMatchObject({
    status: 405,
    vary: 'Origin',
    cors: {},
  });
});

test('a host without origins says nothing about them', async () => {
  const send = await start([]);
  const answer = await send('POST', path, { origin: ours, ...keyed }, '{}');
  expect(answer).toMatchObject({ status: 200, vary: undefined, cors: {} });
  expect(await send('OPTIONS', path, { origin: ours, ...preflight })).toMatchObject({
    status: 405,
    cors: {},
  });
});
