import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
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

/** Writes that the provider refuses; gives their ids once they have ended, the newest last. */
async function failedWrites(object: 'contacts' | 'companies', count: number): Promise<string[]> {
  const { caller, demo } = running;
  const faults = `${demo.sandboxUrl}/_sandbox/faults`;
  const then = { status: 400, body: { category: 'VALIDATION_ERROR', message: 'No such property.' } };
  await caller.call('POST', faults, { json: { provider: 'hubspot', times: 10_000, then } });
  const write = async (index: number): Promise<string> => {
    const record = object === 'contacts' ? { email: `c-${index}@example.com` } : { name: `Company ${index}` };
    const json = { type: 'create', mode: 'asynchronous', record };
    const { body } = await caller.write<{ operationId: string }>('hubspot', object, json);
    return body.operationId;
  };
  const ids = await Promise.all(Array.from({ length: count - 1 }, (_, index) => write(index)));
  ids.push(await write(count - 1));
  await Promise.all(ids.map((id) => caller.endOf(id)));
  await caller.call('DELETE', faults);
  return ids;
}

/** Goes on by the Tab key until what has the focus is called so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    const called = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
      return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '';
    });
    if (name.test(called)) return;
  }
  throw new Error(`The Tab key leads to nothing that is called ${String(name)}.`);
}

const dialogOf = (page: Page) => page.getByRole('dialog');

/** Waits until the page of a task says beside its title how it stands. */
const standsAs = (page: Page, words: string) =>
  page.getByRole('main').locator('header').first().getByText(words).waitFor();

test('by the keyboard alone, what failed in an outage is found, counted, tried again and followed to its end', async () => {
  await failedWrites('contacts', 12);
  const { page, complaints } = await running.open('operations');
  const { keyboard } = page;
  await page.getByRole('row').nth(12).waitFor();
  await keyboard.press('f');
  await keyboard.press('Enter');
  await tabTo(page, /Failure/);
  await keyboard.press('Space');
  await keyboard.press('Escape');
  await page.getByRole('button', { name: 'Status: Failure' }).waitFor();
  await keyboard.press('r');
  const dialog = dialogOf(page);
  await dialog.getByText('12 operations will be retried.').waitFor();
  expect(await dialog.getByText('create contacts').count()).toBe(5);
  expect(await accessibilityFaults(page)).toEqual([]);
  await tabTo(page, /^Retry 12$/);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Retry operations' }).waitFor();
  await page.getByRole('link', { name: /^12\s*Success$/ }).waitFor();
  await standsAs(page, 'Done');
  await page.getByText('the key “demo”').waitFor();
  await tabTo(page, /^The new operations$/);
  await keyboard.press('Enter');
  await page.getByRole('row').filter({ hasText: 'Success' }).nth(11).waitFor();
  expect(await page.getByRole('button', { name: /^Task:/ }).count()).toBe(1);
  await page.goto(`${running.origin}/console/projects/demo/operations?status=failure`);
  await page.getByRole('row').filter({ hasText: 'Failure, retried' }).nth(11).waitFor();
  expect(complaints).toEqual([]);
});

test('a task that is stopped in the middle tells what was done, and does no more', async () => {
  const ids = await failedWrites('companies', 104);
  const { pool } = running.database;
  // Somebody else is about to try one again: the second step waits for whether they do.
  const other = await pool.connect();
  await other.query('BEGIN');
  await other.query(
    `INSERT INTO idempotency_key (project_id, scope, key, body_hash, operation_id, expire_time)
     SELECT project_id, 'operation:retry', id::text, '', id, now() FROM operation WHERE id = $1`,
    [ids.at(-1)],
  );
  const { page } = await running.open('operations?resource=companies');
  await page.getByRole('button', { name: 'Retry all' }).click();
  await dialogOf(page).getByRole('button', { name: 'Retry 104' }).click();
  await page.getByText('100 of 104 retried').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await standsAs(page, 'Stopped');
  await other.query('ROLLBACK');
  other.release();
  await page.getByRole('link', { name: /^100\s*Success$/ }).waitFor();
  await page.reload();
  await page.getByText('100 of 104 retried').waitFor();
  await page.getByRole('button', { name: 'Stop' }).hover();
  await page.getByRole('tooltip', { name: 'It has ended.' }).waitFor();
});

test('rows that were chosen stand in the address, and they alone are meant', async () => {
  const { page } = await running.open('operations?status=failure&resource=companies');
  await page.getByRole('row').nth(5).waitFor();
  for (const key of ['j', 'x', 'j', 'j', 'x']) await page.keyboard.press(key);
  await page.getByText('2 chosen').waitFor();
  await page.reload();
  await page.getByText('2 chosen').waitFor();
  await page.keyboard.press('c');
  const dialog = dialogOf(page);
  await dialog.getByText('Nothing that matches can be cancelled.').waitFor();
  await dialog.getByText('2 that were chosen').waitFor();
  const begin = dialog.getByRole('button', { name: 'Cancel 0' });
  expect(await begin.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear Status' }).click();
  await page.getByRole('button', { name: 'Retry all' }).waitFor();
});

test('whoever is about to retry many reads the customer, the integration and the status that are meant', async () => {
  const { caller, demo, open } = running;
  const name = demo.integrations.hubspot;
  const { body: integration } = await caller.manage<{ id: string }>('GET', `/integrations/${name}`);
  const customer = 'acme_inc_of_the_north_and_east';
  const filter = `groupRef=${customer}&status=in_progress&integrationId=${integration.id}`;
  const { page } = await open(`operations?${filter}`);
  await page.getByRole('button', { name: 'Retry all' }).click();
  for (const words of [`Customer: ${customer}`, `Integration: ${name}`, 'Status: in progress'])
    await dialogOf(page).getByText(words, { exact: true }).waitFor();
});

test('without a filter all of the project are meant only by whoever says so', async () => {
  const { page } = await running.open('operations');
  await page.getByRole('button', { name: 'Retry all' }).click();
  const begin = dialogOf(page).getByRole('button', { name: /^Retry \d/ });
  await begin.waitFor();
  expect(await begin.getAttribute('aria-disabled')).toBe('true');
  // Enter on a choice chooses, and begins nothing.
  const choice = dialogOf(page).getByRole('checkbox', { name: /all of the project/ });
  await choice.press('Enter');
  expect(await choice.isChecked()).toBe(true);
  expect(await begin.getAttribute('aria-disabled')).toBeNull();
});

test('who waits on a button until it can be used still has the focus on it then', async () => {
  await failedWrites('contacts', 1);
  const { page } = await running.open('operations?resource=contacts');
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
  await page.route(/operations:retry/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Retry all' }).click();
  await dialogOf(page)
    .getByRole('button', { name: /^Retry/ })
    .focus();
  await page.getByRole('tooltip').filter({ hasText: 'not counted yet' }).waitFor();
  letGo(undefined);
  await dialogOf(page)
    .getByRole('button', { name: /^Retry [1-9]/ })
    .waitFor();
  expect(await page.locator('button:focus').textContent()).toMatch(/^Retry [1-9]/);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
});

test('where no answer tells whether a task has begun, the dialog leads to the tasks', async () => {
  const { page } = await running.open('operations?resource=companies');
  await page.getByRole('button', { name: 'Retry all' }).click();
  const begin = dialogOf(page).getByRole('button', { name: /^Retry [1-9]/ });
  await begin.waitFor();
  await page.route(/operations:retry/, (route) => route.abort());
  await begin.click();
  await dialogOf(page).getByText('It may have begun all the same').waitFor();
  await dialogOf(page).getByRole('link', { name: 'Tasks' }).click();
  await page.waitForURL('**/tasks');
});

test('with too small a scope nothing can be begun, and the reason is told', async () => {
  const { body } = await running.caller.manage<{ key: string }>('POST', '/api-keys', {
    label: 'reader',
    scopes: ['operations:read'],
  });
  const { page } = await running.open('operations', { as: { apiKey: body.key }, hasTouch: true });
  const retry = page.getByRole('button', { name: 'Retry all' });
  await page.getByRole('row').nth(1).waitFor();
  await page.keyboard.press('r');
  expect(await dialogOf(page).count()).toBe(0);
  const reason = page.getByRole('tooltip', { name: /Needs the scope operations:manage/ });
  await reason.waitFor();
  await page.keyboard.press('Escape');
  await reason.waitFor({ state: 'detached' });
  // A person may tap what says that it is disabled.
  await retry.tap({ force: true });
  await reason.waitFor();
});

test('the list of tasks and the page of one are fit for all in every look', async () => {
  const { results } = (await running.caller.manage<{ results: { id: string }[] }>('GET', '/tasks')).body;
  const ofList = await faultsOfPage(running, 'tasks', (page) => page.getByRole('row').nth(2).waitFor());
  const ofOne = await faultsOfPage(running, `tasks/${results[0]?.id}`, (page) =>
    page.getByRole('link', { name: /Success/ }).waitFor(),
  );
  expect([ofList, ofOne]).toEqual([[], []]);
});
