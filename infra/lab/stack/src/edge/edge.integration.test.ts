import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '@writ/local-servers';
import { problemKinds } from '@writ/problems';
import { createClosing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { request } from 'undici';
import type { PublicService } from './edge-configuration.ts';
import { mustHaveNginx, serverPath, startEdge } from './start-edge.ts';

let closing = createClosing();
let dir: string;
beforeEach(async () => {
  dir = closing.add(await mkdtemp(join(tmpdir(), 'writ-edge-')), (path) => rm(path, { recursive: true }));
});
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

async function service(listener: RequestListener) {
  const server = createServer(listener);
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  closing.add(server, close);
  return { server, port, close };
}

/** Returns the request. */
const echo: RequestListener = (from, to) => {
  to.writeHead(201, { 'x-seen': JSON.stringify([from.method, from.url, from.rawHeaders]) });
  from.pipe(to);
};

/** Returns its name and the path. */
const named = (name: string) =>
  service((from, to) => void from.resume().on('end', () => to.end(`${name} ${from.url ?? ''}`)));

async function edgeTo(
  ports: Partial<Record<PublicService, readonly number[]>>,
  environment: Readonly<Record<string, string>> = {},
) {
  const told: string[] = [];
  const [managementPort, writePort] = [await freePort(), await freePort()];
  const edge = closing.add(
    await startEdge({
      dir: join(dir, 'edge'),
      path: serverPath(process.env['PATH'] ?? ''),
      road: {
        managementPort,
        writePort,
        environment: {
          PUBLIC_MANAGEMENT_URL: 'https://writ.test/v1/',
          CORS_ORIGINS: 'https://one.test, https://two.test:8443',
          ...environment,
        },
        portsOf: (name) => ports[name] ?? [],
      },
      tell: (line) => told.push(line),
      onBack: () => told.push('back'),
      onLost: (error) => told.push(error.message),
    }),
    (opened) => opened.close(),
  );
  const url = (port: number) => `http://127.0.0.1:${port}`;
  return { edge, told, management: url(managementPort), write: url(writePort), writePort };
}

const catalogue = 'https://writ.test/problems';
const occurrenceOf = (requestId: unknown) => ({
  requestId: expect.stringMatching(/./) as unknown,
  instance: `urn:request:${String(requestId)}`,
  time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
});

/** Uses a new connection: an edge that learns of replicas closes open ones, even with a request on them. */
async function get(url: string) {
  const { statusCode, headers, body } = await request(url, { reset: true });
  return { status: statusCode, type: headers['content-type'], text: await body.text(), headers };
}

/** Sends raw bytes and returns the answer. */
async function exchange(port: number, sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(sent);
  return text(socket);
}

test('each path of the management address goes to its service unchanged, and every one of the write address to the gateway', async () => {
  const services = ['operations', 'installations', 'notification', 'write-gateway'] as const;
  const started = services.map(async (name) => [name, [(await named(name)).port]] as const);
  const { management, write } = await edgeTo(Object.fromEntries(await Promise.all(started)));
  for (const [path, name] of [
    ['/v1/projects/p/operations/1:cancel', 'operations'],
    ['/v1/projects/p/integrations/i/installations/1/operations?pageSize=1', 'operations'],
    ['/v1/projects/p/integrations/a%2Fb/installations', 'installations'],
    ['/v1//projects//x', 'installations'],
    ['/v1/projects/p/topics', 'notification'],
    ['/openapi.json', 'installations'],
  ] as const) {
    expect((await get(`${management}${path}`)).text).toBe(`${name} ${path}`);
    expect((await get(`${write}${path}`)).text).toBe(`write-gateway ${path}`);
  }
});

test('request and answer pass through as they are, with the address of the caller', async () => {
  const { port } = await service(echo);
  const { write, writePort } = await edgeTo({ 'write-gateway': [port] }, { KEEP_ALIVE_SECONDS: '620' });
  const headers = { 'X-Forwarded-For': '203.0.113.1' };
  const sent = { method: 'POST', body: 'exact  bytes', headers } as const;
  const answer = await request(`${write}/v1/a%2Fb?c=%20`, sent);
  expect(answer.statusCode).toBe(201);
  const [method, url, seen] = JSON.parse(String(answer.headers['x-seen'])) as [string, string, string[]];
  expect([method, url]).toEqual(['POST', '/v1/a%2Fb?c=%20']);
  const valueOf = (name: string) => seen[seen.findIndex((header) => header.toLowerCase() === name) + 1];
  expect(valueOf('host')).toBe(`127.0.0.1:${writePort}`);
  expect(valueOf('content-length')).toBe('12');
  expect(valueOf('x-forwarded-for')).toBe('127.0.0.1');
  expect(valueOf('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  expect(await answer.body.text()).toBe('exact  bytes');
  expect(answer.headers['keep-alive']).toBe('timeout=620');
});

test('a health check of HTTP/1.0, which names no host, reaches the service with one', async () => {
  const { port } = await service((from, to) => void to.end(from.headers.host));
  const { writePort } = await edgeTo({ 'write-gateway': [port] });
  const answer = await exchange(writePort, 'OPTIONS / HTTP/1.0\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toMatch(/\r\n\r\nlocalhost$/);
});

test.each([
  ['nobody', '', '203.0.113.1', '127.0.0.1'],
  ['another proxy', '10.0.0.0/8', '203.0.113.1', '127.0.0.1'],
  ['the proxy before it', '10.0.0.0/8, 127.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['both proxies before it', '127.0.0.1,10.0.0.0/8', '198.51.100.9, 203.0.113.1, 10.1.2.3', '203.0.113.1'],
  ['what no address is told by', '127.0.0.1', 'unknown', '127.0.0.1'],
] as const)(
  'an edge that trusts %s (%j) and is told %j says that the caller is %s',
  async (...[, trusted, told, caller]) => {
    const { port } = await service((from, to) => void to.end(from.headers['x-forwarded-for']));
    const { management } = await edgeTo({ installations: [port] }, { EDGE_TRUSTED_PROXIES: trusted });
    const answer = await request(management, { headers: { 'X-Forwarded-For': told } });
    expect(await answer.body.text()).toBe(caller);
  },
);

test('a body of unknown length streams through', async () => {
  const { port } = await service(echo);
  const { write } = await edgeTo({ 'write-gateway': [port] });
  const parts = Array.from({ length: 50 }, (_, part) => Buffer.alloc(64 * 1024, part));
  const answer = await request(write, { method: 'POST', body: Readable.from(parts) });
  expect((await answer.body.arrayBuffer()).byteLength).toBe(50 * 64 * 1024);
});

test('a caller who asks before sending a body is told to go on', async () => {
  const { port } = await service(echo);
  const { writePort } = await edgeTo({ 'write-gateway': [port] });
  const head = 'POST / HTTP/1.1\r\nHost: w\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2';
  const answer = await exchange(writePort, `${head}\r\n\r\n{}`);
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 [^]*\{\}/);
});

test('requests in turn share one connection to the service', async () => {
  let connections = 0;
  const { server, port } = await service((from, to) => void from.resume().on('end', () => to.end()));
  server.on('connection', () => (connections += 1));
  const { write } = await edgeTo({ 'write-gateway': [port] });
  for (let count = 0; count < 10; count += 1) {
    const { body } = await request(write, { method: 'POST', body: '{}' });
    await body.dump();
  }
  expect(connections).toBe(1);
});

test('replicas take turns, and one that is down is passed over with the body intact', async () => {
  const ports = [(await named('a')).port, await freePort(), (await named('b')).port];
  const { write } = await edgeTo({ 'write-gateway': ports });
  const answers = new Set<string>();
  for (let count = 0; count < 30; count += 1) {
    const answer = await request(write, { method: 'POST', body: 'x'.repeat(100_000) });
    answers.add(await answer.body.text());
  }
  expect([...answers].sort()).toEqual(['a /', 'b /']);
});

test('a replica that is added takes requests once the edge is told, and so does one that comes back', async () => {
  const ports: number[] = [];
  const { edge, write } = await edgeTo({ 'write-gateway': ports });
  expect((await get(write)).status).toBe(503);
  const first = await named('first');
  ports.push(first.port);
  await edge.update();
  expect((await get(write)).text).toBe('first /');
  await first.close();
  expect((await get(write)).status).toBe(503);
  first.server.listen(first.port, '127.0.0.1');
  await once(first.server, 'listening');
  expect((await get(write)).text).toBe('first /');
});

test('with no replica up the answer is a problem that can be retried', async () => {
  const { management, write } = await edgeTo({ installations: [await freePort()] });
  for (const url of [management, write]) {
    const answer = await get(url);
    expect(answer).toMatchObject({ status: 503, type: 'application/problem+json' });
    expect(answer.headers['retry-after']).toBe('1');
    expect(JSON.parse(answer.text)).toMatchObject({ status: 503, retryable: true });
    expect(answer.text).not.toContain('support');
  }
});

const ofPeople = ['/v1/oauth/callback?code=a&state=b', '/console/projects/demo'];
test.each(ofPeople)('a person at %s reads in words that no replica is up', async (path) => {
  const { management } = await edgeTo({ installations: [await freePort()] });
  const answer = await get(management + path);
  expect(answer).toMatchObject({ status: 503, type: 'text/html; charset=utf-8' });
  expect(answer.headers).toMatchObject({
    'retry-after': '1',
    'content-security-policy': "default-src 'none'",
  });
  expect(answer.text).toContain('Wait a moment, then load this page again.');
});

test('a service that resets is answered with a problem, and what may not be repeated is not asked twice', async () => {
  let asked = 0;
  const { port } = await service((from) => {
    asked += 1;
    from.socket.resetAndDestroy();
  });
  const { write } = await edgeTo({ 'write-gateway': [port, port] });
  const answer = await request(write, { method: 'POST', body: '{}' });
  expect(await answer.body.json()).toMatchObject({ retryable: false, context: { outcome: 'unknown' } });
  expect([answer.statusCode, answer.headers['retry-after'], asked]).toEqual([503, undefined, 1]);
});

test('only the write host says that an Idempotency-Key makes it safe to send again what may have been done', async () => {
  const { port } = await service((from) => void from.socket.resetAndDestroy());
  const { write, management } = await edgeTo({ 'write-gateway': [port], installations: [port] });
  const remedyOf = async (url: string): Promise<unknown> => {
    const { body } = await request(url, { method: 'POST', body: '{}' });
    return ((await body.json()) as { remedy: string }).remedy;
  };
  expect(await remedyOf(write)).toContain('with an Idempotency-Key it can be sent again');
  expect(await remedyOf(management)).toBe('Look before you send it again.');
});

test('a DELETE passes over a replica that is down, and is not sent again to another one', async () => {
  let asked = 0;
  const resetting = await service((from) => {
    asked += 1;
    from.socket.resetAndDestroy();
  });
  const up = await named('up');
  const { write, management } = await edgeTo({
    'write-gateway': [await freePort(), up.port],
    installations: [resetting.port, resetting.port],
  });
  for (let count = 0; count < 6; count += 1) {
    const answer = await request(`${write}/a%2Fb?c=%20`, { method: 'DELETE' });
    expect([answer.statusCode, await answer.body.text()]).toEqual([200, 'up /a%2Fb?c=%20']);
  }
  const answer = await request(management, { method: 'DELETE' });
  expect(await answer.body.json()).toMatchObject({ retryable: false, context: { outcome: 'unknown' } });
  expect([answer.statusCode, asked]).toEqual([503, 1]);
});

const changingGets = [
  '/v1/oauth/callback?code=a&state=b',
  '/v1/projects/p/destinations/d?a=b&rotate=true',
  '/v1/projects/p/connections/c?a=b&refresh=force',
];

test('a GET that changes something passes over a replica that is down', async () => {
  const replicas = [await freePort(), (await named('up')).port];
  const { management } = await edgeTo({ installations: replicas, notification: replicas });
  for (const path of [...changingGets, ...changingGets])
    expect((await get(`${management}${path}`)).text).toBe(`up ${path}`);
});

test('a GET that changes something is not sent again to another replica, and may have been carried out', async () => {
  const asked: unknown[] = [];
  const resetting = await service((from) => {
    asked.push(from.url);
    from.socket.resetAndDestroy();
  });
  const broken = [resetting.port, resetting.port];
  const { management } = await edgeTo({ installations: broken, notification: broken });
  const [callback = '', ...others] = changingGets;
  const page = await get(`${management}${callback}`);
  expect(page).toMatchObject({ status: 503, type: 'text/html; charset=utf-8' });
  expect(page.headers['retry-after']).toBeUndefined();
  expect(page.text).toContain('look, before you connect it again');
  for (const path of others) {
    const problem = await get(`${management}${path}`);
    expect(problem.status).toBe(503);
    expect(JSON.parse(problem.text)).toMatchObject({ retryable: false, context: { outcome: 'unknown' } });
  }
  expect(asked).toEqual(changingGets);
  const reading = await get(`${management}/v1/projects/p/destinations/d?includeSecrets=true`);
  expect(JSON.parse(reading.text)).toMatchObject({ retryable: true });
  expect(asked).toHaveLength(changingGets.length + 2);
});

test('a DELETE that reached nobody can be sent again', async () => {
  const { write } = await edgeTo({ 'write-gateway': [await freePort(), await freePort()] });
  for (const body of ['', '{}']) {
    const answer = await request(write, { method: 'DELETE', body });
    expect(await answer.body.json()).toMatchObject({ status: 503, retryable: true });
  }
});

test('the readiness of the management host is asked of one service, that of each other one of itself', async () => {
  const services = ['operations', 'installations', 'notification', 'write-gateway'] as const;
  const started = services.map(async (name) => [name, [(await named(name)).port]] as const);
  const { management, write } = await edgeTo(Object.fromEntries(await Promise.all(started)));
  for (const [path, seen] of [
    ['/readyz', 'installations /readyz/host'],
    ['/readyz/operations', 'operations /readyz'],
    ['/readyz/notification', 'notification /readyz'],
    ['/readyz/others', 'installations /readyz/others'],
  ] as const)
    expect((await get(`${management}${path}`)).text).toBe(seen);
  expect((await get(`${write}/readyz`)).text).toBe('write-gateway /readyz');
});

test('no answer of the edge itself to programs is HTML: each is a whole problem of its own status, of a kind that the catalogue tells', async () => {
  const { port } = await named('gateway');
  const { writePort } = await edgeTo({ 'write-gateway': [port] });
  for (const [status, kind, sent] of [
    [414, 'address-too-long', `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: w\r\n\r\n`],
    [431, 'headers-too-large', `GET / HTTP/1.1\r\nHost: w\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
    [400, 'invalid-input', 'GET / HTTP/1.1\r\n\r\n'],
    [405, 'method-not-allowed', 'TRACE / HTTP/1.1\r\nHost: w\r\nConnection: close\r\n\r\n'],
    [505, 'http-version-unknown', 'GET / HTTP/7.0\r\nHost: w\r\n\r\n'],
    [501, 'transfer-coding-unknown', 'POST / HTTP/1.1\r\nHost: w\r\nTransfer-Encoding: gzip\r\n\r\n'],
    [400, 'invalid-input', 'no request\r\n\r\n'],
  ] as const) {
    const answer = await exchange(writePort, sent);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*application/problem\\+json`));
    const problem = JSON.parse(body) as Record<string, unknown>;
    const { title, remedy, retryable } = problemKinds[kind];
    const occurrence = { ...occurrenceOf(problem['requestId']), status, type: `${catalogue}/${kind}` };
    expect(problem).toMatchObject({ ...occurrence, href: occurrence.type, title, remedy, retryable });
    expect(head).toContain(`X-Request-Id: ${String(problem['requestId'])}`);
    const allow = 'Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n';
    expect([status, head.includes(allow)]).toEqual([status, status === 405]);
    if (status === 400) expect(problem['issues']).toEqual([expect.objectContaining(occurrence)]);
  }
});

test('an id of the caller that may hold a key is told by no problem of the edge', async () => {
  const { port } = await named('gateway');
  const { writePort } = await edgeTo({ 'write-gateway': [port] });
  const given = `writ_${'0'.repeat(40)}`;
  const answer = await exchange(
    writePort,
    `TRACE / HTTP/1.1\r\nHost: w\r\nX-Request-Id: ${given}\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toContain('HTTP/1.1 405');
  expect(answer).toMatch(/X-Request-Id: [0-9a-f]{32}\r\n/);
  expect(answer).not.toContain(given);
});

test('what the edge tells names whom to ask and when to ask again, as services do', async () => {
  const given = {
    SUPPORT_EMAIL: 'help@writ.test',
    SUPPORT_PHONE: `+49 "30" $x \\ 'y'`,
    SUPPORT_URL: 'https://writ.test/help?a=$host',
  };
  const support = {
    supportEmail: given.SUPPORT_EMAIL,
    supportPhone: given.SUPPORT_PHONE,
    supportUrl: given.SUPPORT_URL,
  };
  const { management, writePort } = await edgeTo({}, given);
  const [, body = ''] = (await exchange(writePort, 'GET / HTTP/1.1\r\n\r\n')).split('\r\n\r\n');
  expect(JSON.parse(body)).toMatchObject(support);
  const refused = await get(management);
  const told = JSON.parse(refused.text) as { time: string; retryAfter: string };
  expect(told).toMatchObject({ ...support, retryable: true, retryAfter: expect.stringMatching(/\.999Z$/) });
  const waitMs = Date.parse(told.retryAfter) - Date.parse(told.time);
  expect(Math.max(1, Math.ceil(waitMs / 1_000))).toBe(Number(refused.headers['retry-after']));
});

test('what the edge tells is of the request whose id its service was given: the caller’s where it can be told', async () => {
  const seen: unknown[] = [];
  const { port } = await service((from) => {
    seen.push(from.headers['x-request-id']);
    from.socket.resetAndDestroy();
  });
  const { write } = await edgeTo({ 'write-gateway': [port] });
  const ask = async (given?: string) => {
    const headers = given === undefined ? {} : { 'x-request-id': given };
    const answer = await request(write, { method: 'POST', body: '{}', headers });
    const problem = (await answer.body.json()) as { requestId: string };
    expect(problem).toMatchObject({ ...occurrenceOf(problem.requestId), type: `${catalogue}/unavailable` });
    expect(answer.headers['x-request-id']).toBe(problem.requestId);
    return problem.requestId;
  };
  expect(await ask('my id: 7')).toBe('my id: 7');
  expect(await ask()).toMatch(/^[0-9a-f]{32}$/);
  const [hostile, long] = ['x","status":200,"y":"\\', 'x'.repeat(129)];
  expect(await ask(hostile)).toMatch(/^[0-9a-f]{32}$/);
  expect(await ask(long)).toMatch(/^[0-9a-f]{32}$/);
  expect(seen).toEqual(['my id: 7', expect.stringMatching(/^[0-9a-f]{32}$/), hostile, long]);
});

test.each([
  ['https://one.test', true],
  ['https://two.test:8443', true],
  ['https://two.test', false],
  ['https://one.test, https', false],
  ['https://.ne.test', false],
])('a page of %s reads what the edge tells: %s', async (origin, isKnown) => {
  const { write } = await edgeTo({});
  const { headers } = await request(write, { headers: { origin } });
  expect(headers['access-control-allow-origin']).toBe(isKnown ? origin : undefined);
  expect(headers['access-control-expose-headers']).toEqual(
    isKnown ? expect.stringContaining('Retry-After') : undefined,
  );
  expect(headers['vary']).toBe('Origin');
});

test('a caller who leaves ends the request to the service', async () => {
  let hasEnded: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => (hasEnded = resolve));
  const aborter = new AbortController();
  const { port } = await service((from) => {
    from.once('close', () => hasEnded?.());
    aborter.abort();
  });
  const { write } = await edgeTo({ 'write-gateway': [port] });
  await expect(request(write, { signal: aborter.signal })).rejects.toThrow();
  await ended;
});

test('an edge that is killed comes back with what it was told last', async () => {
  const ports: number[] = [];
  const { edge, told, write } = await edgeTo({ 'write-gateway': ports });
  ports.push((await named('gateway')).port);
  await edge.update();
  process.kill(edge.pid(), 'SIGKILL');
  await eventually(() => expect(told).toEqual(['back']));
  expect((await get(write)).text).toBe('gateway /');
});

test('where there is no nginx it is told in one sentence', async () => {
  await expect(mustHaveNginx(dir)).rejects.toThrow(
    /^No nginx is here to run the edge: install nginx \(on Debian and Ubuntu nginx-light\)\.$/,
  );
});
