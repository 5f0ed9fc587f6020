import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { accessibilityFaults } from '@writ/test-kit/browser';
import type { Locator } from 'playwright-core';
import { faultsOfPage, tooWide } from '../testing/faults-of-page.ts';
import { makeDeliveries } from '../testing/make-deliveries.ts';
import { makeTraffic } from '../testing/make-traffic.ts';
import { adminToken, startConsole, type RunningConsole } from '../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;
let made: Awaited<ReturnType<typeof makeTraffic>>;

beforeAll(async () => {
  running = await startConsole(closing);
  made = await makeTraffic(running);
});
afterEach(() => running.closePages());
afterAll(() => closing.close());

test('any id that is pasted into the one box leads to its page', async () => {
  const { page, complaints } = await running.open('operations');
  await page.getByRole('row').nth(1).waitFor();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('searchbox');
  await box.fill('nothing-has-this-id');
  await page.getByText('Nothing has this id').waitFor();
  await box.fill(made.partial);
  await page.getByText('Enter opens the first').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  // Over plain http there is no clipboard for scripts.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/operations/${made.partial}`);
  await page.locator('#content:focus').waitFor();
  // It is said for a moment only, which a slow look from outside would miss.
  const isSaid = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new MutationObserver(() => {
          if (document.body.textContent.includes('Copied')) resolve();
        }).observe(document.body, { childList: true, characterData: true, subtree: true });
      }),
  );
  await Promise.all([isSaid, page.getByRole('button', { name: 'Copy operation id' }).click()]);
  await page.goBack();
  await page.getByRole('row').nth(1).waitFor();
  // Enter right after what was pasted is not lost.
  await page.keyboard.press('Control+k');
  await box.press('Control+v');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/operations/${made.partial}`);
  expect(complaints).toEqual([]);
});

test('Enter looks again for what was not found; where it cannot look, the box says that alone, and tries again when it is asked', async () => {
  const { page } = await running.open('operations');
  await page.getByRole('row').nth(1).waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  const box = page.getByRole('searchbox');
  const none = { results: [], more: false };
  await page.route(/\/search\?/, (route) => route.fulfill({ json: none }));
  await box.fill(made.partial);
  await dialog.getByText('Nothing has this id').waitFor();
  await page.unroute(/\/search\?/);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/operations/${made.partial}`);

  await page.keyboard.press('Control+k');
  await page.route(/\/search\?/, (route) => route.fulfill({ status: 400, json: {} }));
  await box.fill(made.waiting);
  await dialog.getByRole('alert').waitFor();
  expect(await dialog.getByText('Looking').count()).toBe(0);
  await page.unroute(/\/search\?/);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('Enter opens the first').waitFor();
});

test('what has no page of its own leads to its writes, and the id of a record to all writes to it', async () => {
  const { caller, demo } = running;
  type Ids = { id: string; integrationId: string; provider: string }[];
  const { body: installations } = await caller.manage<Ids>('GET', '/installations');
  const { body: connections } = await caller.manage<Ids>('GET', '/connections?provider=hubspot');
  const [installation] = installations;
  const integration = demo.integrations.hubspot;
  const { body: found } = await caller.manage<{ id: string }>('GET', `/integrations/${integration}`);
  await eventually(async () => {
    const { body } = await caller.manage<{ results: object[] }>('GET', `/search?q=${made.record}`);
    return body.results.length > 0;
  });
  const { page, complaints } = await running.open('operations');
  const open = async (id: string | undefined, says: string, leadsTo: string): Promise<void> => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill(id ?? '');
    await page.getByRole('dialog').getByRole('link', { name: says }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => `${url.pathname}${url.search}`.endsWith(leadsTo));
  };
  await open(installation?.id, 'Opens its writes', `/operations?installationId=${installation?.id ?? ''}`);
  await open(found.id, 'Opens the writes through it', `/operations?integrationId=${found.id}`);
  await page.getByRole('button', { name: `Integration: ${integration}` }).waitFor();
  await open(connections[0]?.id, 'Opens the customer', `/customers/${demo.groupRef}`);
  await page.getByRole('article').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill(demo.groupRef);
  const connection = page.getByRole('dialog').getByRole('link').filter({ hasText: 'hubspot account' });
  await connection.filter({ hasText: 'Opens the customer' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await connection.click();
  await page.waitForURL(`**/customers/${demo.groupRef}`);
  await open(made.record, 'Opens all writes to it', '&resource=contacts');
  await page.getByRole('heading', { name: `Record ${made.record}` }).waitFor();
  await page.getByRole('link', { name: 'create contacts' }).waitFor();
  expect(complaints).toEqual([]);
});

test('what does not exist offers a way back, and no second try', async () => {
  const { page, complaints } = await running.open('', { as: 'administrator' });
  const ways: Record<string, [words: string, leadsTo: string]> = {
    '/projects/demo/operations/none': ['Back to operations', '/projects/demo/operations'],
    '/projects/demo/records/none': ['Back to operations', '/projects/demo/operations'],
    '/projects/demo/customers/none': ['all customers', '/projects/demo/customers'],
    '/projects/demo/lanes/none': ['Back to lanes', '/projects/demo/lanes'],
    '/projects/demo/tasks/none': ['Back to tasks', '/projects/demo/tasks'],
    '/projects/demo/deliveries/none': ['Back to deliveries', '/projects/demo/deliveries'],
    '/projects/demo/destinations/none': ['Back to destinations', '/projects/demo/destinations'],
    '/projects/demo/events/none': ['Back to events', '/projects/demo/events'],
    '/projects/demo/topics/none': ['Back to routing', '/projects/demo/routing'],
    '/projects/demo/nowhere': ['Back to home', '/projects/demo'],
    '/projects/none': ['Back to the start', '/'],
    '/projects/none/destinations': ['Back to the start', '/'],
    '/dead-letters/none': ['Back to dead letters', '/dead-letters'],
  };
  for (const [path, [words, leadsTo]] of Object.entries(ways)) {
    await page.goto(`${running.origin}/console${path}`);
    const way = page.getByRole('main').getByRole('link', { name: words });
    await way.waitFor();
    expect([path, await way.getAttribute('href')]).toEqual([path, `/console${leadsTo}`]);
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  }
  expect(complaints).toEqual([]);
  const looks = await faultsOfPage(running, 'operations/none', (seen) =>
    seen.getByRole('link', { name: 'Back to operations' }).waitFor(),
  );
  expect(looks).toEqual([]);
});

test('the keys are told by ?, and lead through the rows', async () => {
  const { page } = await running.open('operations');
  await page.getByRole('row').nth(1).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('next row').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key);
  const second = await page.getByRole('row').nth(2).getByRole('link').getAttribute('href');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${second ?? 'nowhere'}`);
});

test('a dialog that was closed is gone before the next key, not with the next frame', async () => {
  const { page } = await running.open('operations');
  await page.getByRole('row').nth(1).waitFor();
  await page.keyboard.press('j');
  for (const { key, name, close } of [
    { key: '?', name: 'Keys', close: 'by Esc' },
    { key: '?', name: 'Keys', close: 'by its button' },
    { key: 'Control+k', name: 'Find', close: 'by Esc' },
  ]) {
    await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name });
    await dialog.waitFor();
    const stayed = await dialog.evaluate(async (element: HTMLDialogElement, way) => {
      if (way === 'by Esc') element.requestClose();
      else element.querySelector('button')?.click();
      await Promise.resolve();
      return element.isConnected;
    }, close);
    expect([name, close, stayed]).toEqual([name, close, false]);
    await page.getByRole('row').nth(1).locator('a:focus').waitFor();
  }
});

test('in a list that was scrolled, j begins at the first row that can be seen', async () => {
  const { page } = await running.open('operations');
  await page.getByRole('row').nth(1).waitFor();
  await page.evaluate(() => scrollTo(0, 700));
  await page.locator('[data-row="25"]').waitFor();
  await page.keyboard.press('j');
  const row = page.locator('[data-row]:focus-within');
  const place = await row.boundingBox();
  const head = await page.getByRole('banner').boundingBox();
  expect(place && head && place.y - head.height).toBeGreaterThanOrEqual(0);
  expect(place && head && place.y - head.height).toBeLessThan(44);
  expect(await page.evaluate(() => scrollY)).toBe(700);
});

test('a key that is held down leads on through rows, and does whatever else it does once', async () => {
  const { page } = await running.open('operations');
  await page.getByRole('row').nth(1).waitFor();
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('j');
  await page.keyboard.up('j');
  await page.getByRole('row').nth(3).locator('a:focus').waitFor();
  for (let times = 0; times < 2; times += 1) await page.keyboard.down('x');
  await page.keyboard.up('x');
  await page.getByText('1 chosen').waitFor();
  expect(await page.getByRole('row').nth(3).getByRole('checkbox').isChecked()).toBe(true);
});

test('times are shown in the zone that was chosen, and exactly where they are pointed at', async () => {
  const { page, complaints } = await running.open('operations', { timezoneId: 'Asia/Kathmandu' });
  const time = page.getByRole('row').nth(1).locator('time').last();
  await time.hover();
  await page.getByRole('tooltip').getByText('GMT+5:45').waitFor();
  await page.getByRole('button', { name: 'demo' }).click();
  await page.getByRole('menuitemradio', { name: 'UTC' }).click();
  await time.focus();
  await page.getByRole('tooltip').getByText('UTC').waitFor();

  await page.getByRole('button', { name: 'demo' }).click();
  await page.getByRole('menuitem', { name: 'Another zone' }).click();
  const zone = page.getByLabel('Name of the zone');
  await zone.fill('');
  await zone.press('Enter');
  await zone.fill('Asia/Kathmandu');
  await zone.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The focus is back where the menu was opened.
  await page.locator('button:focus').filter({ hasText: 'demo' }).waitFor();
  await time.focus();
  await page.getByRole('tooltip').getByText('GMT+5:45').waitFor();
  expect(complaints).toEqual([]);
});

test('the theme that was chosen holds over the system’s, and stays', async () => {
  const { page, complaints } = await running.open('operations', { colorScheme: 'dark' });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByRole('button', { name: 'demo' }).click();
  expect(await background()).toBe('rgb(17, 20, 24)');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'demo' }).waitFor();
  expect(await background()).toBe('rgb(255, 255, 255)');
  expect(complaints).toEqual([]);
});

test('no page is wider than its window, be that one of a tablet', async () => {
  const { receiver, retrying, event, failing, topic } = await makeDeliveries(running);
  closing.add(receiver, (opened) => opened.close());
  const { partial, waiting, lane } = made;
  const lists = ['', 'operations', 'lanes', 'tasks', 'deliveries', 'destinations', 'events'];
  const single = [`operations/${partial}`, `operations/${waiting}`, `lanes/${lane}`, `topics/${topic}`];
  const others = [`deliveries/${retrying}`, `events/${event}`, `destinations/${failing}`];
  const { page } = await running.open('');
  const faults: string[] = [];
  for (const path of [...lists, ...single, ...others]) {
    await page.goto(`${running.origin}/console/projects/demo/${path}`);
    await page.getByText('live ·').waitFor();
    for (const width of [768, 900, 1024, 1199, 1200]) {
      await page.setViewportSize({ width, height: 844 });
      faults.push(...(await tooWide(page)).map((fault) => `${path} at ${width}: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});

test('in a narrow window the name of the project is whole, and the pages are behind a button', async () => {
  const { caller, demo, open } = running;
  const name = `shop-${'of-the-north-'.repeat(4)}and-south`;
  await caller.call('POST', `${demo.managementUrl}/projects`, {
    json: { name, appName: 'Shop' },
    headers: { 'x-api-key': undefined, authorization: `Bearer ${adminToken}` },
  });
  const { page } = await open(`/projects/${name}`, { as: 'administrator', width: 390 });
  const shown = page.getByRole('banner').getByText(name);
  await shown.waitFor();
  expect(await shown.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  expect(await tooWide(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pages' }).click();
  const menu = await page.getByRole('navigation', { name: 'Pages' }).locator('..').boundingBox();
  const head = await shown.boundingBox();
  expect(menu && menu.y + menu.height).toBe(844);
  expect(menu && head && menu.y >= head.y + head.height).toBe(true);
  await page.getByRole('link', { name: 'Operations' }).click();
  await page.getByRole('link', { name: 'Operations' }).waitFor({ state: 'hidden' });
});

test('in a narrow window a row of an event tells what it is about, and ends where the page does', async () => {
  const { page } = await running.open('events', { width: 390 });
  const row = page.getByRole('row').nth(1);
  await row.getByText(/^operation [^ ]+ · [^ ]+$/).waitFor();
  const [list, last] = [page.getByRole('table'), page.getByRole('columnheader', { name: 'Came in' })];
  const endOf = async (of: Locator) => {
    const box = await of.boundingBox();
    return box && Math.round(box.x + box.width);
  };
  expect(await endOf(last)).toBe(await endOf(list));
});

test('an address whose project cannot be read leads nowhere, and says so', async () => {
  const { page, complaints } = await running.open('/projects/50%25/operations');
  await page.getByText('This address leads nowhere').waitFor();
  expect(complaints).toEqual([]);
});

test('reading stops when it is paused, also for who comes back to the window, and says when it read last', async () => {
  const { page } = await running.open('lanes');
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: 'pause' }).click();
  let asked = 0;
  // Who is signed in is asked for at each return, and files of pages are loaded ahead.
  page.on('request', (request) => (asked += /\/v1\/(?!whoami$)/.test(request.url()) ? 1 : 0));
  await page.clock.install();
  await page.clock.fastForward('01:00');
  await page.getByText('1 min ago').first().waitFor();
  const isBack = page.waitForResponse(/\/whoami$/);
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await isBack;
  await page.clock.runFor('00:30');
  expect(asked).toBe(0);
  await page.getByRole('button', { name: 'resume' }).click();
  await page.getByText('live ·').waitFor();
});
