import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { faultsOfPage } from '../../testing/faults-of-page.ts';
import { makeDeliveries } from '../../testing/make-deliveries.ts';
import { makeTraffic } from '../../testing/make-traffic.ts';
import { adminToken, startConsole, type RunningConsole } from '../../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole(closing);
});
afterEach(() => running.closePages());
afterAll(() => closing.close());

test('who comes before the first write is shown how to send it, and sees it arrive', async () => {
  const { demo, caller, open } = running;
  const faults = await faultsOfPage(running, '', (page) => page.getByText('for the first write').waitFor());
  expect(faults).toEqual([]);
  const { page, complaints } = await open('');
  const command = page.getByRole('region', { name: 'command that writes now' });
  const contacts = `${demo.writeUrl}/projects/demo/integrations/demo-hubspot/objects/contacts`;
  await command.filter({ hasText: contacts }).filter({ hasText: '"groupRef":"acme"' }).waitFor();
  await caller.write('hubspot', 'contacts', { type: 'create', record: { email: 'first@example.com' } });
  await page.getByText('It has arrived').waitFor();
  await page.getByText('create contacts for acme').waitFor();
  await page.getByRole('figure').first().waitFor();
  expect(complaints).toEqual([]);
});

test('home tells what was written, why it failed, what is due, which provider is down, in the reader’s zone', async () => {
  const { caller, demo, open } = running;
  // Salesforce answers nobody from here on, and cannot tell whether it takes a token.
  await makeTraffic(running);
  const connect = async (groupRef: string): Promise<string> => {
    const { body } = await caller.manage<{ id: string }>('POST', '/connections:generate', {
      provider: 'salesforce',
      groupRef,
      oauth2AuthorizationCode: { accessToken: 'sandbox-salesforce-globex' },
      providerMetadata: { instanceUrl: `${demo.sandboxUrl}/salesforce` },
    });
    return body.id;
  };
  const installations = `/integrations/${demo.integrations['salesforce'] ?? ''}/installations`;
  const connectionId = await connect('globex');
  const { status } = await caller.manage('POST', installations, {
    groupRef: 'globex',
    connectionId,
    config: { content: {} },
  });
  expect(status).toBe(201);
  // No installation writes through this one.
  await connect('initech');
  const { page } = await open('?within=30d', { timezoneId: 'Asia/Kathmandu' });
  await page.getByText('Salesforce seems to be down').waitFor();
  const plot = page.getByRole('figure');
  await plot.getByRole('img', { name: /^Success: [1-9]\d*, Failure: [1-9]\d*, Waiting: \+[1-9]/ }).waitFor();
  await plot.getByRole('img').hover();
  await plot.getByText(/^from \d+ \w{3,4} 05:45 · waiting is accepted minus ended$/).waitFor();
  await page.getByText('As a table').click();
  const newest = page.getByRole('table').getByRole('row').nth(1);
  expect(await newest.getByRole('rowheader').textContent()).toMatch(/^\d+ \w{3,4} 05:45$/);
  await page.getByRole('link', { name: 'Salesforce Lead', exact: true }).waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'globex' })
    .filter({ hasText: 'Not verified' })
    .waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: 'initech' }).count()).toBe(0);
  const batch = page.getByRole('listitem').filter({ hasText: 'HubSpot companies' });
  await batch
    .filter({ hasText: '1 record' })
    .filter({ hasText: /[1-5] min \d\d s/ })
    .waitFor();
  const invalid = page.getByRole('link', { name: 'Invalid' });
  expect(await page.locator('[data-tone="bad"]').filter({ has: invalid }).count()).toBe(1);
  await invalid.click();
  await page.getByRole('row').filter({ hasText: 'Failure' }).first().waitFor();
});

test('where it cannot be told whether a provider is down, home says so', async () => {
  const { page } = await running.open('lanes');
  const anyLanes = /\/v1\/.*\/lanes\?/;
  await page.route(anyLanes, async (route) => {
    const response = await route.fetch();
    const { results, ...rest } = (await response.json()) as { results: object[] };
    const without = results.map((lane) => ({ ...lane, breaker: undefined, waiting: undefined }));
    await route.fulfill({
      json: { ...rest, results: without.map((lane) => ({ ...lane, notKnown: ['quota', 'breaker'] })) },
    });
  });
  await page.reload();
  await page.getByText('Look at the service’s Redis.').waitFor();
  await page.getByRole('row').filter({ hasText: 'Not known' }).first().waitFor();
  await page.unroute(anyLanes);
  await page.route(anyLanes, (route) => route.fulfill({ status: 400, json: {} }));
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByText('The lanes could not be read').waitFor();
});

test('a destination to which nothing gets through is told at home', async () => {
  const { receiver, failing } = await makeDeliveries(running);
  closing.add(receiver, (opened) => opened.close());
  const { page } = await running.open('');
  const notice = page.getByRole('region', { name: '1 destination failing' });
  await notice.getByRole('link', { name: 'data-warehouse' }).click();
  await page.waitForURL(`**/destinations/${failing}`);
});

test('what holds up lanes that are on no first page is told at home, too', async () => {
  const { caller, open } = running;
  type Lanes = { results: { id: string; provider?: string }[] };
  const { body } = await caller.manage<Lanes>('GET', '/lanes?kind=provider');
  const paused = body.results.find(({ provider }) => provider === 'hubspot')!;
  await caller.manage('POST', `/lanes/${paused.id}:pause`);
  const { page } = await open('');
  await page.getByText('Salesforce seems to be down').waitFor();
  const first = { results: [], pagination: { done: false, nextPageToken: 'next' } };
  await page.route(/\/lanes\?pageSize=200$/, (route) => route.fulfill({ json: first }));
  await page.reload();
  await page.getByRole('region', { name: '1 lane paused' }).waitFor();
  await page.getByRole('region', { name: '1 destination failing' }).waitFor();
  await page.getByText('Salesforce seems to be down').waitFor();
  await caller.manage('POST', `/lanes/${paused.id}:resume`);
});

test('a name that is read from right to left does not move the number beside it', async () => {
  const gathered = { mode: 'asynchronous', autoBatchPolicy: { maxDelayMinutes: 30 } };
  const record = { name: 'Initrode' };
  await running.caller.write('hubspot', 'companies', { type: 'create', ...gathered, record });
  const { page } = await running.open('lanes');
  await page.route(/\/operations\?.*waiting=batch/, async (route) => {
    const response = await route.fetch();
    const { results, ...rest } = (await response.json()) as { results: object[] };
    await route.fulfill({
      json: { ...rest, results: results.map((each) => ({ ...each, groupRef: 'שלום' })) },
    });
  });
  await page.getByRole('link', { name: 'Home' }).click();
  const line = page.getByText(/שלום, \d record/);
  const [name = 0, count = 0] = await line.evaluate((element) =>
    [/שלום/, /\d/].map((text) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const at = node.textContent?.search(text) ?? -1;
        if (at < 0) continue;
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        break;
      }
      return range.getBoundingClientRect().left;
    }),
  );
  expect(count).toBeGreaterThan(name);
});

test('home tells what of its address it does not understand', async () => {
  const { page } = await running.open('?within=7d&foo=bar');
  const notice = page.getByRole('region', { name: 'Not all of the address is understood' });
  await notice.waitFor();
  expect(await notice.locator('code').allTextContents()).toEqual(['within=7d', 'foo=bar']);
});

test('before the first write it is told what a project lacks for it', async () => {
  const { caller, demo, open } = running;
  await caller.call('POST', `${demo.managementUrl}/projects`, {
    json: { name: 'bare', appName: 'Bare' },
    headers: { 'x-api-key': undefined, authorization: `Bearer ${adminToken}` },
  });
  const { page } = await open('/projects/bare', { as: 'administrator' });
  await page.getByText('The project has no integration and no customer who has installed it yet').waitFor();
});

test('home is fit for all in every look', async () => {
  const faults = await faultsOfPage(running, '?within=1h', async (page) => {
    await page.getByText('seems to be down').waitFor();
    await page.getByRole('link', { name: 'Invalid' }).waitFor();
    await page.getByText('As a table').click();
  });
  expect(faults).toEqual([]);
});
