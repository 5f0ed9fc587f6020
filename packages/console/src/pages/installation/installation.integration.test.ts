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
  const { id, integrationId, config } = await installation();
  expect(config.content).toMatchObject({
    write: { objects: { contacts: { selectedFieldSettings: { email: { writeOnUpdate: 'never' } } } } },
  });

  await page.getByLabel('firstname, on create').selectOption('never');
  await page.getByRole('button', { name: 'pause' }).click();
  await running.caller.manage('PATCH', `/integrations/${integrationId}/objects/contacts/config-content`, {
    installationId: id,
    action: 'write',
    changes: [{ op: 'add', path: '/deletionSettings', value: { enabled: false } }],
  });
  await page.getByRole('button', { name: 'Save …' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('Nothing was saved').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Load the new settings' }).click();
  expect(await page.getByLabel('Records may be deleted').isChecked()).toBe(false);
  expect(await page.getByLabel('firstname, on create').inputValue()).toBe('never');
  expect(complaints).toEqual([]);
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

test('both views are fit for all in every look', async () => {
  const settings = await faultsOfPage(running, path, (page) => page.getByLabel('email, default').waitFor());
  const trying = await faultsOfPage(running, `${path}?tab=try`, (page) =>
    page.getByLabel('Record, as JSON').waitFor(),
  );
  expect([...settings, ...trying]).toEqual([]);
});
