import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import type { Locator, Page } from 'playwright-core';
import { faultsOfPage } from '../testing/faults-of-page.ts';
import { adminToken, startConsole, type RunningConsole } from '../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole(closing);
});
afterEach(() => running.closePages());
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

// First of all: the link holds for five minutes.
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
  await page.getByRole('link', { name: 'Writ', exact: true }).click();
  await heading(page, 'Projects').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Administrator' }).click();
  await page.getByRole('menuitem', { name: 'Another project' }).click();
  await page.getByRole('link', { name: 'second' }).click();
  await page.getByText('for the first write').waitFor();
  expect(pathOf(page)).toBe('/console/projects/second');
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

/** A key of the demo's project that may do less. */
async function keyOf(label: string, ...scopes: string[]): Promise<{ apiKey: string }> {
  const { body } = await running.caller.manage<{ key: string }>('POST', '/api-keys', { label, scopes });
  return { apiKey: body.key };
}

test('what the scopes do not allow is disabled in the navigation with the reason, and its address says so, which asks once at most, before that is known', async () => {
  const { page, complaints } = await running.open('operations', {
    as: await keyOf('receiver', 'notifications:read'),
  });
  let asked = 0;
  page.on('request', (request) => (asked += /\/v1\/.*\/operations/.test(request.url()) ? 1 : 0));
  await page.reload();
  await page.getByText('Needs the scope operations:read.').waitFor();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const linkTo = (name: string) => pages.getByRole('link', { name });
  // Home, which leads the list, is disabled as well.
  await linkTo('Home').focus();
  await page.keyboard.press('Tab');
  await page.getByRole('tooltip').filter({ hasText: 'Needs the scope operations:read.' }).waitFor();
  expect(await linkTo('Operations').evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await linkTo('Operations').getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Enter');
  expect(pathOf(page)).toBe('/console/projects/demo/operations');
  await linkTo('Lanes').click();
  await heading(page, 'Lanes').waitFor();
  await linkTo('Deliveries').click();
  await heading(page, 'Deliveries').waitFor();
  expect(asked).toBe(1);
  expect(complaints).toEqual([]);
});

test('what is found but may not be opened says why; who may find nothing is told so', async () => {
  const { body: installations } = await running.caller.manage<{ id: string }[]>('GET', '/installations');
  const installer = await running.open('/projects', { as: await keyOf('installer', 'installations:read') });
  await installer.page.getByRole('link', { name: 'demo' }).click();
  await installer.page.getByRole('button', { name: 'Find' }).click();
  await installer.page.getByRole('searchbox').fill(installations[0]?.id ?? '');
  const found = installer.page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'installation' });
  await found.getByText('Needs the scope operations:read').waitFor();
  expect(await found.getByRole('link').count()).toBe(0);

  const writer = await running.open('', { as: await keyOf('writer', 'write:records') });
  await writer.page.getByRole('button', { name: 'Find' }).focus();
  await writer.page.getByRole('tooltip').filter({ hasText: 'installations:read' }).waitFor();
});

async function inAnotherTab(page: Page, data: { apiKey: string }): Promise<void> {
  const headers = { 'X-Writ-Console': '1' };
  await page.context().request.post(`${running.origin}/v1/session`, { data, headers });
}

/** Comes back to the window until something is shown: who is signed in may just have been asked for, with the session of before. */
const lookAgainUntil = (page: Page, shown: Locator) =>
  eventually(async () => {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    return shown.isVisible();
  });

test('who signs in as somebody else in another tab is that one here, too, with what they may do', async () => {
  const { page } = await running.open('operations');
  await page.getByRole('button', { name: 'demo' }).waitFor();
  await inAnotherTab(page, await keyOf('night shift', 'notifications:read'));
  await lookAgainUntil(page, page.getByRole('button', { name: 'night shift' }));
  await page.getByText('Needs the scope operations:read.').waitFor();
});

test('who signs in in another tab is in here, too: what was refused before is asked again', async () => {
  const { page } = await running.open('operations', { as: 'nobody' });
  await heading(page, 'Sign in').waitFor();
  await inAnotherTab(page, { apiKey: running.demo.apiKey });
  // What the page asked before that may be refused as late as now.
  const answered = page.waitForResponse(
    (answer) => answer.ok() && /operations\?pageSize=100$/.test(answer.url()),
  );
  await lookAgainUntil(page, page.getByText('No writes yet'));
  await answered;
});

test('a project of others shows no pages to the holder of a key, and leads to their own', async () => {
  const { page, complaints } = await running.open('/projects/of-others/operations');
  await page.getByText('Your key is not of the project of-others').waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Find' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Go to the project of your key' }).click();
  await page.waitForURL('**/projects/demo');
  await page.getByRole('navigation').waitFor();
  expect(complaints).toEqual([]);
});

test('who could not be signed out is told that they still are', async () => {
  const { page } = await running.open('operations');
  await page.route('**/v1/session', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Not now', status: 503, detail: 'The database is away.' },
    }),
  );
  await page.getByRole('button', { name: 'demo' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog', { name: 'You are still signed in' });
  await dialog.getByText('The database is away.').waitFor();
  await page.unroute('**/v1/session');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await heading(page, 'Sign in').waitFor();
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
    ...(await faultsOfPage(
      running,
      'operations',
      (page) => page.getByText('Needs the scope operations:read.').waitFor(),
      await keyOf('listener', 'notifications:read'),
    )),
    ...(await faultsOfPage(running, 'nowhere', (page) => heading(page, 'There is no such page').waitFor())),
  ];
  expect(faults).toEqual([]);
});
