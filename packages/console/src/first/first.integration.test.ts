import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import type { Page } from 'playwright-core';
import { startConsole, type RunningConsole } from '../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;
let operation: string;

beforeAll(async () => {
  running = await startConsole(closing);
  const { body } = await running.caller.write<{ operationId: string }>('hubspot', 'contacts', {
    type: 'create',
    record: { email: 'ada@example.com' },
  });
  operation = body.operationId;
});
afterEach(() => running.closePages());
afterAll(() => closing.close());

/** Loads a page again, of which the scripts that show pages are held back until `release`; gathers what it asks the host. */
async function reloadHeld(page: Page): Promise<{ asked: string[]; release: () => void }> {
  const asked: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/v1/')) asked.push(pathname + search);
  });
  await page.route('**/console/assets/start-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  return { asked, release: () => release(undefined) };
}

test.each([
  ['operations', () => 'operations?pageSize=100', '[data-row="0"]'],
  ['operations/{id}', () => `operations/${operation}`, '#content h2'],
])(
  'what the page %s asks first is asked while its scripts are loaded, and once',
  async (path, first, shown) => {
    const { page, complaints } = await running.open(path.replace('{id}', operation));
    const question = `/v1/projects/${running.demo.project}/${first()}`;
    await page.getByRole('link', { name: 'Operations' }).waitFor();
    const isAsked = page.waitForRequest((request) => request.url().endsWith(question));
    const { asked, release } = await reloadHeld(page);
    await isAsked;
    release();
    await page.locator(shown).first().waitFor();
    expect(asked.filter((each) => each === question || each === '/v1/whoami')).toEqual([
      '/v1/whoami',
      question,
    ]);
    expect(complaints).toEqual([]);
  },
);

test('a page whose file comes late or not at all says so, and who is slow is told what is waited for', async () => {
  const { page } = await running.open('operations');
  await page.getByRole('row').nth(1).waitFor();
  await page.route('**/console/assets/operations-page-*.js', (route) => route.abort());
  const { release } = await reloadHeld(page);
  await page.getByText('Reading the console').waitFor();
  release();
  await page.getByRole('heading', { name: 'This page failed' }).waitFor();
  await page.unroute('**/console/assets/operations-page-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('row').nth(1).waitFor();
});

test('where the scripts that show pages do not come, the page says so, and is loaded again', async () => {
  const { page } = await running.open('operations');
  await page.route('**/console/assets/start-*.js', (route) => route.abort());
  await page.reload();
  await page.getByText('The console could not be loaded. Load this page again.').waitFor();
  await page.unroute('**/console/assets/start-*.js');
  await page.reload();
  await page.getByRole('row').nth(1).waitFor();
});

test('where not even the first script comes, the page says after a while what to do', async () => {
  const { page } = await running.open('operations');
  await page.route('**/console/assets/console-*.js', (route) => route.abort());
  await page.reload();
  await page.getByText('Reading the console').waitFor();
  const words = page.getByText('load this page again');
  // A slow look would come when they are shown already.
  expect(await words.evaluate((span) => getComputedStyle(span).animationDelay)).toBe('8s');
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await words.waitFor();
});

test('what was asked early and is not taken soon is asked again', async () => {
  const { page } = await running.open('operations');
  await page.getByRole('row').nth(1).waitFor();
  await page.clock.install();
  const isAsked = page.waitForRequest(/operations\?pageSize=100$/);
  const { asked, release } = await reloadHeld(page);
  await isAsked;
  await page.clock.fastForward('00:15');
  release();
  await page.getByRole('row').nth(1).waitFor();
  expect(asked.filter((each) => each.endsWith('operations?pageSize=100')).length).toBe(2);
});
