import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { startConsole, type RunningConsole } from '../testing/start-console.ts';

const traceUrl = 'https://traces.example.com/?id={traceId}&more';
const closing = createClosing();
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole(closing, { TRACE_URL_TEMPLATE: traceUrl });
});
afterAll(() => closing.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(running.origin + path, { headers });

test('each address of the console answers the same page, which is asked for anew', async () => {
  const texts = new Set<string>();
  for (const path of ['/console', '/console/', '/console/projects/demo/operations/1?tab=records']) {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    texts.add(await answer.text());
  }
  expect(texts.size).toBe(1);
  expect(await (await get('/')).text()).toContain('href="/console"');
});

test('the page links an operation to its trace where the operators say', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const record = { email: 'traced@example.com' };
  const { body } = await running.caller.write('hubspot', 'contacts', { type: 'create', record }, headers);
  const { page } = await running.open(`operations/${String(body['operationId'])}`);
  const address = await page.getByRole('link', { name: '4bf9' }).getAttribute('href');
  expect(address).toBe(traceUrl.replace('{traceId}', traceId));
});

test('no script, style or frame of elsewhere, or in the page itself, is let in', async () => {
  const policy = (await get('/console')).headers.get('content-security-policy') ?? '';
  expect(Object.fromEntries(policy.split(';').map((each) => each.split(/ (.*)/).slice(0, 2)))).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });
});

test('what the page loads is kept for good and comes packed; what is not there is a problem', async () => {
  const html = await (await get('/console')).text();
  const assets = [...html.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(assets.length).toBeGreaterThan(2);
  for (const path of assets) {
    const packed = await get(path, { 'Accept-Encoding': 'gzip' });
    const plain = await get(path, { 'Accept-Encoding': 'identity' });
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual([
      'gzip',
      null,
    ]);
    expect(await packed.text()).toBe(await plain.text());
  }
  for (const path of ['/console/assets/none.js', '/console/assets/', '/console/assets/a/b', '/consoles']) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      404,
      'application/problem+json; charset=utf-8',
    ]);
  }
});

test('with CONSOLE=off there is none, and none is told of', async () => {
  const without = await startConsole(closing, { CONSOLE: 'off' });
  expect((await fetch(`${without.origin}/console`)).status).toBe(404);
  expect(await (await fetch(without.origin)).text()).not.toContain('/console');
  expect(without.process.output()).not.toContain('#code=');
});
