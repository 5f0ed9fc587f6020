import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { OperationPage } from '@writ/sdk';
import { createClosing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { faultsOfPage } from '../../testing/faults-of-page.ts';
import { startConsole, type RunningConsole } from '../../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;
beforeAll(async () => {
  running = await startConsole(closing);
});
afterAll(() => closing.close());

test('from a write one comes to all that was written to the same record, with what each write sent', async () => {
  const { caller, open } = running;
  const { body: created } = await caller.write<{ operationId: string; result: { recordId: string } }>(
    'hubspot',
    'contacts',
    { type: 'create', record: { email: 'history@example.com', firstname: 'Ada' } },
  );
  const { recordId } = created.result;
  await caller.write('hubspot', 'contacts', { type: 'update', record: { id: recordId, firstname: 'Grace' } });
  await caller.write('hubspot', 'contacts', { type: 'create', record: { email: 'other@example.com' } });

  // A write is found by the id that the provider gave within 10 s of its end.
  await eventually(async () => {
    const found = await caller.manage<OperationPage>('GET', `/operations?recordId=${recordId}`);
    return found.body.results.length === 2;
  });

  const { page } = await open(`operations/${created.operationId}`);
  await page.getByRole('link', { name: 'What else was written to it' }).click();
  await page.getByRole('heading', { name: `Record ${recordId}` }).waitFor();
  const writes = page.getByRole('list', { name: 'Writes to it, newest first' }).getByRole('listitem');
  await writes.nth(1).waitFor();
  expect(await writes.count()).toBe(2);
  await writes.nth(0).getByText('What it sent').click();
  await writes.nth(0).getByRole('row').filter({ hasText: 'firstname' }).getByText('Grace').waitFor();
  await writes.nth(1).getByRole('link', { name: 'create contacts' }).waitFor();

  const path = new URL(page.url());
  const faults = await faultsOfPage(running, `records/${recordId}${path.search}`, (looked) =>
    looked.getByRole('link', { name: 'create contacts' }).waitFor(),
  );
  expect(faults).toEqual([]);
});

test('a record that nothing was written to says so', async () => {
  const { page } = await running.open('records/999999');
  await page.getByText('No write to this record is kept').waitFor();
});
