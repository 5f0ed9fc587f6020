import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { accessibilityFaults } from '@writ/test-kit/browser';
import { faultsOfPage } from '../../testing/faults-of-page.ts';
import { startConsole, type RunningConsole } from '../../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;
let path: string;

type Installed = { id: string; integrationId: string; config: { id: string; content: object } };

const installation = async (): Promise<Installed> => {
  const { caller, demo } = running;
  const integration = demo.integrations['hubspot'];
  const { body } = await caller.manage<Installed[]>('GET', `/integrations/${integration}/installations`);
  return body[0]!;
};

/** Saves as another client does. */
async function saveElsewhere(enabled: boolean, objectName = 'contacts'): Promise<void> {
  const { id, integrationId } = await installation();
  await running.caller.manage(
    'PATCH',
    `/integrations/${integrationId}/objects/${objectName}/config-content`,
    {
      installationId: id,
      action: 'write',
      changes: [{ op: 'add', path: '/deletionSettings', value: { enabled } }],
    },
  );
}

beforeAll(async () => {
  running = await startConsole(closing);
  path = `customers/acme/installations/${(await installation()).id}`;
});
afterEach(() => running.closePages());
afterAll(() => closing.close());

test('a rule is changed after a look at the difference; one based on older settings is refused, and kept', async () => {
  const { page, complaints } = await running.open(path);
  await page.getByLabel('email, on update').selectOption('never');
  await page.getByRole('button', { name: 'Save …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('row')
    .filter({ hasText: 'email, on update' })
    .filter({ hasText: 'never' })
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const { config } = await installation();
  expect(config.content).toMatchObject({
    write: { objects: { contacts: { selectedFieldSettings: { email: { writeOnUpdate: 'never' } } } } },
  });

  await page.getByLabel('firstname, on create').selectOption('never');
  await page.getByRole('button', { name: 'pause' }).click();
  await saveElsewhere(false);
  await page.getByRole('button', { name: 'Save …' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('Nothing was saved').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Load the new settings' }).click();
  expect(await page.getByLabel('Records may be deleted').isChecked()).toBe(false);
  expect(await page.getByLabel('firstname, on create').inputValue()).toBe('never');
  expect(complaints).toEqual([]);
});

test('versions say what changed; an earlier one is compared and restored, but not over settings of others', async () => {
  // More than a page.
  for (let count = 0; count < 22; count += 1) await saveElsewhere(count % 2 === 0);
  const { page, complaints } = await running.open(`${path}?tab=versions`);
  const versions = page.locator('li.card');
  await versions.first().getByText('In force').waitFor();
  await versions.first().getByText('contacts: records may be deleted').waitFor();
  await page.getByRole('button', { name: 'pause' }).click();
  await page.getByRole('button', { name: 'Look further' }).click();
  const first = versions.filter({ hasText: 'First settings' });
  const compare = first.getByRole('button', { name: 'Compare or restore …' });
  await saveElsewhere(true, 'companies');
  await compare.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Restore these settings?').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const restore = dialog.getByRole('button', { name: 'Restore' });
  await restore.click();
  await dialog.getByText('Nothing was saved').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // The refusal has the list read again.
  await versions.first().getByText('companies: records may be deleted').waitFor();
  const { config: before } = await installation();
  await compare.click();
  const row = dialog.getByRole('row').filter({ hasText: 'contacts: records may be deleted' });
  await row.getByRole('cell', { name: 'false' }).waitFor();
  await restore.click();
  await dialog.waitFor({ state: 'detached' });
  const { config: after } = await installation();
  expect(after.id).not.toBe(before.id);
  expect(after.content).toMatchObject({
    write: { objects: { contacts: { deletionSettings: { enabled: true } } } },
  });
  expect(complaints).toEqual([]);
});

test('edits of each object are kept and named until they are saved, and leaving the page asks', async () => {
  const { page } = await running.open('customers/acme');
  const asked: string[] = [];
  let isLeaving = false;
  page.on('dialog', (question) => {
    asked.push(question.type());
    void (isLeaving ? question.accept() : question.dismiss());
  });
  await page.locator(`a[href$="${path}"]`).click();
  await page.getByLabel('lastname, on create').selectOption('never');
  await page.getByText('Not saved: contacts.').waitFor();
  await Promise.all([page.waitForEvent('dialog'), page.evaluate(() => history.back())]);
  await page.getByLabel('Object', { exact: true }).selectOption('companies');
  await page.getByLabel('domain, on create').selectOption('never');
  await page.getByText('Not saved: contacts, companies.').waitFor();
  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByText('In force').waitFor();
  await page.getByRole('link', { name: 'Field settings' }).click();
  expect(await page.getByLabel('domain, on create').inputValue()).toBe('never');

  // The other goes on from the saved settings.
  await page.getByRole('button', { name: 'Save …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Not saved: contacts.').waitFor();
  await page.getByLabel('Object', { exact: true }).selectOption('contacts');
  expect(await page.getByLabel('lastname, on create').inputValue()).toBe('never');
  expect(await page.getByText('Newer settings are in force').count()).toBe(0);

  await page.getByRole('navigation').getByRole('link', { name: 'Customers' }).click();
  expect(asked).toEqual(['confirm', 'confirm']);
  expect(page.url()).toContain(path);
  expect(await page.getByLabel('lastname, on create').inputValue()).toBe('never');
  isLeaving = true;
  await page.reload();
  expect(asked.at(-1)).toBe('beforeunload');
  await page.getByLabel('lastname, on create').selectOption('never');
  await page.getByRole('navigation').getByRole('link', { name: 'Customers' }).click();
  await page.waitForURL('**/customers');
  expect(asked).toHaveLength(4);
});

test('a record is tried: what is wrong is said, what would be sent is shown, and nothing is sent', async () => {
  const { page, complaints } = await running.open(`${path}?tab=try&object=contacts`);
  const record = page.getByLabel('Record, as JSON');
  await record.fill('{"email": ');
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await page.getByText('This is no JSON object').waitFor();
  await record.fill('{"email": "ada@example.com", "mobile": "+49 30 1"}');
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await page.getByRole('row').filter({ hasText: 'mobilephone' }).filter({ hasText: 'Mapped' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Type').selectOption('update');
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await page.getByRole('alert').waitFor();
  const { body } = await running.caller.manage<{ results: object[] }>('GET', '/operations');
  expect(body.results).toEqual([]);
  expect(complaints).toEqual([]);
});

test('all views are fit for all in every look', async () => {
  const settings = await faultsOfPage(running, path, (page) => page.getByLabel('email, default').waitFor());
  const trying = await faultsOfPage(running, `${path}?tab=try`, (page) =>
    page.getByLabel('Record, as JSON').waitFor(),
  );
  const versions = await faultsOfPage(running, `${path}?tab=versions`, (page) =>
    page.getByText('In force').waitFor(),
  );
  expect([...settings, ...trying, ...versions]).toEqual([]);
});
