import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { accessibilityFaults } from '@writ/test-kit/browser';
import type { Locator, Page, Route } from 'playwright-core';
import { faultsOfPage } from '../../testing/faults-of-page.ts';
import { makeTraffic } from '../../testing/make-traffic.ts';
import { startConsole, type RunningConsole } from '../../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;
let made: Awaited<ReturnType<typeof makeTraffic>>;

beforeAll(async () => {
  running = await startConsole(closing);
  made = await makeTraffic(running);
});
afterEach(() => running.closePages());
afterAll(() => closing.close());

const firstRow = (page: Page) => page.getByRole('row').nth(1);
const hrefOf = (id: string): string => `/console/projects/demo/operations/${id}`;
const rowOf = (page: Page, id: string) =>
  page.getByRole('row').filter({ has: page.locator(`[href="${hrefOf(id)}"]`) });

/** Has the sandbox keep its answers to the creates of a contact, until `letGo`. */
async function holdContact(email: string) {
  const faults = `${running.demo.sandboxUrl}/_sandbox/faults`;
  await running.caller.call('POST', faults, {
    json: { provider: 'hubspot', match: { record: { email } }, then: 'hold' },
  });
  return { letGo: () => running.caller.call('DELETE', faults) };
}

const createLater = async (email: string): Promise<string> => {
  const { body } = await running.caller.write<{ operationId: string }>('hubspot', 'contacts', {
    type: 'create',
    mode: 'asynchronous',
    record: { email },
  });
  return body.operationId;
};

test('the list is fit for all in every look', async () => {
  const faults = await faultsOfPage(running, 'operations', (page) => rowOf(page, made.waiting).waitFor());
  expect(faults).toEqual([]);
});

test('what is new is counted and shifts nothing until it is asked for; what is shown follows what becomes of it', async () => {
  const { letGo } = await holdContact('held@example.com');
  const held = await createLater('held@example.com');
  const { page, complaints } = await running.open('operations');
  await rowOf(page, held)
    .getByText(/Accepted|In progress/)
    .waitFor();
  const newer = await createLater('newer@example.com');
  await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
  expect(await firstRow(page).getByRole('link').getAttribute('href')).toBe(hrefOf(held));
  await letGo();
  await rowOf(page, held).getByText('Success').waitFor();
  await page.getByRole('button', { name: 'Show 1 new' }).click();
  await rowOf(page, newer).waitFor();
  expect(await firstRow(page).getByRole('link').getAttribute('href')).toBe(hrefOf(newer));
  expect(complaints).toEqual([]);
});

test('a row names its record, its provider and its id in the CRM, and is found by the value that it sent', async () => {
  const id = await createLater('Named@example.com');
  await running.caller.endOf(id);
  const { page, complaints } = await running.open('operations');
  await rowOf(page, id)
    .getByText(/^named@example\.com · \d+$/i)
    .waitFor();
  await rowOf(page, id).getByText('HubSpot', { exact: true }).waitFor();
  const search = () => running.caller.manage<{ results: unknown[] }>('GET', '/search?q=named@example.com');
  await eventually(async () => (await search()).body.results.length > 0);
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('NAMED@example.com');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/operations/${id}`);
  expect(complaints).toEqual([]);
});

test('a row that failed tells that it was retried, whoever asked for that', async () => {
  const failed = await createLater('no address at all');
  await running.caller.endOf(failed);
  const { page } = await running.open('operations');
  await rowOf(page, failed).getByText('Failure').waitFor();
  await running.caller.manage('POST', `/operations/${failed}:retry`);
  await rowOf(page, failed).getByText('Failure, retried').waitFor();
});

test('in a narrow window a row tells for whom it was and why it failed', async () => {
  const { page } = await running.open('operations', { width: 390 });
  const row = rowOf(page, made.refused);
  await row.getByText(new RegExp(`^${running.demo.groupRef} · .*invalid`, 'i')).waitFor();
});

test.each([
  ['operations', 390, 'Retry all …'],
  ['operations', 800, 'Retry all …'],
  ['events', 390, /^live · /],
  ['events', 1280, /^live · /],
])('on the page %s, %i wide, nothing moves when something new is told', async (path, width, words) => {
  const { page } = await running.open(path, { width });
  const fixed = [page.getByRole('main').locator('header').getByText(words), page.locator('[data-row="0"]')];
  for (const each of fixed) await each.waitFor();
  const places = async () => {
    const boxes = await Promise.all(fixed.map((each) => each.boundingBox()));
    return boxes.map((box) => [box?.x, box?.y]);
  };
  const before = await places();
  await createLater('told@example.com');
  await page.getByRole('button', { name: /^Show \d+ new/ }).waitFor();
  expect(await places()).toEqual(before);
});

test('a time that filters is shown in the zone of the reader, and stands in the address as it was written', async () => {
  const search = '?until=2038-01-19T03%3A14%3A07Z';
  const { page } = await running.open(`operations${search}`, { timezoneId: 'Asia/Kathmandu' });
  await page.getByRole('button', { name: 'Until: 2038-01-19 08:59:07 GMT+5:45' }).click();
  const until = page.getByRole('textbox', { name: 'Until' });
  expect(await until.inputValue()).toBe('2038-01-19T03:14:07Z');
  await page.getByRole('heading', { name: 'Operations' }).click();
  await until.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe(search);
});

test('filters stand in the address, narrow the list, and are undone by the way back', async () => {
  const { page, complaints } = await running.open('operations');
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('button', { name: 'Failure' }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Fault' }).click();
  await page.getByRole('button', { name: 'Invalid' }).click();
  await rowOf(page, made.refused).waitFor();
  await page.getByRole('row').filter({ hasText: 'Success' }).first().waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?status=failure&fault=invalid');

  await page.getByRole('button', { name: 'Customer' }).click();
  await page.getByRole('textbox', { name: 'Customer' }).fill('acme%2Fnorth');
  await page.keyboard.press('Enter');
  await page.getByText('No operations match').waitFor();
  await page.getByRole('button', { name: 'Customer: acme%2Fnorth' }).waitFor();
  await page.goBack();
  await rowOf(page, made.refused).waitFor();
  const clear = page.getByRole('button', { name: 'Clear all' });
  const topOf = async (of: Locator) => (await of.boundingBox())?.y;
  const [first, last] = [page.getByRole('button', { name: 'Status: Failure' }), clear];
  expect(Math.abs(Number(await topOf(first)) - Number(await topOf(last)))).toBeLessThan(8);
  await clear.click();
  await rowOf(page, made.waiting).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(complaints).toEqual([]);
});

test('five filters have a chip, the rest is behind “More”, and one that is set always shows', async () => {
  const { page, complaints } = await running.open('operations?type=upsert');
  const filters = page.getByRole('group', { name: 'Filters' });
  const named = (name: string) => filters.getByRole('button', { name, exact: true });
  const chips = async () => (await filters.getByRole('button').allTextContents()).join(' ');
  await named('Clear Type').waitFor();
  expect(await chips()).toBe('Status▾ Customer▾ Fault▾ Waits for▾ Since▾ Type: Upsert × More Clear all');
  await named('More').click();
  await named('Mode').waitFor();
  await named('Provider').click();
  await page.getByRole('button', { name: 'Salesforce', exact: true }).click();
  await page.waitForURL((url) => url.search === '?provider=salesforce&type=upsert');
  await named('Provider: Salesforce').waitFor();
  await named('Clear Provider').click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await named('Clear Type').click();
  await named('Fewer').click();
  await named('Mode').waitFor({ state: 'detached' });
  expect(await chips()).toBe('Status▾ Customer▾ Fault▾ Waits for▾ Since▾ Provider▾ Type▾ More');
  expect(complaints).toEqual([]);
});

test('what is typed in a filter is taken by a click beside it, and thrown away by Esc', async () => {
  const { page, complaints } = await running.open('operations');
  const object = page.getByRole('textbox', { name: 'Object' });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Object' }).click();
  await object.fill('contacts');
  await page.keyboard.press('Escape');
  await object.waitFor({ state: 'detached' });
  await page.locator('button:focus').filter({ hasText: 'Object' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.keyboard.press('Enter');
  await object.fill('companies');
  await page.getByRole('heading', { name: 'Operations' }).click();
  await page.getByRole('button', { name: 'Object: companies' }).waitFor();
  await rowOf(page, made.collecting).waitFor();
  await page.getByRole('button', { name: 'Integration' }).click();
  await page.getByRole('button', { name: running.demo.integrations['salesforce'] ?? '' }).click();
  await page.getByText('No operations match').waitFor();
  expect(complaints).toEqual([]);
});

test('no chip moves when the names of integrations come: a click hits what it was meant for', async () => {
  const { page } = await running.open('projects');
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
  await page.route(/\/v1\/.*\/integrations/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${running.origin}/console/projects/demo/operations`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Object' }).hover();
  await page.mouse.down();
  letGo(undefined);
  await page.getByRole('button', { name: 'Integration' }).waitFor();
  await page.mouse.up();
  await page.getByRole('textbox', { name: 'Object' }).waitFor();
});

test('what of the address is not understood is told, and what is filters', async () => {
  const { page, complaints } = await running.open('operations?foo=bar&status=nonsense&partial=true');
  const notice = page.getByRole('region', { name: 'Not all of the address is understood' });
  await notice.waitFor();
  expect(await notice.locator('code').allTextContents()).toEqual(['foo=bar', 'status=nonsense']);
  await rowOf(page, made.partial).getByText('Partial').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await notice.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('a time may be a span, or from one moment to another', async () => {
  const { page } = await running.open('operations');
  await page.getByRole('button', { name: 'Since' }).click();
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await page.waitForURL((url) => url.search === '?since=30d');
  await page.getByRole('button', { name: 'Since: Last 30 days' }).click();
  await page.getByRole('textbox', { name: 'Since' }).fill('2026-01-01T00:00:00Z');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.search === '?since=2026-01-01T00%3A00%3A00Z');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Until' }).click();
  await page.getByRole('textbox', { name: 'Until' }).fill('2026-01-02T00:00:00Z');
  await page.keyboard.press('Enter');
  await page.getByText('No operations match').waitFor();
});

test('f leads to the filters', async () => {
  const { page } = await running.open('operations?partial=true');
  await rowOf(page, made.partial).getByText('Partial').waitFor();
  await page.keyboard.press('f');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'In progress' }).waitFor();
});

test('a page that looked far says how far, and looks further when it is asked', async () => {
  const { page } = await running.open('operations?groupRef=rare');
  await page.getByText('No operations match').waitFor();
  await page.route(/\/v1\/.*\/operations\?/, (route) =>
    route.request().url().includes('pageToken')
      ? route.fallback({
          url: route
            .request()
            .url()
            .replace(/&pageToken=[^&]*/, ''),
        })
      : route.fulfill({
          json: {
            results: [],
            pagination: { done: false, nextPageToken: 'further', lookedBackTo: '2026-03-01T10:00:00Z' },
          },
        }),
  );
  await page.reload();
  await page.getByText('Looked back to 2026-03-01').waitFor();
  await page.getByRole('button', { name: 'Look further' }).click();
  await page.getByText('No operations match').waitFor();
});

test('a list that cannot be read on says so, tries no more by itself, and goes on when it is asked', async () => {
  const { page } = await running.open('projects');
  let tries = 0;
  let isRefusing = true;
  await page.route(/\/v1\/.*\/operations\?.*pageToken=/, (route) => {
    tries += 1;
    return isRefusing
      ? route.fallback()
      : route.fulfill({ json: { results: [], pagination: { done: true } } });
  });
  await page.route(/\/v1\/.*\/operations\?(?!.*(since|pageToken))/, async (route) => {
    const response = await route.fetch();
    const found = (await response.json()) as object;
    const pagination = { done: false, nextPageToken: 'of another list' };
    return route.fulfill({ response, json: { ...found, pagination } });
  });
  await page.goto(`${running.origin}/console/projects/demo/operations?status=failure`);
  const alert = page.getByRole('alert');
  await alert.getByText('belongs to another list or other filters').waitFor();
  // It goes on to look what is newer, and what was refused stays said.
  for (let look = 0; look < 2; look += 1) await page.waitForResponse(/since=/);
  expect(tries).toBe(1);
  isRefusing = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor({ state: 'detached' });
  await page.waitForResponse(/since=/);
  expect(tries).toBe(2);
  await rowOf(page, made.refused).waitFor();
});

test('while it cannot read what is newer, the list says so beside its rows, and does not call itself live', async () => {
  const { page } = await running.open('operations');
  const sign = page.getByRole('main').locator('header').first();
  await rowOf(page, made.waiting).waitFor();
  await sign.getByText(/^live · /).waitFor();
  await page.route(/since=/, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'Retry-After': '600' },
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Not now', status: 503, detail: 'The database is away.' },
    }),
  );
  await sign.getByText(/^cannot read · /).waitFor();
  await page.getByRole('alert').getByText('Not now').waitFor();
  await rowOf(page, made.waiting).waitFor();
  await page.unroute(/since=/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await sign.getByText(/^live · /).waitFor();
});

test.each([
  ['breaks off', (route: Route) => route.abort()],
  [
    'is away, says what stands before it',
    (route: Route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: 'Not now', status: 503, detail: 'It starts.', retryable: true },
      }),
  ],
  [
    'is asked too much',
    (route: Route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '1' },
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: 'Too many', status: 429, detail: 'Wait.', retryable: true },
      }),
  ],
])('that the host %s is told before what it was asked is given up', async (_, answer) => {
  const { page } = await running.open('operations');
  const sign = page.getByRole('main').locator('header').first();
  await sign.getByText(/^live · /).waitFor();
  await page.route('**/v1/**', answer);
  await sign.getByText(/^cannot read · last /).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.unroute('**/v1/**');
  await sign.getByText(/^live · /).waitFor();
});

test('a list that cannot be read says why and what to do, and is read at another try', async () => {
  const { page } = await running.open('operations?mode=other&pageSize=1&installationId=none');
  const alert = page.getByRole('alert');
  await alert.getByText('installationId').waitFor();
  await alert.getByRole('button', { name: 'Try again' }).waitFor();
  await page.getByRole('button', { name: 'Clear Installation' }).click();
  await rowOf(page, made.waiting).waitFor();
});

test('a list that could not be read at all is read again by itself, when the host wants it', async () => {
  const { page } = await running.open('projects');
  await page.clock.install();
  await page.route(/\/v1\/.*\/operations\?/, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'Retry-After': '40' },
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Not now', status: 503, detail: 'The database is away.' },
    }),
  );
  await page.goto(`${running.origin}/console/projects/demo/operations`);
  await page.getByRole('alert').getByText('The service asks to wait 40 s').waitFor();
  await page.unroute(/\/v1\/.*\/operations\?/);
  await page.clock.fastForward('00:41');
  await rowOf(page, made.waiting).waitFor();
});

test('of a window that shows more than a request may name, all rows follow what becomes of them', async () => {
  const { caller } = running;
  const { body: written } = await caller.manage<{ laneId: string }>('GET', `/operations/${made.written}`);
  await caller.manage('POST', `/lanes/${written.laneId}:pause`, { reason: 'Its org is being moved.' });
  const ids: string[] = [];
  for (let index = 0; index < 105; index += 1) ids.push(await createLater(`many-${index}@example.com`));
  const { page, complaints } = await running.open('operations', { height: 6000 });
  const [first = '', last = ''] = [ids.at(0), ids.at(-1)];
  for (const id of [first, last]) await rowOf(page, id).getByText('Paused').waitFor();
  await caller.manage('POST', `/lanes/${written.laneId}:resume`);
  for (const id of [first, last]) await rowOf(page, id).getByText('Success').waitFor();
  expect(complaints).toEqual([]);
});
