import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { problemKinds } from '@writ/problems';
import type { DemoFile } from '@writ/installations';
import { createClosing } from '@writ/service-kit';
import { startProcess, startReceiver, testDatabase } from '@writ/test-kit';
import { faultsInLightAndDark, sharedBrowser } from '@writ/test-kit/browser';
import type { Browser, Page } from 'playwright-core';
import { commandsOf, endsIn, scriptOf } from './testing/shell-commands.ts';
import { startWrit } from './testing/start-writ.ts';

const closing = createClosing();
let dataDir = '';
let browser: Browser;
let elsewhere = '';
let demo: DemoFile;
let hosts: { write: string; management: string };

beforeAll(async () => {
  dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-pages-')), (path) =>
    rm(path, { recursive: true }),
  );
  const database = closing.add(await testDatabase(), (db) => db.drop());
  const receiver = closing.add(await startReceiver(), (opened) => opened.close());
  elsewhere = new URL(receiver.url).origin;
  const running = await startWrit(dataDir, { DATABASE_URL: database.url, CORS_ORIGINS: elsewhere });
  closing.add(running.process, (started) => started.close());
  ({ demo } = running);
  const { writeUrl, managementUrl } = demo;
  hosts = { write: new URL(writeUrl).origin, management: new URL(managementUrl).origin };
  browser = await sharedBrowser(process.env['PATH'] ?? '');
});
afterAll(() => closing.close());

const referenceShown = (page: Page) => page.locator('.opblock').first().waitFor();

/** Opens a page and returns the browser's complaints; waits for the API reference. */
async function open(address: string, width = 1280) {
  const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme: 'light' });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(address).origin)) complaints.push(`asks ${request.url()}`);
  });
  await page.goto(address);
  if (new URL(address).pathname === '/docs') await referenceShown(page);
  return { page, complaints };
}

const problems = ['/problems', '/problems/provider-refused', '/problems/invalid-input'];
const documents = ['readme', 'contract', 'operating', 'providers', 'provider-calls', 'specification'];
const guide = ['/guide', ...documents.map((name) => `/guide/${name}`)];
/** Both hosts have the same. */
const looks = [
  ...['/', '/docs'].flatMap((path) => (['write', 'management'] as const).map((host) => ({ host, path }))),
  ...[...problems, ...guide].map((path) => ({ host: 'management' as const, path })),
];

/** Swagger UI's own faults: a lock within an endpoint's line, and lists with their names beside them. */
const ofSwagger = ['nested-interactive', 'select-name'];

test.each(looks)(
  '$host $path fits a narrow and a wide window, can be read by all in light and dark, and asks no other host',
  async ({ host, path }) => {
    const { page, complaints } = await open(hosts[host] + path, 390);
    const wide = () => page.evaluate<number>('document.documentElement.scrollWidth');
    expect(await wide()).toBe(390);
    await page.setViewportSize({ width: 1280, height: 844 });
    expect(await wide()).toBe(1280);
    const again = () => page.reload().then(() => referenceShown(page));
    const faults = await faultsInLightAndDark(page, path === '/docs' ? { without: ofSwagger, again } : {});
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test('every link leads to a page of one of the hosts, and to its place there', async () => {
  const ids = new Map<string, string[]>();
  const broken: string[] = [];
  const anchors: { from: string; page: string; id: string }[] = [];
  const queue = Object.values(hosts).map((origin) => ({ from: 'the start', address: `${origin}/` }));
  for (const { from, address } of queue) {
    const url = new URL(address);
    const id = decodeURIComponent(url.hash.slice(1));
    url.hash = '';
    if (id !== '') anchors.push({ from, page: url.href, id });
    if (ids.has(url.href) || !Object.values(hosts).includes(url.origin)) continue;
    const answer = await fetch(url, { headers: { Accept: 'text/html' } });
    if (answer.status !== 200) broken.push(`${from} → ${url.href}: ${answer.status}`);
    const text = await answer.text();
    ids.set(
      url.href,
      [...text.matchAll(/ id="([^"]+)"/g)].map(([, found = '']) => found),
    );
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"]+)"/g))
      queue.push({ from: url.href, address: new URL(href, url).href });
  }
  const lost = anchors.filter(({ page, id }) => ids.get(page)?.includes(id) === false);

  expect({ broken, lost }).toEqual({ broken: [], lost: [] });
  for (const origin of Object.values(hosts)) {
    const reached = [...ids.keys()].filter((address) => address.startsWith(origin));
    expect(reached.map((address) => address.slice(origin.length))).toEqual(
      expect.arrayContaining([...looks.map(({ path }) => path), '/openapi.json']),
    );
    expect(ids.get(`${origin}/guide`)).toContain('glossary');
  }
});

test('the pages and the description name the release of the product', async () => {
  const file = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8');
  const { version } = JSON.parse(file) as { version: string };
  for (const origin of Object.values(hosts)) {
    const { page } = await open(`${origin}/docs`);
    expect(await page.locator('h1').innerText()).toMatch(new RegExp(` ${version}$`));
    expect(await page.locator('footer').innerText()).toContain(`Writ ${version}`);
    const description = (await (await fetch(`${origin}/openapi.json`)).json()) as { info: unknown };
    expect(description.info).toMatchObject({ version: '1.0.0', 'x-release': version });
    await page.close();
  }
});

test('the type of each problem leads to its page, and the way back to its place in the list', async () => {
  const answer = await fetch(`${hosts.write}/problems`, { headers: { Accept: 'application/json' } });
  const entries = (await answer.json()) as { kind: string; type: string; title: string }[];
  expect(entries.map(({ kind }) => kind).sort()).toEqual(Object.keys(problemKinds).sort());
  for (const { kind, type, title } of entries) {
    const page = await (await fetch(type, { headers: { Accept: 'text/html' } })).text();
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toMatch(new RegExp(`<a href="[^"]*/problems#${kind}"[^>]*>[^<]*All problems</a>`));
  }
  const [{ kind, type, title }] = entries as [(typeof entries)[number]];
  const { page } = await open(type);
  await page.getByRole('link', { name: 'All problems' }).click();
  await page.waitForURL(`${hosts.management}/problems#${kind}`);
  expect(await page.locator(':target').innerText()).toContain(title);
  await page.close();
});

test('the one operation of the write host is open, and the bodies of problems are folded', async () => {
  const { page } = await open(`${hosts.write}/docs`);
  await page.locator('.opblock.is-open .responses-table').first().waitFor();
  const refusal = page.locator('tr.problem[data-code="422"]');
  expect(await refusal.innerText()).toContain('provider-refused');
  expect(await page.getByText('"requestId"').count()).toBe(0);
  await refusal.locator('summary').click();
  await refusal.getByText('"requestId"').first().waitFor();
  await page.close();
  const management = await open(`${hosts.management}/docs`);
  expect(await management.page.locator('.opblock.is-open').count()).toBe(0);
  await management.page.close();
});

test('the keyboard goes past the navigation at once', async () => {
  const { page } = await open(`${hosts.management}/guide`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate<boolean>("document.activeElement.closest('main') !== null")).toBe(true);
  await page.close();
});

test.each(['write', 'management'] as const)(
  'the first requests of the %s host work as they stand',
  async (host) => {
    const { page } = await open(`${hosts[host]}/docs`);
    const commands = await commandsShown(page);
    await page.close();
    // By default curl accepts an error answer.
    await writeFile(join(dataDir, '.curlrc'), 'fail-with-body\n');
    const shell = await startProcess({
      command: 'bash',
      args: ['-c', scriptOf(commands)],
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, CURL_HOME: dataDir },
    });
    await shell.waitForExit();
    await shell.close();
    const ends = endsIn(shell.output(), commands);
    expect(ends.filter(({ code }) => code !== 0)).toEqual([]);
    expect(ends.at(-1)?.output).toMatch(/^[[{].*(recordId|installations|groupRef|group)/s);
  },
);

const commandsShown = async (page: Page): Promise<string[]> =>
  (await page.locator('.start pre').allInnerTexts()).flatMap(commandsOf);

test('a page of an origin that operators name calls both hosts and reads refusals; no other page does', async () => {
  const { writeUrl, managementUrl, apiKey, groupRef } = demo;
  const write = `${writeUrl}/projects/demo/integrations/demo-hubspot/objects/contacts`;
  const create = {
    method: 'POST',
    body: JSON.stringify({ groupRef, type: 'create', record: { city: 'York' } }),
  };
  const changes = { method: 'PATCH', body: '{}' };
  const seenFrom = async (origin: string) => {
    const page = await browser.newPage();
    await page.goto(origin);
    const ask = (address: string, request: object, key: string): Promise<unknown> =>
      page.evaluate(
        async ([url, init, apiKeyText]) => {
          const headers = { 'X-Api-Key': apiKeyText, 'Content-Type': 'application/json' };
          return fetch(url, { ...init, headers }).then(
            ({ status, headers: told }) => [status, told.has('X-Request-Id')],
            () => 'blocked',
          );
        },
        [address, request, key] as const,
      );
    const seen = [
      await ask(write, create, apiKey),
      await ask(write, create, 'wrong'),
      await ask(`${managementUrl}/projects/demo`, {}, apiKey),
      await ask(`${managementUrl}/projects/demo`, changes, apiKey),
      await ask(`${managementUrl}/projects/none`, changes, apiKey),
    ];
    await page.close();
    return seen;
  };
  expect(await seenFrom(elsewhere)).toEqual([200, 401, 200, 400, 404].map((status) => [status, true]));
  expect(await seenFrom(elsewhere.replace('127.0.0.1', 'localhost'))).toEqual(Array(5).fill('blocked'));
});
