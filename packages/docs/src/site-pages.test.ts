import { afterEach, expect, test } from '@jest/globals';
import { problemKinds } from '@writ/problems';
import { createAppLogger, createClosing, createHealth, createMetrics } from '@writ/service-kit';
import { renderMarkdown } from './pages/markdown.ts';
import { createHttpApp, endpoint, listen, ok } from '@writ/http';
import { sitePages } from './site-pages.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const getThings = endpoint({
  method: 'get',
  path: '/things',
  summary: 'List things',
  access: 'public',
  headers: { type: 'object', properties: { Color: { enum: ['red', 'blue'] } } },
  answers: { 200: { type: 'array' } },
  handle: ({ header }) => Promise.resolve(ok([header('Color')])),
});

async function start() {
  const app = createHttpApp({
    endpoints: [getThings],
    pages: sitePages({
      api: {
        host: 'management',
        title: 'Things & more',
        description: 'About things.',
        start: ({ writeUrl }) => `Write to \`${writeUrl}\`.`,
        tags: {},
      },
      managementUrl: 'http://management.test/v1',
      writeUrl: 'http://write.test/v1',
    }),
    authentication: {
      findHolder: () => Promise.resolve(undefined),
      findProject: () => Promise.resolve(undefined),
    },
    problems: { catalogueUrl: 'http://docs.test/problems' },
    logger: createAppLogger({ service: 'test', level: 'error', write: () => undefined }),
    health: createHealth({ checkTimeoutMs: 1_000 }),
    metrics: createMetrics({ service: 'test', defaults: false }),
    clock: { now: () => new Date('2026-01-01T00:00:00Z') },
    isUnavailable: () => false,
    isContentFault: () => false,
  });
  const { url } = closing.add(await listen(app, { port: 0, host: '127.0.0.1' }), (l) => l.close());
  return async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
}

const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const policyOf = ({ headers }: { headers: Headers }) => headers.get('content-security-policy') ?? '';

test('the description is served without a key, and its page loads everything from this host', async () => {
  const get = await start();
  const described = await get('/openapi.json');
  expect(described.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(JSON.parse(described.text)).toMatchObject({ openapi: '3.1.1', paths: { '/things': {} } });
  const page = await get('/docs', html);
  expect(page.text).toContain('<title>Things &amp; more · Writ</title>');
  expect(page.text).toContain('Write to <code>http://write.test/v1</code>.');
  expect(page.text).toContain('<a href="http://write.test/docs">');
  const loaded = [...page.text.matchAll(/(?:src="|<link [^>]*href=")([^"]+)"/g)].map(
    ([, address = '']) => address,
  );
  expect(new Set(loaded).size).toBe(7);
  for (const address of loaded) expect([address, (await get(address)).status]).toEqual([address, 200]);
  expect(policyOf(page)).toContain("script-src 'self'");
});

test.each(Object.keys(problemKinds))(
  'the type of %s leads to its page, for people and as JSON',
  async (kind) => {
    const get = await start();
    const page = await get(`/problems/${kind}`, html);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('What to do');
    const data = await get(`/problems/${kind}`, { Accept: 'application/json' });
    expect(JSON.parse(data.text)).toMatchObject({
      kind,
      type: `http://docs.test/problems/${kind}`,
      ...problemKinds[kind as keyof typeof problemKinds],
    });
  },
);

test('the list of problems names all kinds; an unknown kind or file is a problem with a hint', async () => {
  const get = await start();
  const page = await get('/problems', html);
  for (const kind of Object.keys(problemKinds)) expect(page.text).toContain(`href="/problems/${kind}"`);
  const list = JSON.parse((await get('/problems', { Accept: 'application/json' })).text) as unknown[];
  expect(list).toHaveLength(Object.keys(problemKinds).length);
  const unknown = await get('/problems/not-fuond', html);
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ]);
  expect(unknown.text).toContain('Did you mean `not-found`?');
  expect((await get('/assets/none.js')).status).toBe(404);
});

test('data comes with a policy that lets nothing run, and a page with one that its parts pass', async () => {
  const get = await start();
  const data = await get('/v1/things');
  expect(policyOf(data)).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(data.headers.get('x-content-type-options')).toBe('nosniff');
  const page = await get('/problems', html);
  expect(policyOf(page)).toContain("default-src 'none'");
  // Not for other hosts below the same name: those are their owner's.
  for (const { headers } of [data, page]) {
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  }
});

test('a header that an endpoint reads is checked by its schema', async () => {
  const get = await start();
  expect((await get('/v1/things', { Color: 'red' })).text).toBe('["red"]');
  const refused = await get('/v1/things', { color: 'green' });
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.text)).toMatchObject({
    issues: [{ in: 'header', name: 'Color', value: 'green' }],
  });
});

test('HTML in a document is shown, not obeyed, and what leads out of the documents is words alone', async () => {
  const get = await start();
  const guide = await get('/guide', html);
  expect([guide.status, guide.text.includes('id="glossary"')]).toEqual([200, true]);
  expect(guide.text).toContain('href="/guide/contract#3-authentication"');
  expect((await get('/guide/none', html)).status).toBe(404);
  expect(renderMarkdown('<b>x</b> [out](../LICENSE)', { target: () => undefined })).toBe(
    '<p>&lt;b&gt;x&lt;/b&gt; out</p>\n',
  );
});

test('an address that is none is told to a browser by a page, and to programs as a problem', async () => {
  const get = await start();
  const page = await get('/nothing', html);
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.text).toContain('href="/console"');
  expect(policyOf(page)).toContain("default-src 'none'");
  for (const answer of [await get('/nothing'), await get('/v1/nothing', html)])
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
});
