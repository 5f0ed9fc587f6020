import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import type { Page } from 'playwright-core';
import { faultsOfPage } from '../testing/faults-of-page.ts';
import { adminToken, startConsole, type RunningConsole } from '../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole(closing);
});
afterAll(() => closing.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const pathOf = (page: Page): string => page.url().slice(running.origin.length);

async function signIn(page: Page, secret: string): Promise<void> {
  await page.getByLabel('API key or administrators’ token').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** What scripts of the page can read of what the browser keeps. */
const kept = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  );

test('who follows a link signs in there, and the key is kept nowhere', async () => {
  const { page, complaints } = await running.open('operations?status=failure', { as: 'nobody' });
  await heading(page, 'Sign in').waitFor();
  await signIn(page, running.demo.apiKey);
  await page.getByRole('button', { name: 'Status: Failure' }).waitFor();
  expect(pathOf(page)).toBe('/console/projects/demo/operations?status=failure');
  expect(await kept(page)).toBe('[[],[],""]');
  expect(complaints).toEqual([]);
});

test('a key leads to its project, the token of administrators to all', async () => {
  const byKey = await running.open('/', { as: 'nobody' });
  await signIn(byKey.page, running.demo.apiKey);
  await heading(byKey.page, 'Home').waitFor();

  const { page } = await running.open('/', { as: 'nobody' });
  await signIn(page, adminToken);
  await page.getByRole('button', { name: 'Administrator' }).waitFor();
  await heading(page, 'Home').waitFor();
  await running.caller.call('POST', `${running.demo.managementUrl}/projects`, {
    json: { name: 'second', appName: 'Second' },
    headers: { 'x-api-key': undefined, authorization: `Bearer ${adminToken}` },
  });
  await page.getByRole('button', { name: 'Administrator' }).click();
  await page.getByRole('menuitem', { name: 'Another project' }).click();
  await page.getByRole('link', { name: 'second' }).click();
  await page.getByText('for the first write').waitFor();
  expect(pathOf(page)).toBe('/console/projects/second');
});

test('the link that a start prints signs in once, whoever was before, and leaves no code in the address', async () => {
  const link = /http\S+\/console#code=\S+/.exec(running.process.output())?.[0] ?? '';
  const { hash } = new URL(link);
  const { page } = await running.open('operations');
  await page.getByRole('button', { name: 'demo' }).waitFor();
  const goTo = (fragment: string) => page.evaluate((to) => location.assign(to), fragment);
  await goTo(hash);
  await page.getByRole('button', { name: 'Administrator' }).waitFor();
  expect(pathOf(page)).toBe('/console/projects/demo/operations');

  const again = await running.open(`/projects/demo/operations${hash}`, { as: 'nobody' });
  await again.page.getByRole('alert').waitFor();
  expect(pathOf(again.page)).toBe('/console/projects/demo/operations');

  await goTo(hash);
  await page.getByRole('dialog', { name: 'You are signed in as before' }).getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Administrator' }).waitFor();
  expect(pathOf(page)).toBe('/console/projects/demo/operations');
});

test('a wrong key is told with what to name to those who help', async () => {
  const { page } = await running.open('/', { as: 'nobody' });
  await signIn(page, 'writ_wrong');
  await page.getByRole('alert').getByText('Request').waitFor();
});

test('a session that ends is told in its place, and goes on there with another', async () => {
  const { body: key } = await running.caller.manage<{ id: string; key: string }>('POST', '/api-keys', {
    label: 'on call',
    scopes: ['operations:read'],
  });
  const { page } = await running.open('operations', { as: { apiKey: key.key } });
  await page.getByRole('button', { name: 'on call' }).waitFor();
  await running.caller.manage('DELETE', `/api-keys/${key.id}`);
  await page.getByText('Your session has ended').waitFor();
  expect(pathOf(page)).toBe('/console/projects/demo/operations');
  await signIn(page, running.demo.apiKey);
  await heading(page, 'Operations').waitFor();
});

test('who signs out is out in all tabs', async () => {
  const { page } = await running.open('operations');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await heading(other, 'Operations').waitFor();
  await page.getByRole('button', { name: 'demo' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await heading(page, 'Sign in').waitFor();
  await other.getByText('Your session has ended').waitFor();
});

test('a page that the scopes do not allow says so', async () => {
  const { body: key } = await running.caller.manage<{ key: string }>('POST', '/api-keys', {
    label: 'installer',
    scopes: ['installations:read'],
  });
  const { page } = await running.open('operations', { as: { apiKey: key.key } });
  await page.getByRole('alert').getByText('operations:read').first().waitFor();
});

test('signing in, the choice of a project and a wrong address are fit for all in every look', async () => {
  const faults = [
    ...(await faultsOfPage(running, '/', (page) => heading(page, 'Sign in').waitFor(), 'nobody')),
    ...(await faultsOfPage(
      running,
      '/',
      (page) => page.getByRole('link', { name: 'demo' }).waitFor(),
      'administrator',
    )),
    ...(await faultsOfPage(running, 'nowhere', (page) => heading(page, 'There is no such page').waitFor())),
  ];
  expect(faults).toEqual([]);
});
