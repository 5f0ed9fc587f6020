import { afterEach, expect, test } from '@jest/globals';
import { createAppLogger, createClosing, createHealth, createMetrics } from '@writ/service-kit';
import { Refusal } from '@writ/problems';
import { createHttpApp, endpoint, listen, ok } from '../index.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const pageOf = (name: string) => ({
  html: `<!doctype html>${name}`,
  headers: { 'Content-Security-Policy': "script-src 'self'", 'Cache-Control': 'no-store' },
});

const getDoor = endpoint({
  method: 'get',
  path: '/door',
  summary: 'Open the door',
  access: 'public',
  query: { type: 'object', properties: { as: { type: 'string' } } } as const,
  mediaType: 'text/html',
  faultPage: ({ detail }) => pageOf(`before: ${detail}`),
  answers: { 200: { type: 'string', description: 'A page.', examples: ['<!doctype html>'] } },
  handle: ({ query, tellFaultsBy }) => {
    if (query.as === 'stranger') throw new Refusal('provider-refused', { detail: 'No.' });
    tellFaultsBy(({ detail, status }) => pageOf(`${status} behind: ${detail}`));
    if (query.as === 'guest') throw new Refusal('provider-refused', { detail: 'Not now.' });
    if (query.as === 'bug') throw new Error('secret internals');
    const page = pageOf('open');
    return Promise.resolve(ok(page.html, page.headers));
  },
});

const problems = { catalogueUrl: 'http://docs.test/problems' };

async function start() {
  const logged: string[] = [];
  const app = createHttpApp({
    endpoints: [getDoor],
    authentication: {
      findHolder: () => Promise.resolve(undefined),
      findProject: () => Promise.resolve(undefined),
    },
    problems,
    logger: createAppLogger({ service: 'test', level: 'info', write: (line) => logged.push(line) }),
    health: createHealth({ checkTimeoutMs: 1_000 }),
    metrics: createMetrics({ service: 'test', defaults: false }),
    clock: { now: () => new Date('2026-01-01T00:00:00Z') },
    isUnavailable: () => false,
    isContentFault: () => false,
  });
  const { url } = closing.add(await listen(app, { port: 0, host: '127.0.0.1' }), (l) => l.close());
  const get = async (path: string) => {
    const answer = await fetch(`${url}/v1${path}`);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { get, logged };
}

test.each([
  ['as=host', 200, 'open'],
  ['as=stranger', 422, 'before: No.'],
  ['as=guest', 422, '422 behind: Not now.'],
  ['as=bug', 500, expect.stringMatching(/^500 behind: (?!.*secret internals)/)],
  ['as=a&as=b', 400, expect.stringMatching(/^before: /)],
])('the door with %s is a page with headers of its own', async (query, status, words) => {
  const { get, logged } = await start();
  const answer = await get(`/door?${query}`);
  expect([answer.status, answer.text.replace('<!doctype html>', '')]).toEqual([status, words]);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toBe("script-src 'self'");
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('x-request-id')).toBeTruthy();
  expect(logged.some((line) => line.includes('secret internals'))).toBe(query === 'as=bug');
});

test('another address, or another method, is refused with a problem as ever', async () => {
  const { get } = await start();
  expect((await get('/window')).headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
});
