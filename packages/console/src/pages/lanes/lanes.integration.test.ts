import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { accessibilityFaults } from '@writ/test-kit/browser';
import { faultsOfPage } from '../../testing/faults-of-page.ts';
import { makeTraffic } from '../../testing/make-traffic.ts';
import { startConsole, type RunningConsole } from '../../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;
let made: Awaited<ReturnType<typeof makeTraffic>>;

beforeAll(async () => {
  running = await startConsole(closing);
  made = await makeTraffic(running);
});
afterAll(() => closing.close());

test('a provider that is down is told, and why its lane waits; paused for a reason and resumed, all is written', async () => {
  const { caller, demo, open } = running;
  const { page, complaints } = await open('lanes');
  const notice = page.getByRole('region', { name: 'Salesforce seems to be down', exact: true });
  await notice.filter({ hasText: /tried again in (\d+ s|\d+ min|a moment)/ }).waitFor();
  await page.getByRole('button', { name: 'Waits for' }).click();
  await page.getByRole('button', { name: 'Outage' }).click();
  await page.getByRole('row').filter({ hasText: 'HubSpot' }).waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'Salesforce' }).filter({ hasText: 'Waits: outage' }).click();

  await page.getByText('The breaker is open').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/projects/demo/lanes/${made.lane}`);
  await page.getByRole('button', { name: 'Pause …' }).click();
  const dialog = page.getByRole('dialog', { name: /^Pause Salesforce/ });
  const pause = dialog.getByRole('button', { name: 'Pause' });
  expect(await pause.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('Why').press('Enter');
  await dialog.getByLabel('Why').fill('Their status page says so.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await pause.click();
  await page.getByText('“Their status page says so.”').waitFor();
  await page.locator('button:focus').filter({ hasText: '…' }).waitFor();
  await page.getByText('By the key “demo”').waitFor();

  await caller.call('DELETE', `${demo.sandboxUrl}/_sandbox/faults`);
  const { body: lane } = await caller.manage<{ queued: number }>('GET', `/lanes/${made.lane}`);
  expect(lane.queued).toBeGreaterThanOrEqual(6);
  await page.getByRole('button', { name: 'Resume …' }).click();
  await page.getByRole('dialog').locator('button:focus').filter({ hasText: 'Cancel' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await page.getByText('No write waits.').waitFor({ timeout: 400_000 });
  expect((await caller.endOf(made.waiting)).status).toBe('success');
  expect(complaints).toEqual([]);
});

test('a pause that somebody else has made meanwhile is told to who is about to pause, and not replaced', async () => {
  const { caller, open } = running;
  const { body: operation } = await caller.manage<{ laneId: string }>('GET', `/operations/${made.written}`);
  const lane = `/lanes/${operation.laneId}`;
  const { page } = await open(lane.slice(1));
  await page.getByRole('button', { name: 'Pause …' }).click();
  const dialog = page.getByRole('dialog', { name: /^Pause HubSpot/ });
  await dialog.getByLabel('Why').fill('Too fast.');
  await caller.manage('POST', `${lane}:pause`, { reason: 'Their org is being moved.' });
  await dialog.getByText('“Their org is being moved.”').waitFor();
  const pause = dialog.getByRole('button', { name: 'Pause' });
  expect(await pause.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('Why').press('Enter');
  await pause.focus();
  await page.getByRole('tooltip').getByText('Somebody paused it meanwhile').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const { body } = await caller.manage<{ paused: object }>('GET', lane);
  expect(body.paused).toMatchObject({ reason: 'Their org is being moved.' });
  await caller.manage('POST', `${lane}:resume`);
});

test('a dialog breaks what has no end, and shows all of it', async () => {
  const { caller, open } = running;
  const { body: operation } = await caller.manage<{ laneId: string }>('GET', `/operations/${made.written}`);
  const lane = `/lanes/${operation.laneId}`;
  const reason = 'x'.repeat(200);
  await caller.manage('POST', `${lane}:pause`, { reason });
  const { page } = await open(lane.slice(1), { width: 390 });
  await page.getByRole('button', { name: 'Resume …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(reason).waitFor();
  expect(await dialog.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
  await caller.manage('POST', `${lane}:resume`);
});

test('those in trouble come first; none moves while it is read, and what comes into trouble then is moved up when it is asked', async () => {
  const { page } = await running.open('projects', { width: 390 });
  const inTrouble = new Set(['second']);
  await page.route(/\/v1\/.*\/lanes\?/, async (route) => {
    const response = await route.fetch();
    const { results, ...rest } = (await response.json()) as { results: object[] };
    const lane = { ...results[0], waiting: undefined, breaker: undefined };
    const paused = { time: '2026-11-23T04:00:00Z', by: { kind: 'command', id: 'night shift' } };
    const lanes = ['first', 'second', 'third'].map((account) => ({
      ...lane,
      id: account,
      account,
      ...(inTrouble.has(account) && { paused }),
    }));
    await route.fulfill({ json: { ...rest, results: lanes } });
  });
  await page.goto(`${running.origin}/console/projects/demo/lanes`);
  const accounts = async () => {
    const rows = await page.getByRole('row').allTextContents();
    return rows.flatMap((text) => /first|second|third/.exec(text) ?? []);
  };
  await page.getByRole('row').nth(3).waitFor();
  expect(await accounts()).toEqual(['second', 'first', 'third']);
  const placeOfFirst = async () => (await page.locator('[data-row="0"]').boundingBox())?.y;
  const before = await placeOfFirst();
  inTrouble.add('third');
  const move = page.getByRole('button', { name: 'Move 1 in trouble up' });
  await move.waitFor();
  expect(await placeOfFirst()).toBe(before);
  expect(await accounts()).toEqual(['second', 'first', 'third']);
  await move.click();
  await move.waitFor({ state: 'detached' });
  expect(await accounts()).toEqual(['second', 'third', 'first']);
  // Nothing new is wrong where the first of them is well again.
  inTrouble.delete('second');
  await page.getByRole('status').getByText('Not all in trouble come first now').waitFor();
  expect(await accounts()).toEqual(['second', 'third', 'first']);
});

test('who may only read is told so, and may look at what waits', async () => {
  const { caller, open } = running;
  const { body } = await caller.manage<{ key: string }>('POST', '/api-keys', {
    label: 'reader',
    scopes: ['operations:read'],
  });
  const { page } = await open(`lanes/${made.lane}`, { as: { apiKey: body.key } });
  const button = page.getByRole('button', { name: 'Pause …' });
  await button.focus();
  await page.getByRole('tooltip').filter({ hasText: 'Needs the scope operations:manage' }).waitFor();
  await page.getByRole('link', { name: 'Show these writes' }).click();
  await page.getByText('No operations match').waitFor();
});

test('lanes are fit for all in every look, also one that is paused and down', async () => {
  const { caller, demo } = running;
  const faults = { provider: 'salesforce', times: 1_000, then: { status: 503 } };
  await caller.call('POST', `${demo.sandboxUrl}/_sandbox/faults`, { json: faults });
  for (const name of ['Post', 'Church', 'Gödel', 'Kleene', 'Rosser', 'Péter'])
    await caller.write('salesforce', 'Lead', {
      type: 'create',
      mode: 'asynchronous',
      record: { LastName: name, Company: 'Princeton' },
    });
  const list = await faultsOfPage(running, 'lanes', (page) => page.getByText('seems to be down').waitFor());
  await caller.manage('POST', `/lanes/${made.lane}:pause`, { reason: 'The org is being migrated.' });
  const lane = await faultsOfPage(running, `lanes/${made.lane}`, (page) =>
    page.getByText('The org is being migrated.').waitFor(),
  );
  expect([...list, ...lane]).toEqual([]);
});
