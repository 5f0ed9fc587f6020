import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import type { Page } from 'playwright-core';
import { startConsole, type RunningConsole } from '../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole(closing);
});
afterEach(() => running.closePages());
afterAll(() => closing.close());

/** Goes to the operations by the navigation; whether the page ever said that it waited for the other one's file. */
async function goToOperations(page: Page, whileWaiting?: () => Promise<void>): Promise<boolean> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    new MutationObserver(() => {
      if (document.body.textContent.includes('Reading the page')) dataset['waited'] = 'yes';
    }).observe(document, { childList: true, subtree: true });
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Operations' }).click();
  await whileWaiting?.();
  await page.getByRole('heading', { name: 'Operations', level: 1 }).waitFor();
  return (await page.locator('html').getAttribute('data-waited')) === 'yes';
}

test('the files of all pages come once the first is drawn: another page is then drawn at once, and loads nothing', async () => {
  const { page, complaints } = await running.open('');
  const asked = await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .find((name) => name.includes('/operations-page-')),
  );
  // Answers after the console itself has what is in the file.
  await page.evaluate(`import(${JSON.stringify(await asked.jsonValue())}).then(() => undefined)`);
  await page.route('**/console/assets/**', (route) => route.abort());
  expect(await goToOperations(page)).toBe(false);
  expect(complaints).toEqual([]);
});

test('a file that cannot be loaded ahead keeps the others for later, so an outage spoils none that somebody goes to', async () => {
  const { page } = await running.open('');
  // What this page still loads is none of it.
  await page.goto('about:blank');
  const files = '**/console/assets/*-page-*.js';
  const refused: string[] = [];
  await page.route(files, async (route) => {
    if (route.request().url().includes('/home-page-')) return route.continue();
    refused.push(route.request().url());
    return route.abort();
  });
  const isRefused = page.waitForEvent('requestfailed', (request) => refused.includes(request.url()));
  await page.goto(`${running.origin}/console/projects/demo`);
  await isRefused;
  await page.unroute(files);
  await goToOperations(page);
  expect(refused.length).toBe(1);
});

test('who goes to a page before its file is there is told so, and comes there', async () => {
  const { page, complaints } = await running.open('');
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/console/assets/operations-page-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  const waited = await goToOperations(page, async () => {
    await page.getByText('Reading the page').waitFor();
    release(undefined);
  });
  expect(waited).toBe(true);
  expect(complaints).toEqual([]);
});
