import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startServer, type Server } from '@writ/headless/testing';
import { createClosing } from '@writ/service-kit';
import { startReceiver } from '@writ/test-kit';
import { sharedBrowser } from '@writ/test-kit/browser';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';

const closing = createClosing();
const groupRef = 'globex';
let server: Server;
let browser: Browser;
let shop = '';

beforeAll(async () => {
  const receiver = closing.add(await startReceiver(), (opened) => opened.close());
  shop = new URL(receiver.url).origin;
  server = await startServer(closing, { CORS_ORIGINS: shop });
  const token = await server.signer({ groupRef }, { seconds: 600 });
  const { managementUrl: baseUrl, project, integrations } = server.demo;
  const facts = { baseUrl, project, integration: integrations.hubspot, groupRef };
  const script = (await bundled()).replaceAll('</', String.raw`<\/`);
  const html = {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Settings</title><div id="page"></div>
<script type="application/json" id="facts">${JSON.stringify(facts)}</script><script type="module">${script}</script>`,
  };
  receiver.answerAlways(({ path }) => (path === '/writ-token' ? { status: 200, body: token } : html));
  browser = await sharedBrowser(process.env['PATH'] ?? '');
});
afterAll(() => closing.close());

/** The page as a product's own build makes it. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../examples/settings-page/main.tsx')],
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

test('on a telephone a customer connects, chooses fields, defaults and deletion, saves, and ends a conflict', async () => {
  const complaints: string[] = [];
  const open = async (width: number): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width, height: 844 } });
    closing.add(page, (opened) => opened.close());
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(shop);
    await page.getByRole('heading', { name: 'Your CRM' }).waitFor();
    return page;
  };
  const page = await open(390);
  await page.getByText('Not connected').waitFor();
  const [popUp] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Connect' }).click(),
  ]);
  await popUp.getByRole('textbox').fill('globex');
  const { promise: clicked, resolve } = Promise.withResolvers<undefined>();
  // By its script the window closes itself.
  await popUp.route('**/assets/opener.js', async (route) => {
    await clicked;
    await route.continue();
  });
  await popUp.getByRole('button', { name: 'Allow' }).click();
  resolve(undefined);
  await page.getByText('Connected to account').waitFor();

  const onUpdate = (of: Page) => of.getByLabel('contacts: Email, on update');
  await onUpdate(page).selectOption('ifEmpty');
  await page.getByLabel('contacts: Email, default').fill('nobody@example.com');
  await page.getByLabel('Delete contacts').check();
  await page.getByLabel('Write deals').uncheck();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  const installed = await server.caller.manage<{ config: { content: unknown } }[]>(
    'GET',
    `/integrations/demo-hubspot/installations?groupRef=${groupRef}`,
  );
  expect(installed.body[0]?.config.content).toEqual({
    provider: 'hubspot',
    write: {
      objects: {
        contacts: {
          objectName: 'contacts',
          deletionSettings: { enabled: true },
          selectedFieldSettings: {
            email: { writeOnUpdate: 'ifEmpty', default: { stringValue: 'nobody@example.com' } },
          },
        },
        companies: { objectName: 'companies' },
      },
    },
  });

  const other = await open(1280);
  await onUpdate(other).selectOption('never');
  await onUpdate(page).selectOption('always');
  await other.getByRole('button', { name: 'Save' }).click();
  await saved(other);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('Somebody else has changed').waitFor();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await saved(page);
  expect(await onUpdate(page).inputValue()).toBe('never');
  expect(complaints).toEqual([]);
});
