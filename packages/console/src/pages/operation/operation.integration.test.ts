import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually, startReceiver, type Receiver } from '@writ/test-kit';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { faultsOfPage, tooWide } from '../../testing/faults-of-page.ts';
import { makeTraffic } from '../../testing/make-traffic.ts';
import { startConsole, type RunningConsole } from '../../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;
let receiver: Receiver;

beforeAll(async () => {
  running = await startConsole(closing);
  receiver = closing.add(await startReceiver(), (opened) => opened.close());
  await running.caller.subscribe(receiver.url, 'write.async.done');
});
afterEach(() => faults('DELETE'));
afterEach(() => running.closePages());
afterAll(() => closing.close());

/** The moments of the timeline that have this text. */
const moments = (page: Page, text: string | RegExp) =>
  page.getByRole('list', { name: 'What happened' }).getByRole('listitem').filter({ hasText: text });

async function later(
  object: string,
  json: object,
  provider: 'hubspot' | 'salesforce' = 'hubspot',
): Promise<string> {
  const { body } = await running.caller.write<{ operationId: string }>(provider, object, {
    mode: 'asynchronous',
    ...json,
  });
  return body.operationId;
}

const faults = (method: 'POST' | 'DELETE', json?: object) =>
  running.caller.call(
    method,
    `${running.demo.sandboxUrl}/_sandbox/faults`,
    json === undefined ? {} : { json },
  );

test('a write to a provider that is down waits, says why, is tried again, and its page follows it to its delivery', async () => {
  await faults('POST', { provider: 'hubspot', times: 1_000, then: { status: 503 } });
  const id = await later('contacts', { type: 'create', record: { email: 'outage@example.com' } });
  const { page, complaints } = await running.open(`operations/${id}`);
  await moments(page, 'Attempt 1 failed, to be retried').getByText('answered 503', { exact: true }).waitFor();
  await moments(page, /Waits: .*Goes on in/).waitFor();
  await page.getByText(/Given up in 5\d min \d\d s, at/).waitFor();
  await page.getByRole('button', { name: 'pause' }).waitFor();
  receiver.answerNext({ status: 500, body: 'not now' });
  await faults('DELETE');

  // The pauses between its attempts have grown meanwhile.
  await page.getByText('Created', { exact: true }).waitFor({ timeout: 400_000 });
  await moments(page, 'Write completed').waitFor();
  await moments(page, 'Event write.async.done').waitFor();
  const delivery = moments(page, /Delivered/);
  await delivery.getByText('Attempt 1 failed').waitFor();
  await delivery.getByText('not now').waitFor();
  await delivery.getByText('Attempt 2 delivered').waitFor();
  // All of it has ended: nothing is read any more, and nothing says so.
  await page.getByRole('button', { name: 'pause' }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('an attempt that found what an earlier one had written says so, and not that it sent anything', async () => {
  await faults('POST', { provider: 'hubspot', then: 'commit-then-reset' });
  const id = await later('contacts', { type: 'create', record: { email: 'found@example.com' } });
  const { page } = await running.open(`operations/${id}`);
  const found = moments(page, 'Attempt 2 found it: attempt 1 had written it');
  await found.waitFor();
  expect(await found.innerText()).not.toContain('sent');
});

test('a create with associations shows with which records, and by which kinds', async () => {
  const types = [1, 279].map((associationTypeId) => ({
    associationCategory: 'HUBSPOT_DEFINED',
    associationTypeId,
  }));
  const id = await later('contacts', {
    type: 'create',
    record: { email: 'associated@example.com' },
    associations: [{ to: { id: '4711' }, types }],
  });
  const { page } = await running.open(`operations/${id}`);
  const associated = page.getByRole('table', { name: 'What it is associated with' });
  await associated.getByRole('row', { name: /4711.*HUBSPOT_DEFINED 1, HUBSPOT_DEFINED 279/ }).waitFor();
});

test('an auto batch counts down, is filled and runs', async () => {
  const record = (index: number) => ({
    type: 'create',
    record: { name: `Batch ${index}` },
    autoBatchPolicy: { maxDelayMinutes: 30 },
  });
  const id = await later('companies', record(0));
  await later('companies', record(1));
  const { page } = await running.open(`operations/${id}`, { timezoneId: 'Pacific/Chatham' });
  await page.clock.install({ time: new Date() });
  await page.reload();
  await page.getByText('Collects records: 2 of 100').waitFor();
  const minutesLeft = async () => Number(/Runs in (\d+) min/.exec(await page.innerText('main'))?.[1]);
  await page.getByText(/Runs in \d+ min \d\d s, or as soon as it is full/).waitFor();
  const before = await minutesLeft();
  await page.clock.fastForward('10:00');
  await eventually(async () => (await minutesLeft()) <= before - 10);
  // A shorter wait is that of every write, and not told.
  const { body } = await running.caller.manage<{ createTime: string }>('GET', `/operations/${id}`);
  await eventually(() => Date.now() > Date.parse(body.createTime) + 1_000);
  for (let first = 2; first < 100; first += 14)
    await Promise.all(Array.from({ length: 14 }, (_, at) => later('companies', record(first + at))));

  await page.getByText('Written 100 of 100').waitFor();
  await moments(page, 'Waited').getByText('the batch collects more records').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Batch 99' }).waitFor();
});

test('by keyboard alone a failed record is found, read and tried again', async () => {
  const id = await later('contacts', {
    type: 'create',
    batch: [{ record: { email: 'fine@example.com' } }, { record: { email: 'no address' } }],
  });
  await running.caller.endOf(id);
  const { page } = await running.open('operations?partial=true');
  await page.getByRole('row').filter({ hasText: 'Partial' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByText('Written 1 of 2, 1 failed').waitFor();
  const rows = page.getByRole('listitem').filter({ has: page.locator('summary') });
  await rows.nth(1).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const field = rows.nth(1).getByRole('row').filter({ hasText: 'no address' });
  await field.getByRole('rowheader', { name: 'email' }).waitFor();
  await field
    .getByText(/invalid/i)
    .first()
    .waitFor();

  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: 'Retry the failed record?' }).waitFor();
  await page.getByText('The CRM refused it. Unless something has changed there, it will again.').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await moments(page, `Retries the failed records of`).waitFor();
  await page.getByText('Not written', { exact: true }).waitFor();
  expect(page.url()).not.toContain(id);
  await page.goBack();
  await moments(page, 'Its failed records are in the operation').waitFor();
  await page.getByText('Partial, retried').waitFor();
  await page.getByRole('button', { name: 'Retry …' }).focus();
  await page.getByRole('tooltip').filter({ hasText: 'It was retried as another operation' }).waitFor();
});

test('the page of a write that failed tells that somebody else has retried it', async () => {
  const id = await later('contacts', { type: 'create', record: { email: 'no address either' } });
  await running.caller.endOf(id);
  const { page } = await running.open(`operations/${id}`);
  await page.clock.install();
  await page.reload();
  await page.getByText('Not written', { exact: true }).waitFor();
  await running.caller.manage('POST', `/operations/${id}:retry`);
  await page.clock.fastForward('00:20');
  await moments(page, 'Its failed records are in the operation').waitFor();
});

test('who asks when a write is made is told what stands before it: an earlier write, or who paused its lane and why', async () => {
  const { caller, open } = running;
  const { body } = await caller.write<{ result: { recordId: string } }>('hubspot', 'contacts', {
    type: 'create',
    record: { email: 'asked@example.com' },
  });
  const update = (firstname: string) =>
    later('contacts', { type: 'update', record: { id: body.result.recordId, firstname } });
  await faults('POST', {
    provider: 'hubspot',
    match: { record: { firstname: 'First' } },
    times: 1_000,
    then: { status: 503, headers: { 'Retry-After': '1800' } },
  });
  const first = await update('First');
  const { page } = await open(`operations/${first}`);
  await moments(page, /Goes on in (2\d|30) min .* at the latest, at 20\d\d-/).waitFor();
  const second = await update('Second');
  await page.goto(page.url().replace(first, second));
  const waits = moments(page, 'Goes on when the write in front of it has ended.');
  await waits.filter({ hasText: /Waits: retry.*goes on in (2\d|30) min/ }).waitFor();

  const { body: operation } = await caller.manage<{ laneId: string }>('GET', `/operations/${second}`);
  await caller.manage('POST', `/lanes/${operation.laneId}:pause`, { reason: 'They move to another org.' });
  const third = await eventually(async () => {
    const id = await later('contacts', { type: 'create', record: { firstname: 'Paused' } });
    const path = `/operations/${id}`;
    const { metadata } = (await caller.manage<{ metadata: { waiting?: { reason: string } } }>('GET', path))
      .body;
    expect(metadata.waiting?.reason).toBe('paused');
    return id;
  });
  await page.goto(page.url().replace(second, third));
  await moments(page, 'Goes on when somebody resumes the lane')
    .filter({ hasText: '“They move to another org.”' })
    .filter({ hasText: /Paused .* by the key “demo”/ })
    .waitFor();
  await page.goto(running.origin + '/console/projects/demo');
  const notice = page.getByRole('region', { name: '1 lane paused' });
  await notice.filter({ hasText: '“They move to another org.”' }).getByRole('link').click();
  await page.getByRole('button', { name: 'Resume …' }).waitFor();
  await caller.manage('POST', `/lanes/${operation.laneId}:resume`);
});

test('records are exported as they are', async () => {
  const id = await later('contacts', { type: 'create', record: { email: 'exported@example.com' } });
  await running.caller.endOf(id);
  const { page, complaints } = await running.open(`operations/${id}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { index: 0, status: 'written', sent: { email: 'exported@example.com' } },
  ]);
  expect(complaints).toEqual([]);
});

test('what the CRM holds now stands beside what was sent, with a word where it differs; that it is gone is told', async () => {
  const record = { email: 'held@example.com', firstname: 'Ada', mobile: '7' };
  const { body } = await running.caller.write<{ operationId: string; result: { recordId: string } }>(
    'hubspot',
    'contacts',
    { type: 'create', record },
  );
  const inCrm = (method: 'PATCH' | 'DELETE', json?: object) =>
    running.caller.call(
      method,
      `${running.demo.sandboxUrl}/hubspot/crm/v3/objects/contacts/${body.result.recordId}`,
      { ...(json && { json }), headers: { authorization: 'Bearer sandbox-hubspot-acme' } },
    );
  await inCrm('PATCH', { properties: { firstname: 'Augusta', mobilephone: '' } });
  const ask = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'What the CRM holds now' }).click();
    await page.getByText('differs from what was sent').first().waitFor();
  };
  const path = `operations/${body.operationId}`;
  expect(await faultsOfPage(running, path, ask)).toEqual([]);

  const { page, complaints } = await running.open(path);
  const row = (field: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: field }) });
  await row('mobilephone').getByText('mapped from mobile').waitFor();
  expect(await page.getByRole('columnheader', { name: 'In the CRM' }).count()).toBe(0);
  await ask(page);
  await page.getByText('The CRM has the record, read').waitFor();
  expect(await row('email').innerText()).toMatch(/held@example\.com\s+as sent/);
  expect(await row('firstname').innerText()).toMatch(/Ada\s+Augusta\s+differs from what was sent/);
  expect(await row('mobilephone').innerText()).toMatch(/7\s+empty\s+differs from what was sent/);
  // Nobody could open a record of the sandbox.
  expect(await page.getByRole('link', { name: 'Open it in the CRM' }).count()).toBe(0);

  await inCrm('DELETE');
  await page.getByRole('button', { name: 'What the CRM holds now' }).click();
  await page.getByText('The CRM has no such record').waitFor();
  expect(await page.getByRole('columnheader', { name: 'In the CRM' }).count()).toBe(0);
  await faults('POST', {
    provider: 'hubspot',
    times: 9,
    then: { status: 403, body: { message: 'No scope' } },
  });
  await page.getByRole('button', { name: 'What the CRM holds now' }).click();
  await page.getByRole('alert').getByText('No scope').waitFor();
  expect(complaints).toEqual([]);
  // That the CRM does not answer says nothing of the host.
  await page.route(/:read$/, (route) =>
    route.fulfill({
      status: 502,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Bad gateway', status: 502, detail: 'The CRM is away.' },
    }),
  );
  await page.getByRole('button', { name: 'What the CRM holds now' }).click();
  await page.getByRole('alert').getByText('The CRM is away.').waitFor();
  expect(await page.getByText(/^cannot read/).count()).toBe(0);

  const id = await later('companies', {
    type: 'create',
    record: { name: 'Not yet' },
    autoBatchPolicy: { maxDelayMinutes: 30 },
  });
  const { page: other } = await running.open(`operations/${id}`);
  await other.getByRole('button', { name: 'What the CRM holds now' }).focus();
  await other.getByRole('tooltip').filter({ hasText: 'has not been created yet' }).waitFor();
});

test('what Salesforce says of a field stands with it, in whatever capitals the request named it', async () => {
  const id = await later(
    'Lead',
    { type: 'create', record: { LASTNAME: 'Péter', company: 'Budapest', firstname: 'x'.repeat(41) } },
    'salesforce',
  );
  const { page } = await running.open(`operations/${id}`);
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /firstname/i }) });
  await row.getByText('STRING_TOO_LONG').waitFor();
  expect(await row.getByRole('rowheader').allInnerTexts()).toEqual(['firstname']);
});

test('a write that has not been sent is cancelled; one that is gone or foreign is told', async () => {
  const id = await later('deals', {
    type: 'create',
    record: { dealname: 'Never' },
    autoBatchPolicy: { maxDelayMinutes: 30 },
  });
  const { page } = await running.open(`operations/${id}`);
  await page.getByText('Collects records: 1 of 100').waitFor();
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'Cancel the write' }).click();
  await page.getByText('Cancelled; written 0 of 1').waitFor();
  const { page: other } = await running.open('operations/01980f6e-5c00-7a31-9d62-3f8b41c6e7d2');
  await other.getByRole('alert').getByRole('button', { name: 'Copy request id' }).waitFor();
  // It is not asked for again and again.
  expect(await other.getByRole('button', { name: 'pause' }).count()).toBe(0);
});

test('a write that ends while it is about to be cancelled is not offered to be ended anyway', async () => {
  const id = await later('deals', { type: 'create', record: { dealname: 'Ended meanwhile' } });
  await running.caller.endOf(id);
  const { page } = await running.open('projects');
  let isAsked = false;
  await page.route(`**/v1/**/operations/${id}`, async (route) => {
    const response = await route.fetch();
    const operation = (await response.json()) as object;
    await route.fulfill({ response, json: isAsked ? operation : { ...operation, status: 'in_progress' } });
  });
  await page.route(/:cancel/, (route) => {
    isAsked = true;
    return route.continue();
  });
  await page.goto(`${running.origin}/console/projects/demo/operations/${id}`);
  await page.getByRole('button', { name: 'Cancel …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel the write' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Cancel the write', disabled: true }).hover();
  await page.getByRole('tooltip').filter({ hasText: 'It has ended.' }).waitFor();
});

test('a write that is due while nothing takes it up says so', async () => {
  const id = await later('deals', {
    type: 'create',
    record: { dealname: 'Left' },
    autoBatchPolicy: { maxDelayMinutes: 30 },
  });
  const { page } = await running.open('projects');
  await page.route(`**/v1/**/operations/${id}`, async (route) => {
    const response = await route.fetch();
    const { metadata, ...rest } = (await response.json()) as { metadata: object };
    const due = { ...metadata, autoBatch: undefined, waiting: undefined };
    await route.fulfill({ response, json: { ...rest, metadata: due } });
  });
  await page.route(/\/lanes\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const lane = (await response.json()) as object;
    const oldestDue = new Date(Date.now() - 120_000).toISOString();
    await route.fulfill({ response, json: { ...lane, oldestDue, inFlight: 0, paused: undefined } });
  });
  await page.goto(`${running.origin}/console/projects/demo/operations/${id}`);
  await page.getByText('nothing takes up the writes of this account').waitFor();
  await page.getByText('Perhaps no write worker is running').waitFor();
});

test('a row of a batch that failed tells which record it is, and why', async () => {
  const { body } = await running.caller.write<{ operationId: string }>('hubspot', 'contacts', {
    type: 'create',
    mode: 'asynchronous',
    batch: [{ record: { email: 'no address', firstname: 'Ada' } }, { record: { email: 'ok@example.com' } }],
  });
  await running.caller.endOf(body.operationId);
  const { page } = await running.open(`operations/${body.operationId}`);
  const row = page.locator('summary').filter({ hasText: 'Ada' });
  await row.getByText(/invalid/i).waitFor();
});

test('a word of the provider that has no end makes the page no wider', async () => {
  const message = 'x'.repeat(200);
  await faults('POST', { provider: 'hubspot', then: { status: 400, body: { message } } });
  const id = await later('contacts', { type: 'create', record: { email: 'long@example.com' } });
  const { page } = await running.open(`operations/${id}`, { width: 390 });
  await moments(page, 'Event write.async.done').waitFor();
  await page.getByRole('heading', { name: message }).waitFor();
  expect(await tooWide(page)).toEqual([]);
});

test('in a narrow window the error of a closed record is whole', async () => {
  const record = { email: `no address of ${'any-department.'.repeat(6)}` };
  const id = await later('contacts', { type: 'create', batch: [{ record }, { record }] });
  await running.caller.endOf(id);
  const { page } = await running.open(`operations/${id}`, { width: 390 });
  const error = page
    .locator('summary')
    .getByText(/invalid/i)
    .first()
    .locator('..');
  await error.waitFor();
  expect(await error.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  expect(await tooWide(page)).toEqual([]);
});

test('what a note has between backticks is shown as code', async () => {
  const id = await later('contacts', { type: 'create', record: { email: 'noted@example.com' } });
  await running.caller.endOf(id);
  const { page } = await running.open('projects');
  await page.route(/\/logs/, async (route) => {
    const response = await route.fetch();
    const [first, ...others] = (await response.json()) as { message: object }[];
    const message = { ...first?.message, msg: 'Nothing maps `email`', details: { note: 'maps-nothing' } };
    await route.fulfill({ response, json: [first, { ...first, message }, ...others] });
  });
  await page.goto(`${running.origin}/console/projects/demo/operations/${id}`);
  await moments(page, 'Nothing maps email').locator('code').getByText('email', { exact: true }).waitFor();
});

test('the link that is copied leads to what is shown at the click', async () => {
  const record = { email: 'no address' };
  const id = await later('contacts', { type: 'create', batch: [{ record }, { record }] });
  await running.caller.endOf(id);
  const { page } = await running.open(`operations/${id}`);
  await page.evaluate(() => {
    const writeText = (text: string) => {
      document.body.setAttribute('data-copied', text);
      return Promise.resolve();
    };
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  });
  await page.getByRole('button', { name: 'Failed only' }).click();
  await page.waitForURL('**?failed=true');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.locator(`[data-copied$="${id}?failed=true"]`).waitFor();
});

test('an upsert shows its key, whether it created the record, and what either outcome writes', async () => {
  await running.caller.manage('PATCH', '/integrations/demo-hubspot/objects/deals/config-content', {
    groupRef: 'acme',
    action: 'write',
    changes: [
      {
        op: 'add',
        path: '/selectedFieldSettings',
        value: { dealstage: { default: { stringValue: 'qualifiedtobuy' }, writeOnUpdate: 'never' } },
      },
    ],
  });
  const upsert = async (dealname: string) => {
    const record = { external_id: 'd-1', dealname };
    const id = await later('deals', { type: 'upsert', key: 'external_id', record });
    await running.caller.endOf(id);
    return `operations/${id}`;
  };
  const [first, second] = [await upsert('First'), await upsert('Second')];
  const { page } = await running.open(first);
  await page.getByRole('heading', { name: 'Upsert deals for acme' }).waitFor();
  await page.locator('summary').getByText('Created').waitFor();
  await moments(page, 'If the record is created: Missing from the request').waitFor();
  await page.locator('dl').getByText('external_id d-1').waitFor();
  const fresh = page.getByRole('table', { name: 'As a new record was created' });
  await fresh.getByText('qualifiedtobuy').waitFor();

  const isShown = async (shown: Page): Promise<void> => {
    await shown.locator('summary').getByText('Updated').waitFor();
    await shown.getByRole('table', { name: 'As an existing record was updated' }).waitFor();
    await shown.getByRole('table', { name: 'As a new record would be created' }).waitFor();
  };
  expect(await faultsOfPage(running, second, isShown)).toEqual([]);
});

test('the page is fit for all in every look, while a write waits and when it was written in part', async () => {
  const { waiting, partial } = await makeTraffic(running);
  expect(
    await faultsOfPage(running, `operations/${waiting}`, (page) => moments(page, 'Waits: ').waitFor()),
  ).toEqual([]);
  expect(
    await faultsOfPage(running, `operations/${partial}`, async (page) => {
      await moments(page, 'Event write.async.done').waitFor();
      await page.locator('summary').nth(1).click();
    }),
  ).toEqual([]);
});
