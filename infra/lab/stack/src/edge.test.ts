import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '@writ/local-servers';
import { createClosing } from '@writ/service-kit';
import { request } from 'undici';
import { readEdgeRoutes, routeByPath } from './edge-routes.ts';
import { startEdge } from './edge.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

/** A service on a free port; its answers are those of `listener`. */
async function service(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.add(server, () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** Answers with what it got. */
const echo: RequestListener = (from, to) => {
  const { method, url, headers } = from;
  to.writeHead(201, { 'x-seen': JSON.stringify({ method, url, forwardedFor: headers['x-forwarded-for'] }) });
  from.pipe(to);
};

async function edgeTo(ports: readonly number[], name = 'installations'): Promise<string> {
  const edge = closing.add(
    await startEdge({ host: '127.0.0.1', port: 0, route: () => name, portsOf: () => ports }),
    (opened) => opened.close(),
  );
  return `http://127.0.0.1:${edge.port}`;
}

test.each([
  ['/v1/projects/demo/operations', 'operations'],
  ['/v1/projects/demo/operations?pageSize=5', 'operations'],
  ['/v1/projects/demo/operations/0190:cancel', 'operations'],
  ['/v1/projects/demo/operations:retry', 'operations'],
  ['/v1/projects/demo/lanes/0190:pause', 'operations'],
  ['/v1/projects/demo/integrations/crm/installations/0190/operations', 'operations'],
  ['/v1/projects/demo/integrations/crm/installations/operations', 'installations'],
  ['/v1/projects/operations/installations', 'installations'],
  ['/v1/projects/demo/destinations/hook:test', 'notification'],
  ['/v1/projects/demo/topics', 'notification'],
  ['/v1/projects/demo/notification-event-topic-routes', 'notification'],
  ['/v1/projects/demo/topic-destination-routes/0190', 'notification'],
  ['/v1/projects/demo/events', 'notification'],
  ['/v1/projects/demo/deliveries/0190:redeliver', 'notification'],
  ['/v1/projects/demo/topicsish', 'installations'],
  ['/v1/projects/demo?x=/operations', 'installations'],
  ['/v1/oauth-connect', 'installations'],
  ['/livez', 'installations'],
  ['/metrics', 'none'],
])('%s is answered by %s', async (path, expected) => {
  expect(routeByPath(await readEdgeRoutes())(path)).toBe(expected);
});

test('the nginx of the containers has the same table', async () => {
  const template = await readFile(join(import.meta.dirname, '../../../edge/nginx.conf.template'), 'utf8');
  const table = /map \$request_uri \$service \{(.*?)\n\}/s.exec(template)?.[1] ?? '';
  const routes = [...table.matchAll(/"~(.+)" (\w+);/g)].map(([, path, name]) => ({ service: name, path }));
  const otherwise = /default (\w+);/.exec(table)?.[1];
  expect({ routes, otherwise }).toEqual(await readEdgeRoutes());
});

test('request and answer pass through as they are, with the address of the caller', async () => {
  const url = await edgeTo([await service(echo)]);
  const answer = await request(`${url}/v1/a%2Fb?c=%20`, { method: 'POST', body: 'exact  bytes' });
  expect(answer.statusCode).toBe(201);
  expect(JSON.parse(String(answer.headers['x-seen']))).toEqual({
    method: 'POST',
    url: '/v1/a%2Fb?c=%20',
    forwardedFor: '127.0.0.1',
  });
  expect(await answer.body.text()).toBe('exact  bytes');
});

test('callers are told that idle connections stay open as long as at the services', async () => {
  const answer = await fetch(await edgeTo([await service(echo)]));
  expect(answer.headers.get('keep-alive')).toBe('timeout=65');
});

test('a body of unknown length streams through', async () => {
  const url = await edgeTo([await service(echo)]);
  const parts = Array.from({ length: 50 }, (_, part) => Buffer.alloc(64 * 1024, part));
  const answer = await request(url, { method: 'POST', body: Readable.from(parts) });
  expect((await answer.body.arrayBuffer()).byteLength).toBe(50 * 64 * 1024);
});

test('replicas take turns, and one that is down is passed over with the body intact', async () => {
  const named = (name: string) => service((from, to) => void from.resume().on('end', () => to.end(name)));
  const url = await edgeTo([await named('a'), await freePort(), await named('b')]);
  const answers = new Map<string, number>();
  for (let count = 0; count < 30; count += 1) {
    const answer = await request(url, { method: 'POST', body: 'x'.repeat(100_000) });
    const text = await answer.body.text();
    answers.set(text, (answers.get(text) ?? 0) + 1);
  }
  expect([...answers.keys()].sort()).toEqual(['a', 'b']);
});

test('with no replica up the answer is a problem that can be retried', async () => {
  for (const ports of [[], [await freePort()]]) {
    const answer = await request(await edgeTo(ports));
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'application/problem+json']);
    expect(await answer.body.json()).toMatchObject({ status: 503, retryable: true });
  }
});

test('a service that resets is answered with a problem, and is not asked twice', async () => {
  let asked = 0;
  const port = await service((from) => {
    asked += 1;
    from.socket.resetAndDestroy();
  });
  const answer = await request(await edgeTo([port, port]), { method: 'POST', body: '{}' });
  expect([answer.statusCode, asked]).toEqual([503, 1]);
});

test('a path that belongs to nobody is not found', async () => {
  const answer = await request(await edgeTo([await service(echo)], 'none'));
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
});

test('a caller who leaves ends the request to the service', async () => {
  let hasEnded: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => (hasEnded = resolve));
  const aborter = new AbortController();
  const port = await service((from) => {
    from.once('close', () => hasEnded?.());
    aborter.abort();
  });
  await expect(request(await edgeTo([port]), { signal: aborter.signal })).rejects.toThrow();
  await ended;
});
