import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually, startReceiver, testDatabase } from '@writ/test-kit';
import { faultsInLightAndDark, sharedBrowser } from '@writ/test-kit/browser';
import type { Browser, Page } from 'playwright-core';
import { startWrit, type RunningWrit } from './testing/start-writ.ts';

const closing = createClosing();
let writ: RunningWrit;
let browser: Browser;
/** The builder's page, whose origin may call the hosts. */
let shop = '';
let frontendKey = '';

beforeAll(async () => {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-connecting-')), (path) =>
    rm(path, { recursive: true }),
  );
  const database = closing.add(await testDatabase(), (db) => db.drop());
  const receiver = closing.add(await startReceiver(), (opened) => opened.close());
  receiver.answerAlways({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Shop</title><h1>Shop</h1>',
  });
  shop = new URL(receiver.url).origin;
  writ = await startWrit(dataDir, { DATABASE_URL: database.url, CORS_ORIGINS: shop, LOG_LEVEL: 'debug' });
  closing.add(writ.process, (started) => started.close());
  await writ.caller.manage('PATCH', '', { updateMask: ['pageKeys'], project: { pageKeys: true } });
  const made = await writ.caller.manage<{ key: string }>('POST', '/api-keys', {
    label: 'shop',
    scopes: ['frontend'],
  });
  frontendKey = made.body.key;
  browser = await sharedBrowser(process.env['PATH'] ?? '');
});
afterAll(() => closing.close());

type Told = { origin: string; data: { eventType: string; message?: string; data?: { connection: string } } };

/** With the messages that it received since it was loaded. */
async function openShop(): Promise<{ page: Page; told: () => Promise<Told[]> }> {
  const page = await browser.newPage();
  await page.addInitScript(
    "globalThis.seen = []; addEventListener('message', ({ origin, data }) => seen.push({ origin, data }))",
  );
  await page.goto(shop);
  return { page, told: () => page.evaluate(() => (globalThis as unknown as { seen: Told[] }).seen) };
}

type Opening = { open: (address: string, name: string, features: string) => void };

/** As the page does. */
async function openWindow(page: Page, provider: string, groupRef: string) {
  const asked = { projectIdOrName: 'demo', provider, groupRef, groupName: 'Globex', consumerRef: 'ada' };
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(
      async ([url, key, body]) => {
        const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' };
        const answer = await fetch(url, { method: 'POST', headers, body });
        (globalThis as unknown as Opening).open(await answer.text(), 'connect', 'width=600,height=600');
      },
      [`${writ.demo.managementUrl}/oauth-connect`, frontendKey, JSON.stringify(asked)] as const,
    ),
  ]);
  const complaints: string[] = [];
  const broughtBack: string[] = [];
  popup.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  popup.on('pageerror', (error) => complaints.push(error.message));
  popup.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/v1/oauth/callback')
      broughtBack.push(...['code', 'state'].map((name) => searchParams.get(name) ?? ''));
  });
  return { popup, complaints, broughtBack };
}

/** Delays the script by which a window closes itself after a second, until `release`. */
async function keepOpen(popup: Page): Promise<{ release: () => void }> {
  const { promise: released, resolve } = Promise.withResolvers<undefined>();
  await popup.route('**/assets/opener.js', async (route) => {
    await released;
    await route.continue();
  });
  return { release: () => resolve(undefined) };
}

const managementOrigin = (): string => new URL(writ.demo.managementUrl).origin;
const providers = [
  { provider: 'hubspot', name: 'HubSpot' },
  { provider: 'salesforce', name: 'Salesforce' },
];

test.each(providers)(
  'a person connects $name in a window that the shop opens',
  async ({ provider, name }) => {
    const { page, told } = await openShop();
    const { popup, complaints, broughtBack } = await openWindow(page, provider, `new-${provider}`);
    await popup.getByRole('heading', { name: `demo-${provider}-app` }).waitFor();
    await popup.getByRole('textbox').fill('globex');
    const addresses: string[] = [];
    popup.on('framenavigated', (frame) => addresses.push(frame.url()));
    const closed = popup.waitForEvent('close');
    const { release } = await keepOpen(popup);
    await popup.getByRole('button', { name: 'Allow' }).click();
    await popup.getByRole('heading', { name: `${name} is connected` }).waitFor();
    release();
    await closed;
    // The page's script removes the parameters from the history.
    expect(addresses.at(-1)).toBe(`${writ.demo.managementUrl}/oauth/callback`);
    const connections = await writ.caller.manage<{ id: string; status: string }[]>(
      'GET',
      `/connections?groupRef=new-${provider}`,
    );
    expect(connections.body).toMatchObject([
      { provider, status: 'working', group: { groupName: 'Globex' }, consumer: { consumerRef: 'ada' } },
    ]);
    const succeeded = {
      eventType: 'AUTHORIZATION_SUCCEEDED',
      data: { connection: connections.body[0]?.id },
    };
    await eventually(async () =>
      expect(await told()).toEqual([{ origin: managementOrigin(), data: succeeded }]),
    );
    expect(complaints).toEqual([]);
    expect(broughtBack).toEqual([expect.stringMatching(/^code-/), expect.stringMatching(/\./)]);
    for (const secret of broughtBack) expect(writ.process.output()).not.toContain(secret);
    await page.close();
  },
);

test.each(providers)('a person who refuses $name reads so, and so does the shop', async ({ provider }) => {
  const { page, told } = await openShop();
  const { popup, broughtBack } = await openWindow(page, provider, 'refusing');
  await popup.getByRole('button', { name: 'Deny' }).click();
  await popup.getByRole('heading', { name: 'Not connected' }).waitFor();
  await popup.getByText('You did not allow access, so nothing was connected.').waitFor();
  const failed = {
    eventType: 'AUTHORIZATION_FAILED',
    message: 'You did not allow access, so nothing was connected.',
    data: { error: 'You did not allow access, so nothing was connected.' },
  };
  await eventually(async () => expect(await told()).toEqual([{ origin: managementOrigin(), data: failed }]));
  expect((await writ.caller.manage('GET', '/connections?groupRef=refusing')).body).toEqual([]);
  expect(broughtBack).toEqual(['', expect.stringMatching(/\./)]);
  expect(writ.process.output()).not.toContain(broughtBack[1]);
  expect(popup.isClosed()).toBe(false);
  await page.close();
});

test('a window whose opener has gone to another page tells that one nothing', async () => {
  const { page, told } = await openShop();
  const { popup } = await openWindow(page, 'hubspot', 'gone');
  await page.goto(shop.replace('127.0.0.1', 'localhost'));
  const closed = popup.waitForEvent('close');
  const { release } = await keepOpen(popup);
  await popup.getByRole('button', { name: 'Allow' }).click();
  release();
  await closed;
  expect((await writ.caller.manage('GET', '/connections?groupRef=gone')).body).toMatchObject([
    { status: 'working' },
  ]);
  expect(await told()).toEqual([]);
  await page.close();
});

const ends = [
  { button: 'Allow', heading: 'HubSpot is connected' },
  { button: 'Deny', heading: 'Not connected' },
];
const looks = ends.flatMap((end) => [390, 600].map((width) => ({ ...end, width })));

test.each(looks)(
  'after $button the page fits $width pixels and can be read by all, in light and dark',
  async ({ button, heading, width }) => {
    const page = await browser.newPage({ viewport: { width, height: 600 } });
    const address = await writ.caller.call<string>('POST', `${writ.demo.managementUrl}/oauth-connect`, {
      json: { projectIdOrName: 'demo', provider: 'hubspot', groupRef: 'looking' },
    });
    const judge = async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await faultsInLightAndDark(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
    };
    await page.goto(address.body);
    await judge();
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('heading', { name: heading }).waitFor();
    await judge();
    await page.close();
  },
);
