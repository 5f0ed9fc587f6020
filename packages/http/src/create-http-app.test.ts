import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import { invalidInput, Refusal } from '@writ/problems';
import { eventually } from '@writ/test-kit';
import { createAppLogger, createClosing, createHealth, createMetrics, secretHider } from '@writ/service-kit';
import { request } from 'undici';
import {
  createHttpApp,
  endpoint,
  listen,
  noContent,
  ok,
  type Endpoint,
  type HttpAppOptions,
} from './index.ts';
import type { Holder } from './caller.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const project = { id: '01900000-0000-7000-8000-000000000001', name: 'demo' };

const postThing = endpoint({
  method: 'post',
  path: '/projects/:projectIdOrName/things\\:make',
  summary: 'Make a thing',
  access: { scope: 'write:records' },
  query: {
    type: 'object',
    additionalProperties: false,
    properties: { size: { type: 'integer' }, group: { type: 'string' } },
  } as const,
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'kind'],
    properties: { name: { type: 'string', minLength: 1 }, kind: { enum: ['a', 'b'] } },
  } as const,
  bodyLimitBytes: 1_000,
  answers: { 200: {} },
  handle: ({ body, query, project: { name } }) => Promise.resolve(ok({ got: body, size: query.size, name })),
});
const getOneThing = endpoint({
  method: 'get',
  path: '/projects/:projectIdOrName/things/:thingId/kinds/:kindName',
  summary: 'Read a thing',
  access: { scope: 'installations:read', frontend: true },
  query: {
    type: 'object',
    additionalProperties: false,
    properties: { ownerId: { type: 'string', format: 'uuid' }, ref: { type: 'string' } },
  } as const,
  answers: { 200: {} },
  handle: ({ params, query }) => Promise.resolve(ok({ ...params, ...query })),
});
const putThing = endpoint({
  method: 'put',
  path: '/projects/:projectIdOrName/things',
  summary: 'Put a thing',
  access: { scope: 'write:records' },
  headers: { type: 'object', properties: { 'Thing-Key': { type: 'string', maxLength: 20 } } },
  answers: { 200: {} },
  handle: ({ header }) => Promise.resolve(ok({ key: header('Thing-Key') })),
});
const deleteThing = endpoint({
  method: 'delete',
  path: '/projects/:projectIdOrName/things/:thingId',
  summary: 'Delete a thing',
  access: { scope: 'installations:manage' },
  answers: { 204: null },
  handle: ({ params }) => {
    if (params.thingId === 'bad')
      throw invalidInput([{ in: 'path', name: 'thingId', detail: 'Bad.', value: 'bad' }]);
    if (params.thingId === 'bug') throw new Error('secret internals');
    if (params.thingId === 'data') throw Object.assign(new Error('bad byte'), { code: '22021' });
    if (params.thingId === 'deep')
      throw invalidInput([{ in: 'path', name: 'x', detail: 'x', value: deep() }]);
    if (params.thingId === 'busy') throw new Refusal('unavailable', { subsystem: 'hubspot' });
    if (params.thingId === 'down') throw new Error('ECONNREFUSED');
    if (params.thingId === 'lost') throw new Error('ECONNREFUSED', { cause: 'commit' });
    return Promise.resolve(noContent());
  },
});

const getThing = endpoint({
  method: 'get',
  path: '/projects/:projectIdOrName/things\\:seen',
  summary: 'Read the things',
  access: { scope: 'installations:read', frontend: true },
  answers: { 204: null },
  handle: () => Promise.resolve(noContent()),
});
const getThingsOfGroup = endpoint({
  method: 'get',
  path: '/projects/:projectIdOrName/things\\:of-group',
  summary: 'Read the things of a group',
  access: { scope: 'installations:read', frontend: 'named-group' },
  query: {
    type: 'object',
    additionalProperties: false,
    properties: { groupRef: { type: 'string' } },
  } as const,
  answers: { 200: {} },
  handle: ({ fromPage }) => Promise.resolve(ok({ fromPage })),
});
const patchThing = endpoint({
  method: 'put',
  path: '/projects/:projectIdOrName/things\\:own',
  summary: 'Change a thing of a group',
  access: { scope: 'installations:manage', frontend: 'own-group' },
  answers: { 200: {} },
  handle: ({ fromPage }) => Promise.resolve(ok({ fromPage })),
});
const deleteAll = endpoint({
  method: 'delete',
  path: '/things',
  summary: 'Delete all',
  access: 'admin',
  answers: { 204: null },
  handle: () => Promise.resolve(noContent()),
});

/** What no JSON can be made of. */
function deep(): unknown {
  const value: Record<string, unknown> = {};
  value['itself'] = value;
  return value;
}

const frontend: Holder = { kind: 'apiKey', keyId: 'b', project, scopes: new Set(['frontend']) };
const holders: Readonly<Record<string, Holder>> = {
  good: { kind: 'apiKey', keyId: 'k', project, scopes: new Set(['write:records']) },
  browser: { ...frontend, pageKeys: true },
  'browser where no keys of pages are accepted': frontend,
  customer: { ...frontend, kind: 'jwt', groupRef: 'acme' },
};

const secretOfOurs = 'the/secret+of=ours';

async function start(
  endpoints: readonly Endpoint[] = [
    postThing,
    deleteThing,
    putThing,
    getOneThing,
    getThing,
    getThingsOfGroup,
    patchThing,
    deleteAll,
  ],
  more: Pick<HttpAppOptions, 'otherHost' | 'silenceMs' | 'roomBytes'> = {},
) {
  const lines: string[] = [];
  const secrets = [secretOfOurs];
  const app = createHttpApp({
    endpoints,
    authentication: {
      findHolder: ({ text: key }) => Promise.resolve(Object.hasOwn(holders, key) ? holders[key] : undefined),
      findProject: (idOrName) => Promise.resolve(idOrName === 'demo' ? project : undefined),
      adminToken: 'admin-token',
    },
    problems: {
      catalogueUrl: 'http://docs.test/problems',
      supportEmail: 'help@test',
      hideSecrets: secretHider(secrets),
    },
    logger: createAppLogger({ service: 'test', level: 'info', secrets, write: (line) => lines.push(line) }),
    health: createHealth({ checkTimeoutMs: 1_000 }),
    metrics: createMetrics({ service: 'test', defaults: false }),
    clock: { now: () => new Date('2026-01-01T00:00:00Z') },
    isUnavailable: (error) => error instanceof Error && error.message === 'ECONNREFUSED',
    isOutcomeUnknown: (error) => (error as Error).cause === 'commit',
    isContentFault: (error) => (error as { code?: unknown }).code === '22021',
    ...more,
  });
  const { url } = closing.add(await listen(app, { port: 0, host: '127.0.0.1' }), (l) => l.close());
  const send = async (
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options: { headers?: Record<string, string | string[]>; body?: string | Buffer; apiKey?: boolean } = {},
  ) => {
    const answer = await request(url + path, {
      method,
      headers: { ...(options.apiKey !== false && { 'X-Api-Key': 'good' }), ...options.headers },
      ...(options.body !== undefined && { body: options.body }),
    });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as Record<string, unknown> | undefined,
    };
  };
  const json = { 'Content-Type': 'application/json' };
  const make = (body: unknown, path = '/v1/projects/demo/things:make') =>
    send('POST', path, { headers: json, body: typeof body === 'string' ? body : JSON.stringify(body) });
  return { url, send, make, lines };
}

test('a valid request reaches its handler, with parameters of their types', async () => {
  const { make } = await start();
  const answer = await make({ name: 'x', kind: 'a' }, `/v1/projects/${project.id}/things:make?size=3`);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ got: { name: 'x', kind: 'a' }, size: 3, name: 'demo' });
});

test.each(['1e1', '0x5', '+5', '%205', '5.0', '05', '', '-'])('a size of %s is no integer', async (size) => {
  const { make } = await start();
  const answer = await make({ name: 'x', kind: 'a' }, `/v1/projects/demo/things:make?size=${size}`);
  expect(answer).toMatchObject({
    status: 400,
    body: { issues: [{ in: 'query', name: 'size', detail: 'Must be of type integer.' }] },
  });
});

test('a parameter that comes several times is told so, whatever its type', async () => {
  const { make } = await start();
  const path = '/v1/projects/demo/things:make?size=1&size=2&group=a&group=b';
  expect((await make({ name: 'x', kind: 'a' }, path)).body?.['issues']).toMatchObject([
    { in: 'query', name: 'size', value: ['1', '2'], detail: '`size` must be sent once.' },
    { in: 'query', name: 'group', value: ['a', 'b'], detail: '`group` must be sent once.' },
  ]);
});

test('a parameter that is not known is told without its value: it may be a credential', async () => {
  const { make } = await start();
  const answer = await make(
    { name: 'x', kind: 'a' },
    '/v1/projects/demo/things:make?apiKey=writ_secret&size=%ff',
  );
  expect(answer.status).toBe(400);
  expect(answer.body?.['issues']).toMatchObject([
    { in: 'query', name: 'size' },
    { in: 'query', name: 'apiKey' },
  ]);
  expect(JSON.stringify(answer.body)).not.toContain('writ_secret');
});

test('HEAD is answered as GET is, and refused where a GET changes something', async () => {
  let asked = 0;
  const changing = (path: string, effect?: 'repeatable' | 'once') =>
    endpoint({
      method: 'get',
      ...(effect && { effect }),
      path,
      summary: 'A thing',
      access: { scope: 'write:records' },
      answers: { 200: {} },
      handle: () => Promise.resolve(ok({ asked: (asked += 1) })),
    });
  const { send } = await start([
    changing('/read'),
    changing('/taken', 'once'),
    changing('/told', 'repeatable'),
  ]);
  expect(await send('HEAD', '/v1/read')).toMatchObject({ status: 200, headers: { 'content-length': '11' } });
  expect(asked).toBe(1);
  for (const path of ['/v1/taken', '/v1/told'])
    expect(await send('HEAD', path)).toMatchObject({ status: 405, headers: { allow: 'GET' } });
  expect(asked).toBe(1);
  expect(await send('GET', '/v1/taken')).toMatchObject({ status: 200 });
});

test('an address with a verb is none with an id', async () => {
  const item = (method: 'get' | 'delete') =>
    endpoint({
      method,
      path: '/projects/:projectIdOrName/things/:thingId',
      summary: 'One thing',
      access: { scope: 'write:records' },
      answers: { 200: {} },
      handle: ({ params }) => Promise.resolve(ok(params)),
    });
  const verb = endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/things/:thingId\\:try',
    summary: 'Try a thing',
    access: { scope: 'write:records' },
    answers: { 200: {} },
    handle: ({ params }) => Promise.resolve(ok(params)),
  });
  const { send } = await start([item('get'), item('delete'), verb]);
  const path = '/v1/projects/demo/things/x';
  expect(await send('POST', `${path}:try`)).toMatchObject({ status: 200, body: { thingId: 'x' } });
  for (const method of ['GET', 'DELETE', 'PUT'] as const) {
    expect(await send(method, `${path}:try`)).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  }
  expect(await send('PUT', path)).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, DELETE' } });
  expect(await send('GET', `${path}:nothing`)).toMatchObject({ status: 200, body: { thingId: 'x:nothing' } });
});

test('ids are read in any case, and everything else as it is written', async () => {
  const { send } = await start();
  const id = 'ABCDEF00-0000-7000-8000-00000000000A';
  const path = `/v1/projects/${project.id.toUpperCase()}/things/${id}/kinds/${id}?ownerId=${id}&ref=${id}`;
  expect(await send('GET', path, { headers: { 'X-Api-Key': 'browser' } })).toMatchObject({
    status: 200,
    body: { thingId: id.toLowerCase(), kindName: id, ownerId: id.toLowerCase(), ref: id },
  });
  const other = await send('GET', '/v1/projects/demo/things/Not-An-Id/kinds/K', {
    headers: { 'X-Api-Key': 'browser' },
  });
  expect(other.body).toMatchObject({ thingId: 'Not-An-Id' });
});

test('a header that an endpoint reads is refused when it comes twice; a comma in it does no harm', async () => {
  const { send } = await start();
  const put = (...keys: string[]) =>
    send('PUT', '/v1/projects/demo/things', { headers: { 'thing-key': keys, 'x-other': ['a', 'b'] } });
  expect(await put('a, b')).toMatchObject({ status: 200, body: { key: 'a, b' } });
  expect(await put('a', 'b')).toMatchObject({
    status: 400,
    body: {
      issues: [
        { in: 'header', name: 'Thing-Key', detail: '`Thing-Key` must be sent once.', value: ['a', 'b'] },
      ],
    },
  });
});

test('a body that an endpoint does not read is told, without what it holds; nothing, null and {} are none', async () => {
  const { send, url } = await start();
  const put = (body: string | undefined, type = 'application/json') =>
    send('PUT', '/v1/projects/demo/things', {
      headers: { 'Content-Type': type },
      ...(body !== undefined && { body }),
    });
  for (const body of [undefined, '', 'null', '{}', ' { } '])
    for (const type of ['application/json', 'application/x-www-form-urlencoded'])
      expect(await put(body, type)).toMatchObject({ status: 200 });
  const inNoChunks = { method: 'PUT', headers: { 'X-Api-Key': 'good' }, body: Readable.from([]) } as const;
  expect((await request(`${url}/v1/projects/demo/things`, inNoChunks)).statusCode).toBe(200);
  for (const body of ['{"key":"hush-hush"}', '[1]', '"hush-hush"', 'key=hush-hush', '{']) {
    const refusedAt = await put(body);
    const issue = { in: 'body', name: '', remedy: expect.stringMatching(/^Send no body/) as unknown };
    expect(refusedAt).toMatchObject({ status: 400, body: { issues: [issue] } });
    expect(JSON.stringify(refusedAt.body)).not.toContain('hush');
  }
});

test('every fault of query and body is an issue with place, name and value', async () => {
  const { make } = await start();
  const answer = await make({ nmae: 'x', kind: 'c' }, '/v1/projects/demo/things:make?size=big');
  expect(answer.status).toBe(400);
  expect(answer.headers['content-type']).toMatch('application/problem+json');
  expect(answer.body).toMatchObject({
    type: 'http://docs.test/problems/invalid-input',
    status: 400,
    retryable: false,
    supportEmail: 'help@test',
    requestId: answer.headers['x-request-id'],
  });
  expect(answer.body?.['issues']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ in: 'query', name: 'size', value: 'big' }),
      expect.objectContaining({ in: 'body', name: '/name', detail: '`name` is missing.' }),
      expect.objectContaining({
        in: 'body',
        name: '/nmae',
        detail: expect.stringContaining('Did you mean `name`?'),
      }),
      expect.objectContaining({ in: 'body', name: '/kind', value: 'c', detail: 'Must be one of `a`, `b`.' }),
    ]),
  );
  expect(answer.body?.['issues']).toHaveLength(4);
});

test('every issue is a problem of its own, of the same occurrence', async () => {
  const { make } = await start();
  const { body } = await make({ name: '', kind: 'a' });
  const { type, href, status, instance, time, requestId, retryable, remedy } = body ?? {};
  expect(body?.['issues']).toEqual([
    {
      type,
      href,
      remedy,
      status,
      instance,
      time,
      requestId,
      retryable,
      title: 'An error in the body',
      in: 'body',
      name: '/name',
      detail: 'Must not be empty.',
      value: '',
    },
  ]);
});

test.each([
  ['text that is no JSON', 'not json', ['']],
  ['a prototype member', '{"name":"x","kind":"a","__proto__":{"admin":true}}', ['/__proto__']],
  [
    'a prototype member in escapes',
    '{"name":"x","kind":"a","\\u005f_proto__":{"admin":true}}',
    ['/__proto__'],
  ],
  ['a prototype member behind a byte order mark', '\uFEFF{"a~":{"__proto__":1}}', ['/a~0/__proto__']],
  [
    'a prototype of a constructor, and a member deep within',
    '{"name":"x","constructor":{"prototype":{}},"a/b":[{"constructor":1,"__proto__":null}]}',
    ['/constructor', '/a~1b/0/__proto__'],
  ],
])('%s is refused as a malformed body that tells where', async (_, body, places) => {
  const { make } = await start();
  const answer = await make(body);
  expect(answer.status).toBe(400);
  expect(answer.body?.['type']).toBe('http://docs.test/problems/malformed-body');
  expect(answer.body?.['issues']).toEqual(
    places.map((name): unknown => expect.objectContaining({ in: 'body', name })),
  );
});

test('a body nested beyond any measure is a fault of the request, and brackets in texts nest nothing', async () => {
  const { make } = await start();
  const nested = (levels: number) => `{"name":"a","x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  for (const body of [nested(64), nested(400), '['.repeat(900)]) {
    const answer = await make(body);
    expect([answer.status, answer.body?.['type']]).toEqual([400, 'http://docs.test/problems/invalid-input']);
    expect(answer.body?.['issues']).toEqual([
      expect.objectContaining({ in: 'body', detail: 'The body is nested deeper than 64 levels.' }),
    ]);
  }
  expect((await make({ name: `"\\${'['.repeat(65)}`, kind: 'a' })).status).toBe(200);
});

const largeThing: Endpoint = { ...postThing, bodyLimitBytes: 256 * 1024 };
const many = (count: number, memberAt: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => memberAt(index)).join();

test('a body of more than 60,000 values is a fault of the request, and of that alone is told', async () => {
  const { make } = await start([largeThing]);
  const answer = await make(`{"x":[${'1,'.repeat(60_000)}1]}`);
  expect(answer.body?.['issues']).toEqual([
    expect.objectContaining({ in: 'body', detail: 'The body holds more than 60000 values.' }),
  ]);
});

test.each([
  ['names that come twice', many(5_000, (index) => `"a${index}":1,"a${index}":1`)],
  ['texts that cannot be stored', many(5_000, (index) => `"a${index}":"\\u0000"`)],
  ['members that are never allowed', many(5_000, (index) => `"a${index}":{"__proto__":1}`)],
  ['unknown members', many(5_000, (index) => `"a${index}":1`)],
])('of many faults the first thousand are told: %s', async (_, members) => {
  const { make } = await start([largeThing]);
  const answer = await make(`{${members}}`);
  expect([answer.status, answer.body?.['issues']]).toMatchObject([400, { length: 1_000 }]);
});

test('names that are longer than any that is meant are refused before each fault below is told with them', async () => {
  const { make } = await start([largeThing]);
  const faults = many(5_000, (index) => `"a${index}":"\\u0000"`);
  const answer = await make(`{"name":"x","more":{"${'x'.repeat(2_048)}":{${faults}}}}`);
  const detail = 'The names down to a member have more than 2048 characters together.';
  expect(answer.body?.['issues']).toEqual([expect.objectContaining({ name: '/more', detail })]);
});

test('texts that cannot be stored are issues of body and query, and in a path name nothing', async () => {
  const { send, make } = await start();
  const answer = await make(
    String.raw`{"name":"a\u0000b","kind":"\ud800"}`,
    '/v1/projects/demo/things:make?group=%00',
  );
  expect(answer.status).toBe(400);
  expect(answer.body?.['issues']).toEqual([
    expect.objectContaining({ in: 'query', name: 'group', value: '\0' }),
    expect.objectContaining({ in: 'body', name: '/kind', detail: 'Must be one of `a`, `b`.' }),
    expect.objectContaining({ in: 'body', name: '/name', value: 'a\0b' }),
    expect.objectContaining({ in: 'body', name: '/kind', value: '\ufffd' }),
  ]);
  const asAdmin = { headers: { Authorization: 'Bearer admin-token' }, apiKey: false };
  const thing = await send('DELETE', '/v1/projects/demo/things/%00', asAdmin);
  expect([thing.status, thing.body?.['issues']]).toEqual([
    404,
    [expect.objectContaining({ in: 'path', name: 'thingId', value: '\0' })],
  ]);
  expect((await send('DELETE', '/v1/projects/%00/things/1', asAdmin)).status).toBe(404);
});

test('what only the database finds wrong with a value is a fault of the request, and is logged', async () => {
  const { send, lines } = await start();
  const asAdmin = { headers: { Authorization: 'Bearer admin-token' }, apiKey: false };
  const answer = await send('DELETE', '/v1/projects/demo/things/data', asAdmin);
  expect([answer.status, answer.body?.['type']]).toEqual([400, 'http://docs.test/problems/invalid-input']);
  expect(lines.join()).toContain('bad byte');
});

test('a member that stands in one object twice is refused', async () => {
  const { make } = await start();
  const twice = await make('{"name":"x","kind":"a","name":"y"}');
  expect([twice.status, twice.body?.['issues']]).toMatchObject([400, [{ in: 'body', name: '/name' }]]);
  const more = await make('{"name":"x","kind":"a","name":"y","other":1}');
  expect(more.body?.['issues']).toMatchObject([
    { in: 'body', name: '/name' },
    { in: 'body', name: '/other' },
  ]);
});

test('a body that is not UTF-8 is refused, instead of being read as other text', async () => {
  const { send } = await start();
  const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xe9]), Buffer.from('","kind":"a"}')]);
  const answer = await send('POST', '/v1/projects/demo/things:make', {
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  expect([answer.status, answer.body?.['type']]).toEqual([400, 'http://docs.test/problems/malformed-body']);
});

test('what is said of a body that is no JSON never quotes it', async () => {
  const { make } = await start();
  const bodies = [
    'sekret',
    '{"name": "sekret" "x"}',
    '{"name": sekret}',
    '{"name":"sekret"',
    '{"name":"sekret',
  ];
  for (const body of bodies) {
    const answer = await make(body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).not.toContain('sek');
  }
  expect((await make('{"name": "sekret" "x"}')).body?.['detail']).toContain('position 18 (line 1 column 19)');
});

test('a refusal that no problem can be made of is answered as a fault of ours, as a problem', async () => {
  const { send, lines } = await start();
  const answer = await send('DELETE', '/v1/projects/demo/things/deep', {
    headers: { Authorization: 'Bearer admin-token' },
    apiKey: false,
  });
  expect([answer.status, answer.body?.['type']]).toEqual([500, 'http://docs.test/problems/internal']);
  expect(lines.join()).toContain('problem not made');
});

test('a missing body, another media type and a body too large have statuses of their own', async () => {
  const { send, make } = await start();
  const path = '/v1/projects/demo/things:make';
  expect((await make('')).status).toBe(400);
  expect((await send('POST', path, { headers: { 'Content-Type': 'text/plain' }, body: 'x' })).status).toBe(
    415,
  );
  expect((await make({ name: 'x'.repeat(2_000), kind: 'a' })).status).toBe(413);
});

test('the answer to a body that is too large is there for a sender who reads after it has sent all', async () => {
  const { url } = await start([postThing], { silenceMs: 60_000 });
  const body = Buffer.alloc(32 * 1024 * 1024, ' ');
  const head = `POST /v1/projects/demo/things:make HTTP/1.1\r\nHost: x\r\nX-Api-Key: good\r\nContent-Type: application/json\r\n`;
  for (const [framing, sent] of [
    [`Content-Length: ${body.length}`, [body]],
    ['Transfer-Encoding: chunked', [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n']],
  ] as const) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.pause();
    for (const part of [`${head}${framing}\r\n\r\n`, ...sent]) {
      await new Promise((resolve, reject) =>
        socket.write(part, (error) => (error ? reject(error) : resolve(0))),
      );
    }
    const parts: Buffer[] = [];
    for await (const part of socket) parts.push(part as Buffer);
    expect(Buffer.concat(parts).toString()).toMatch(/^HTTP\/1\.1 413 .*body-too-large/s);
  }
});

test('faulty credentials all get the same 401, and a missing scope gets 403 with a remedy', async () => {
  const { send } = await start();
  const path = '/v1/projects/demo/things/1';
  const unknown = await send('DELETE', path, { headers: { 'X-Api-Key': 'bad' } });
  const both = await send('DELETE', path, { headers: { Authorization: 'Bearer admin-token' } });
  expect([unknown.status, both.status]).toEqual([401, 401]);
  expect(unknown.headers['www-authenticate']).toBeDefined();
  expect(unknown.body?.['detail']).toBe(both.body?.['detail']);
  const refused = await send('DELETE', path);
  expect(refused.status).toBe(403);
  expect(refused.body?.['remedy']).toContain('installations:manage');
});

test('the scope `frontend` opens what is marked for it, and nothing else', async () => {
  const { send } = await start();
  const browser = { headers: { 'X-Api-Key': 'browser' } };
  expect((await send('GET', '/v1/projects/demo/things:seen', browser)).status).toBe(204);
  expect((await send('DELETE', '/v1/projects/demo/things/1', browser)).status).toBe(403);
  const refused = await send('GET', '/v1/projects/demo/things:seen');
  expect([refused.status, refused.body?.['detail']]).toEqual([
    403,
    'This needs the scope `installations:read` or `frontend`.',
  ]);
});

test.each([
  ['browser', 400, 403],
  ['browser where no keys of pages are accepted', 403, 403],
  ['customer', 200, 200],
])('the holder %s lists all groups: %i, and changes what is of a group: %i', async (key, listed, changed) => {
  const { send } = await start();
  const by = { headers: { 'X-Api-Key': key } };
  const list = await send('GET', '/v1/projects/demo/things:of-group', by);
  const change = await send('PUT', '/v1/projects/demo/things:own', by);
  expect([list.status, change.status]).toEqual([listed, changed]);
  if (changed === 403) expect(change.body?.['remedy']).toContain('`groupRef`');
  if (listed === 400) expect(list.body?.['issues']).toMatchObject([{ in: 'query', name: 'groupRef' }]);
});

test('a list of one group is open to pages, and the endpoint is told that one asks', async () => {
  const { send } = await start();
  const list = (key: string) =>
    send('GET', '/v1/projects/demo/things:of-group?groupRef=acme', { headers: { 'X-Api-Key': key } });
  expect((await list('browser')).body).toEqual({ fromPage: true });
  expect((await list('customer')).body).toEqual({ fromPage: false });
});

test("an address guesses the administrators' token ten times, and no more by tokens of other forms", async () => {
  const { send } = await start();
  const bearer = (token: string) =>
    send('DELETE', '/v1/things', { apiKey: false, headers: { Authorization: `Bearer ${token}` } });
  const statuses = async (count: number, token: string) =>
    (await Promise.all(Array.from({ length: count }, () => bearer(token)))).map(({ status }) => status);
  expect(await statuses(30, 'admin-token')).toEqual(Array.from({ length: 30 }, () => 204));
  // What is a JSON Web Token by its form is a guess of nothing.
  expect(new Set(await statuses(30, 'a.b.c'))).toEqual(new Set([401]));
  const guessed = await statuses(12, 'wrong-token');
  expect(guessed.toSorted()).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  const kept = await bearer('admin-token');
  expect([kept.status, Number(kept.headers['retry-after'])]).toEqual([429, 300]);
  expect((await bearer('a.b.c')).status).toBe(401);
});

test("what administrators alone may do names their token, not a key's scope", async () => {
  const { send } = await start();
  const refused = await send('DELETE', '/v1/things');
  expect([refused.status, refused.body?.['remedy']]).toEqual([
    403,
    expect.stringContaining("administrators' token"),
  ]);
});

test("another project's name is 404, also when the scope is missing", async () => {
  const { send } = await start();
  const answer = await send('DELETE', '/v1/projects/other/things/1');
  expect(answer.status).toBe(404);
  expect(answer.body?.['issues']).toEqual([
    expect.objectContaining({ in: 'path', name: 'projectIdOrName', value: 'other' }),
  ]);
});

test('an address of another host is answered with where it is', async () => {
  const otherHost = {
    name: 'the other host',
    url: 'https://other.test/v1',
    answers: (path: string) => path.startsWith('/v1/projects/'),
  };
  const { send } = await start([postThing], { otherHost });
  const answer = await send('DELETE', '/v1/projects/demo%2F?all=true');
  expect([answer.status, answer.body?.['remedy']]).toEqual([
    404,
    'Ask the other host: `DELETE https://other.test/v1/projects/demo%2F`.',
  ]);
  expect((await send('GET', '/v1/nothing')).body?.['remedy']).not.toContain('other');
});

test('unknown addresses, wrong methods and broken percent signs are problems too', async () => {
  const { send } = await start();
  expect((await send('GET', '/v1/nothing')).status).toBe(404);
  expect(await send('GET', '/v1/projects//things/1')).toMatchObject({
    status: 404,
    body: { remedy: expect.stringContaining('between two slashes') },
  });
  for (const colon of ['%3A', '%3a'])
    expect(await send('GET', `/v1/projects/demo/things${colon}seen`)).toMatchObject({
      status: 404,
      body: { remedy: expect.stringContaining('as it is, not as') },
    });
  const wrong = await send('GET', '/v1/projects/demo/things/1');
  expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'DELETE']);
  const broken = await send('GET', '/v1/projects/%ff/things/1');
  expect(broken.status).toBe(400);
  expect(broken.headers['content-type']).toMatch('application/problem+json');
  expect(broken.body?.['issues']).toEqual([expect.objectContaining({ value: '/v1/projects/%ff/things/1' })]);
});

test('a bug answers 500 without internals and is logged with them; a dependency that is down answers 503', async () => {
  const { send, lines } = await start();
  const asAdmin = { headers: { Authorization: 'Bearer admin-token' }, apiKey: false };
  const bug = await send('DELETE', '/v1/projects/demo/things/bug', asAdmin);
  expect(bug.status).toBe(500);
  expect(JSON.stringify(bug.body)).not.toContain('secret internals');
  expect(lines.join()).toContain('secret internals');
  const down = await send('DELETE', '/v1/projects/demo/things/down', asAdmin);
  expect([down.status, down.body?.['retryable']]).toEqual([503, true]);
  expect(lines.join()).toContain('lack of a dependency');
});

test('what a provider answered is no dependency that is away, and is not logged as one', async () => {
  const { send, lines } = await start();
  const asAdmin = { headers: { Authorization: 'Bearer admin-token' }, apiKey: false };
  const busy = await send('DELETE', '/v1/projects/demo/things/busy', asAdmin);
  expect([busy.status, busy.body?.['subsystem']]).toEqual([503, 'hubspot']);
  expect(lines.join()).not.toContain('lack of a dependency');
});

const makeHead = (key: string, ...lines: readonly string[]): string =>
  ['POST /v1/projects/demo/things:make HTTP/1.1', 'Host: x', 'Content-Type: application/json', key, ...lines]
    .map((line) => `${line}\r\n`)
    .join('');
const things = (endpoints: readonly Endpoint[], roomBytes: number) =>
  start(
    endpoints.map((one) => ({ ...one, bodyLimitBytes: 300_000 })),
    { roomBytes },
  );
const thingOf = (bytes: number) => ({ name: 'x'.repeat(bytes), kind: 'a' });

test.each([
  ['declared', `Content-Length: 150000\r\n\r\n{`],
  ['in chunks', `Transfer-Encoding: chunked\r\n\r\n${(150_000).toString(16)}\r\n${'x'.repeat(150_000)}`],
])(
  'a body that finds no room beside those of its project is refused for a second, and read once they have gone: %s',
  async (_, begun) => {
    const { url, send, make, lines } = await things([postThing], 200_000);
    const holding = connect(Number(new URL(url).port), '127.0.0.1');
    holding.write(makeHead('X-Api-Key: good') + begun);
    await eventually(async () => (await make(thingOf(59_000))).status === 503);
    const refused = await make(thingOf(59_000));
    expect(refused).toMatchObject({ status: 503, body: { retryable: true } });
    expect(refused.headers).toMatchObject({ 'retry-after': '1', connection: 'close' });
    expect((await make(thingOf(5_000))).status).toBe(200);
    const ofAdmin = await send('POST', '/v1/projects/demo/things:make', {
      apiKey: false,
      headers: { Authorization: 'Bearer admin-token', 'Content-Type': 'application/json' },
      body: JSON.stringify(thingOf(59_000)),
    });
    expect(ofAdmin.status).toBe(200);
    holding.destroy();
    await eventually(async () => (await make(thingOf(59_000))).status === 200);
    expect(lines.join()).not.toContain('lack of a dependency');
  },
);

test('what those send of whom nobody knows takes no room from a caller who is known', async () => {
  const looked: string[] = [];
  const lookUpByCredential: Endpoint['lookUpByCredential'] = async ({ credential: { text }, readBody }) => {
    looked.push(text);
    await readBody();
    return { holder: undefined, found: undefined };
  };
  const { url, make } = await things([{ ...postThing, lookUpByCredential }], 100_000);
  const holding = connect(Number(new URL(url).port), '127.0.0.1');
  holding.write(makeHead('X-Api-Key: bad', 'Content-Length: 60000', '') + '{');
  await eventually(() => looked.length > 0);
  // Looked up together with its body, this key would be unknown.
  expect((await make(thingOf(30_000))).status).toBe(200);
  expect(looked).toEqual(['bad']);
  holding.destroy();
  await eventually(async () => (await make(thingOf(30_000))).status === 401);
});

test('a caller who leaves while he sends is no fault of ours, and leaves the line of his request alone', async () => {
  const { url, lines } = await start();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = `POST /v1/projects/demo/things:make HTTP/1.1\r\nHost: x\r\nX-Api-Key: good\r\nContent-Type: application/json\r\n`;
  // The host asks for the body, so it is about to read it.
  socket.write(`${head}Content-Length: 100\r\nExpect: 100-continue\r\n\r\n`);
  await once(socket, 'data');
  socket.end('{"name":');
  await eventually(() => lines.length > 0);
  await closing.close();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ message: 'request', status: 499 }),
  ]);
});

test('a change of which nobody knows whether it was stored says so, and is not to be repeated blindly', async () => {
  const { send } = await start();
  const asAdmin = { headers: { Authorization: 'Bearer admin-token' }, apiKey: false };
  const lost = await send('DELETE', '/v1/projects/demo/things/lost', asAdmin);
  expect(lost.status).toBe(503);
  expect(lost.body).toMatchObject({ retryable: false, context: { outcome: 'unknown' } });
});

test('whether it may be sent again after a lost commit is said by its endpoint, whatever its method', async () => {
  const losing = (method: 'get' | 'post', path: string, effect?: 'none' | 'repeatable' | 'once') =>
    endpoint({
      method,
      ...(effect && { effect }),
      path,
      summary: 'A thing',
      access: { scope: 'write:records' },
      answers: { 200: {} },
      handle: () => Promise.reject(new Error('ECONNREFUSED', { cause: 'commit' })),
    });
  const { send } = await start([
    losing('get', '/read'),
    losing('post', '/planned', 'none'),
    losing('post', '/published', 'repeatable'),
    losing('get', '/taken', 'once'),
    losing('post', '/made'),
  ]);
  for (const [method, path] of [
    ['GET', '/v1/read'],
    ['POST', '/v1/planned'],
    ['POST', '/v1/published'],
  ] as const) {
    const { status, body } = await send(method, path);
    expect([path, status, body?.['retryable'], body?.['context']]).toEqual([path, 503, true, undefined]);
  }
  for (const [method, path] of [
    ['GET', '/v1/taken'],
    ['POST', '/v1/made'],
  ] as const) {
    const { status, body } = await send(method, path);
    expect(status).toBe(503);
    expect(body).toMatchObject({ retryable: false, context: { outcome: 'unknown' } });
  }
});

test("the caller's request id comes back and stands in the log; one that cannot be printed is replaced", async () => {
  const { send, lines } = await start();
  const mine = await send('GET', '/v1/nothing', { headers: { 'X-Request-Id': 'abc-1' } });
  expect(mine.headers['x-request-id']).toBe('abc-1');
  const other = await send('GET', '/v1/nothing', { headers: { 'X-Request-Id': 'ä' } });
  expect(other.headers['x-request-id']).not.toBe('ä');
  const blank = await send('GET', '/v1/nothing', { headers: { 'X-Request-Id': 'order 7' } });
  expect(blank.headers['x-request-id']).toBe('order 7');
  expect(
    lines.map((line) => JSON.parse(line) as { requestId: string }).map(({ requestId }) => requestId),
  ).toContain('abc-1');
});

test('a secret of the process is told nowhere: not in an address, in the query, in a body, or as the id of a request', async () => {
  const { send, make, lines } = await start();
  const inAddress = encodeURIComponent(secretOfOurs);
  const told = [
    await send('GET', `/v1/projects/demo/things/${inAddress}/more`),
    await send('GET', `/v1/projects/%74${inAddress.slice(1)}/things/a`),
    await send('GET', `/v1/nothing?token=${inAddress}`),
    await make({ name: 'x', kind: 'a' }, `/v1/projects/demo/things:make?${inAddress}=${inAddress}`),
    await make({ name: [secretOfOurs], kind: secretOfOurs, [secretOfOurs]: 1 }),
    await send('GET', '/v1/nothing', { headers: { 'X-Request-Id': secretOfOurs } }),
    await send('GET', '/v1/nothing', { headers: { 'X-Request-Id': `id ${inAddress}` } }),
  ];
  for (const { status, body, headers } of told) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify([body, headers])).not.toMatch(/secret.{1,3}of/);
  }
  expect(JSON.stringify(told[2]?.body)).not.toContain('hideSecrets');
  expect(lines.join()).toContain('[redacted]');
  expect(lines.join()).not.toMatch(/secret.{1,3}of/);
});

test('health is read only: another method is 405, with those that are allowed', async () => {
  const { send } = await start();
  for (const path of ['/livez', '/readyz']) {
    const answer = await send('POST', path);
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
    expect(answer.headers['content-type']).toMatch('application/problem+json');
  }
});

test('health tells each dependency by name, and metrics are for no caller', async () => {
  const { send } = await start();
  expect((await send('GET', '/metrics')).status).toBe(404);
  expect((await send('GET', '/livez')).status).toBe(200);
  expect((await send('GET', '/readyz')).body).toEqual({ ready: true, dependencies: {} });
});

test('an API key in an address, or as a value of a body, is hidden from logs and problems', async () => {
  const { send, make, lines } = await start();
  for (const key of [`writ_${'k'.repeat(49)}`, `writ_frontend_${'k'.repeat(49)}`]) {
    const told = [
      await send('GET', `/v1/projects/demo/things/${key}/more`),
      await send('GET', `/v1/projects/${key}/things/a`),
      await make({ name: [key], kind: key }),
    ];
    for (const { status, body } of told) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(body)).not.toContain('kkkk');
    }
  }
  expect(lines.join()).toContain('[redacted]');
  expect(lines.join()).not.toContain('kkkk');
});
