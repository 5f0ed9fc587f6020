import { afterEach, expect, test } from '@jest/globals';
import { createAppLogger, createClosing, createHealth, createMetrics } from '@writ/service-kit';
import { request } from 'undici';
import { createHttpApp, endpoint, listen, ok, type Authentication } from './index.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

type Holder = NonNullable<Awaited<ReturnType<Authentication['findApiKey']>>>;
const holder: Holder = {
  kind: 'apiKey',
  keyId: 'k',
  project: { id: '01900000-0000-7000-8000-000000000001', name: 'demo' },
  scopes: new Set(['write:records' as const]),
};

type Sent = { key?: string; project?: string; body?: { name?: string } };

/** An app whose one endpoint looks ahead. Its key is verified when `verify` is called, with what comes of that. */
async function start(options: { lookUp?: () => Promise<string>; isSpent?: boolean } = {}) {
  const seen: string[] = [];
  const verifying = Promise.withResolvers<Holder | undefined>();
  const lookedAhead = Promise.withResolvers<undefined>();
  const postThing = endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/things',
    summary: 'Make a thing',
    access: { scope: 'write:records' },
    body: {
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: { name: { type: 'string' } },
    } as const,
    answers: { 200: {} },
    lookAhead: ({ body, project }) => {
      seen.push(`look ahead: ${project.name} ${body.name}`);
      lookedAhead.resolve(undefined);
      return options.lookUp?.() ?? Promise.resolve('found ahead');
    },
    handle: async ({ ahead }) => {
      seen.push('handle');
      return ok({ found: (await ahead) ?? 'found by the handler' });
    },
  });
  const app = createHttpApp({
    endpoints: [postThing],
    authentication: {
      findApiKey: () => verifying.promise,
      lastHolder: (key) => (key === 'seen before' ? holder : undefined),
      findProject: () => Promise.resolve(undefined),
    },
    problems: { catalogueUrl: 'http://docs.test/problems', supportEmail: 'help@test' },
    logger: createAppLogger({ service: 'test', level: 'error', write: () => undefined }),
    health: createHealth({ checkTimeoutMs: 1_000 }),
    metrics: createMetrics({ service: 'test', defaults: false }),
    clock: { now: () => new Date('2026-01-01T00:00:00Z') },
    isUnavailable: () => true,
    rateLimit: { take: () => Promise.resolve(), isSpent: () => options.isSpent ?? false },
  });
  const { url } = closing.add(await listen(app, { port: 0, host: '127.0.0.1' }), (l) => l.close());
  const post = async ({ key = 'seen before', project = 'demo', body = { name: 'x' } }: Sent = {}) => {
    const answer = await request(`${url}/v1/projects/${project}/things`, {
      method: 'POST',
      headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.statusCode, body: await answer.body.json() };
  };
  return { post, seen, verify: verifying.resolve, lookedAhead: lookedAhead.promise };
}

test('look-ups begin before a key that was good is verified, and its handler has what they found', async () => {
  const { post, seen, verify, lookedAhead } = await start();
  const answer = post();
  await lookedAhead;
  expect(seen).toEqual(['look ahead: demo x']);
  verify(holder);
  expect(await answer).toEqual({ status: 200, body: { found: 'found ahead' } });
  expect(seen).toEqual(['look ahead: demo x', 'handle']);
});

test('a key that is good no more is refused, whatever was found by it or failed', async () => {
  const { post, seen, verify, lookedAhead } = await start({
    lookUp: () => Promise.reject(new Error('down')),
  });
  const answer = post();
  await lookedAhead;
  verify(undefined);
  expect((await answer).status).toBe(401);
  expect(seen).not.toContain('handle');
});

test('what fails ahead fails the request whose key is good', async () => {
  const { post, verify } = await start({ lookUp: () => Promise.reject(new Error('down')) });
  verify(holder);
  expect((await post()).status).toBe(503);
});

test('what was looked up for another project than the one the key turns out to have is not used', async () => {
  const { post, seen, verify, lookedAhead } = await start();
  const answer = post();
  await lookedAhead;
  verify({ ...holder, project: { id: '01900000-0000-7000-8000-000000000002', name: 'demo' } });
  expect(await answer).toEqual({ status: 200, body: { found: 'found by the handler' } });
  expect(seen).toHaveLength(2);
});

test.each([
  ['a key that was not seen before', { key: 'new' }, {}, 200],
  ['another project', { project: 'other' }, {}, 404],
  ['a body with faults', { body: {} }, {}, 400],
  ['a caller who was refused for the rate', {}, { isSpent: true }, 200],
])('nothing is looked up ahead for %s', async (_, sent, options, status) => {
  const { post, seen, verify } = await start(options);
  verify(holder);
  expect((await post(sent)).status).toBe(status);
  expect(seen).toEqual(status === 200 ? ['handle'] : []);
});
