import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { accessibilityFaults } from '@writ/test-kit/browser';
import type { Page } from 'playwright-core';
import { faultsOfPage } from '../../testing/faults-of-page.ts';
import { startConsole, type RunningConsole } from '../../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole(closing);
});
afterEach(() => running.closePages());
afterAll(() => closing.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test('a key is shown once, works with its scopes, is switched off and deleted', async () => {
  const { caller, demo, open } = running;
  const { page, complaints } = await open('keys');
  await button(page, 'New API key …').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill('nightly import');
  expect(await button(page, 'Create').getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('operations:read').check();
  await button(page, 'Create').click();
  const key = (await dialog.getByRole('region', { name: 'API key' }).textContent()) ?? '';
  expect(key).toMatch(/^writ_/);
  const asks = () =>
    caller.call('GET', `${demo.managementUrl}/projects/demo/operations`, { headers: { 'x-api-key': key } });
  expect((await asks()).status).toBe(200);
  await button(page, 'Close').click();
  const made = card(page, 'nightly import');
  await made.getByText('operations:read').waitFor();
  expect(await page.getByText(key).count()).toBe(0);
  await made.getByRole('button', { name: 'Switch off …' }).click();
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await made.getByText('–Off').waitFor();
  await eventually(async () => expect((await asks()).status).toBe(401));
  await made.getByRole('button', { name: 'Delete …' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await made.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('a JWT key that is no key is refused at its field', async () => {
  const { page } = await running.open('keys');
  // The list above it moves the button.
  await page.getByText('Begins with').first().waitFor();
  await button(page, 'New JWT key …').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill('portal');
  await dialog.getByLabel('Public key').fill('not a key');
  await dialog.getByLabel('write:records').check();
  await button(page, 'Create').click();
  await page.locator('textarea[aria-invalid="true"]').waitFor();
});

test('a provider app is made and changed, and its secret is never shown', async () => {
  const { page } = await running.open('provider-apps');
  const app = card(page, 'HubSpot');
  await app.getByText('HubSpot', { exact: true }).waitFor();
  await app.getByRole('button', { name: 'Change …' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('New client secret').inputValue()).toBe('');
  await dialog.getByLabel('Client id').fill('another-client');
  await button(page, 'Save').click();
  await app.getByText('another-client').waitFor();
  await button(page, 'New provider app …').click();
  await dialog.getByLabel('Provider').selectOption('hubspot');
  await dialog.getByLabel('Client id').fill('second');
  await dialog.getByLabel('Client secret').fill('secret-of-the-app');
  await button(page, 'Create').click();
  await dialog.getByRole('alert').waitFor();
  expect(await page.getByText('secret-of-the-app').count()).toBe(0);
});

test('the manifest shows each error at its line, what it would change, and is saved', async () => {
  const { page, complaints } = await running.open('integrations');
  await page.getByRole('link', { name: 'Edit the manifest' }).click();
  const area = page.getByLabel('Manifest (YAML)');
  const before = await area.inputValue();
  await button(page, 'Check what changes').click();
  await page.getByRole('row').filter({ hasText: 'demo-hubspot' }).getByText('stays as it is').waitFor();
  expect(await button(page, 'Save the manifest').getAttribute('aria-disabled')).toBe('true');

  await area.fill(before.replace('provider: hubspot', 'provider: hubsput'));
  await button(page, 'Check what changes').click();
  const error = page.getByRole('list', { name: 'Errors of the manifest' }).getByRole('listitem').first();
  await error.getByRole('button').click();
  const chosen = await area.evaluate((element) => {
    const { value, selectionStart, selectionEnd } = element as HTMLTextAreaElement;
    return value.slice(selectionStart, selectionEnd);
  });
  expect(chosen).toContain('hubsput');

  await area.fill(
    `${before}  - name: spare-hubspot\n    provider: hubspot\n    write:\n      objects:\n        - objectName: contacts\n`,
  );
  await button(page, 'Check what changes').click();
  await page.getByRole('row').filter({ hasText: 'spare-hubspot' }).getByText('is new').waitFor();
  await button(page, 'Save the manifest').click();
  await page.waitForURL('**/integrations');
  await card(page, 'spare-hubspot').waitFor();
  expect(complaints).toEqual([]);
});

test('a topic is made with its routes, and the matrix adds and removes routes', async () => {
  const { caller, open } = running;
  const metadata = { url: 'http://127.0.0.1:9/' };
  await caller.manage('POST', '/destinations', { name: 'backend', type: 'webhook', metadata });
  const { page, complaints } = await open('routing');
  await button(page, 'New topic …').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('ended');
  await dialog.getByLabel(/^write.async.done/).check();
  await dialog.getByLabel('backend').check();
  await button(page, 'Create').click();
  const box = (name: string) => page.getByRole('checkbox', { name });
  await box('write.async.done – ended').waitFor();
  expect(await box('write.async.done – ended').isChecked()).toBe(true);
  expect(await box('backend – ended').isChecked()).toBe(true);
  await box('connection.error – ended').click();
  await page.locator('input:checked[aria-label="connection.error – ended"]').waitFor();
  await box('backend – ended').click();
  await page.locator('input:not(:checked)[aria-label="backend – ended"]').waitFor();
  const { body: types } = await caller.manage<{ eventType: string }[]>(
    'GET',
    '/notification-event-topic-routes',
  );
  expect(types.map(({ eventType }) => eventType).toSorted()).toEqual([
    'connection.error',
    'write.async.done',
  ]);
  const { body: ends } = await caller.manage<object[]>('GET', '/topic-destination-routes');
  expect(ends).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a topic is renamed, and deleted after a look at who then receives what no longer', async () => {
  const { caller, open } = running;
  const destinationIds: string[] = [];
  for (const name of ['audit', 'mirror']) {
    const metadata = { url: `http://127.0.0.1:9/${name}` };
    const made = { name, type: 'webhook', metadata };
    destinationIds.push((await caller.manage<{ id: string }>('POST', '/destinations', made)).body.id);
  }
  const topic = (name: string, given: object) =>
    caller.manage<{ id: string }>('POST', '/topics', { name, ...given });
  const { body } = await topic('errrors', { eventTypes: ['connection.error'], destinationIds });
  await topic('more', { eventTypes: ['connection.error'], destinationIds: destinationIds.slice(1) });
  const { page, complaints } = await open(`topics/${body.id}`);
  await button(page, 'Rename …').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('more');
  await button(page, 'Rename').click();
  await dialog.locator('[aria-invalid="true"]').waitFor();
  await dialog.getByLabel('Name').fill('errors');
  await button(page, 'Rename').click();
  await page.getByRole('heading', { name: 'errors', exact: true }).waitFor();

  await button(page, 'Delete …').click();
  await dialog.getByText('audit no longer receives connection.error.').waitFor();
  await dialog.getByText('mirror still receives these events').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, 'Delete').click();
  await page.waitForURL('**/routing');
  await page.getByRole('link', { name: 'more' }).waitFor();
  expect(await page.getByRole('link', { name: 'errors' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('an administrator makes a project and changes how long it keeps things', async () => {
  const { page } = await running.open('/projects', { as: 'administrator' });
  await button(page, 'New project …').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('demo');
  await dialog.getByLabel('Name for customers').fill('Shop');
  await button(page, 'Create').click();
  await dialog.getByText('Another project has the name').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('second-shop');
  await button(page, 'Create').click();
  await page.waitForURL('**/projects/second-shop');
  await page.getByRole('link', { name: 'Settings' }).click();
  await button(page, 'Change the retention …').click();
  await dialog.getByLabel(/^Days for operations/).fill('2');
  await button(page, 'Save').click();
  await page.locator('input[aria-invalid="true"]').waitFor();
  await dialog.getByLabel(/^Days for operations/).fill('30');
  await button(page, 'Save').click();
  await page.getByText('30 days').waitFor();
  await button(page, 'Change the project …').click();
  await dialog.getByLabel('Name', { exact: true }).fill('third-shop');
  await button(page, 'Save').click();
  await page.waitForURL('**/projects/third-shop/settings');
  await page.getByText('30 days').waitFor();
});

test('the pages of builders are hidden from a key that may only read, and fit for all in every look', async () => {
  const { body } = await running.caller.manage<{ key: string }>('POST', '/api-keys', {
    label: 'reader',
    scopes: ['installations:read', 'notifications:read'],
  });
  const { page } = await running.open('provider-apps', { as: { apiKey: body.key } });
  await card(page, 'HubSpot').getByRole('button', { name: 'Delete …' }).focus();
  await page.getByRole('tooltip').filter({ hasText: 'Needs the scope installations:manage' }).waitFor();
  expect(await page.getByRole('navigation').getByText('Builders').count()).toBe(0);

  await running.caller.manage('POST', '/topics', { name: 'all writes', eventTypes: ['write.async.done'] });
  const looks: Record<string, string> = {
    keys: 'Begins with',
    'provider-apps': 'Client id',
    integrations: 'Definition',
    'integrations/manifest': 'Check what changes',
    routing: 'all writes',
    settings: 'Retention',
  };
  const faults: string[] = [];
  for (const [path, words] of Object.entries(looks))
    faults.push(
      ...(await faultsOfPage(running, path, (seen) => seen.getByText(words).first().waitFor())).map(
        (fault) => `${path}: ${fault}`,
      ),
    );
  expect(faults).toEqual([]);
});
