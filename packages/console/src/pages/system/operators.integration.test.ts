import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { faultsOfPage } from '../../testing/faults-of-page.ts';
import { startConsole, type RunningConsole } from '../../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole(closing);
});
afterEach(() => running.closePages());
afterAll(() => closing.close());

const as = 'administrator';

/** A message that the notification service could not read, as the bus keeps it. */
async function deadLetter(raw: string, reason: string): Promise<string> {
  const id = randomUUID();
  await running.database.pool.query(
    `INSERT INTO dead_letter (id, topic, headers, raw, reason, reason_kind)
     VALUES ($1, 'lifecycle-events', '{"ce_type":"x"}', $2, $3, 'unreadable')`,
    [id, Buffer.from(raw), reason],
  );
  return id;
}

test('an administrator sees what is wrong, reads a dead letter, and replays or discards it', async () => {
  const half = await deadLetter('{"half": "a <b>message', 'The message is not JSON.');
  const { page, complaints } = await running.open('/system', { as });
  const finding = page.getByRole('listitem').filter({ hasText: 'Events could not be read or stored' });
  await finding.getByText('To do:').waitFor();
  await page.getByRole('row').filter({ hasText: 'sweep:provider' }).getByText('Active').waitFor();
  await page.getByRole('row').filter({ hasText: 'all-in-one' }).waitFor();

  await page.getByRole('link', { name: 'Dead letters' }).click();
  await page.getByRole('row').filter({ hasText: 'The message is not JSON.' }).click();
  await page.waitForURL(`**/dead-letters/${half}`);
  await page.getByText('{"half": "a <b>message').waitFor();
  // It is still unreadable: a replay changes nothing and says so.
  await page.getByRole('button', { name: 'Replay …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('dialog', { name: 'Writ still cannot read it' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Discard …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL('**/dead-letters');
  await page.getByText('No dead letters').waitFor();
  const { rows } = await running.database.pool.query('SELECT id FROM dead_letter');
  expect(rows).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the audit shows who changed what, with the values before and after, in one project and in all', async () => {
  const { caller } = running;
  const { body: topic } = await caller.manage<{ id: string }>('POST', '/topics', { name: 'before' });
  await caller.manage('PATCH', `/topics/${topic.id}`, { name: 'after <i>' });
  const { page } = await running.open('/audit?action=patchTopic', { as });
  await page.getByRole('row').filter({ hasText: 'patchTopic' }).click();
  const change = page.getByRole('row').filter({ hasText: 'name' });
  await change.getByText('before').waitFor();
  await change.getByText('after <i>').waitFor();
  await page.getByRole('link', { name: 'demo' }).click();
  await page.waitForURL('**/projects/*/audit');
  await page.getByRole('row').filter({ hasText: 'patchTopic' }).waitFor();

  const { page: own } = await running.open(`audit?resourceId=${topic.id}`);
  await own.getByRole('row').filter({ hasText: 'postTopic' }).waitFor();
  await own.getByRole('row').filter({ hasText: 'patchTopic' }).click();
  await own.getByRole('row').filter({ hasText: 'after <i>' }).waitFor();
});

test('lanes of all projects name their project and lead into it', async () => {
  const { caller } = running;
  const { body } = await caller.write<{ operationId: string }>('hubspot', 'contacts', {
    type: 'create',
    mode: 'asynchronous',
    record: { email: 'ada@example.com' },
  });
  await caller.endOf(body.operationId);
  const { page } = await running.open('/lanes', { as });
  await page.getByRole('row').filter({ hasText: 'hubspot' }).filter({ hasText: 'demo' }).click();
  await page.waitForURL('**/projects/*/lanes/*');
  await page.getByText('No write waits.').waitFor();
});

test('the holder of a key sees no page of operators, and its address says why', async () => {
  const { page } = await running.open('operations');
  await page.getByRole('navigation').getByRole('link', { name: 'Audit' }).waitFor();
  expect(await page.getByRole('navigation').getByText('Operators').count()).toBe(0);
  for (const path of ['system', 'dead-letters', 'audit', 'lanes']) {
    await page.goto(`${running.origin}/console/${path}`);
    await page.getByText('Needs an administrator.').waitFor();
  }
});

test('pages of operators are fit for all in every look', async () => {
  const id = await deadLetter('x'.repeat(400), 'The message is not JSON.');
  const faults = [
    ...(await faultsOfPage(running, '/system', (page) => page.getByText('To do:').first().waitFor(), as)),
    ...(await faultsOfPage(
      running,
      '/dead-letters',
      (page) => page.getByText('not JSON').first().waitFor(),
      as,
    )),
    ...(await faultsOfPage(running, `/dead-letters/${id}`, (page) => page.getByText('xxx').waitFor(), as)),
    ...(await faultsOfPage(running, '/audit', (page) => page.getByText('postSession').first().waitFor(), as)),
    ...(await faultsOfPage(running, '/lanes', (page) => page.getByRole('row').nth(1).waitFor(), as)),
  ];
  const { body } = await running.caller.manage<{ results: { requestId: string }[] }>(
    'GET',
    '/audit?action=patchTopic',
  );
  const entry = await faultsOfPage(running, `audit/${body.results[0]?.requestId}`, (page) =>
    page.getByRole('columnheader', { name: 'Before' }).waitFor(),
  );
  expect([...faults, ...entry]).toEqual([]);
});
