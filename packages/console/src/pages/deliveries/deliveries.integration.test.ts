import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { accessibilityFaults } from '@writ/test-kit/browser';
import type { Page } from 'playwright-core';
import { faultsOfPage } from '../../testing/faults-of-page.ts';
import { makeDeliveries, refusal, type MadeDeliveries } from '../../testing/make-deliveries.ts';
import { adminToken, startConsole, type RunningConsole } from '../../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;
let made: MadeDeliveries;

beforeAll(async () => {
  // After the first attempt the next one is far away.
  running = await startConsole(closing, { DELIVERY_SCHEDULE_SECONDS: '3600,3600' });
  made = await makeDeliveries(running);
  closing.add(made.receiver, (receiver) => receiver.close());
});
afterEach(() => running.closePages());
afterAll(() => closing.close());

const dialogOf = (page: Page) => page.getByRole('dialog');
const notFound = (detail: string) => ({
  status: 404,
  contentType: 'application/problem+json',
  json: { type: 'about:blank', title: 'Not found', status: 404, detail },
});
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

test('pages of deliveries, destinations, events and topics are fit for all in every look', async () => {
  const pages = {
    deliveries: 'Retrying',
    [`deliveries/${made.retrying}`]: 'Attempt 1 failed',
    destinations: 'Disabled',
    [`destinations/${made.failing}`]: 'Failing: 1',
    events: 'Reached nobody',
    [`events/${made.event}`]: 'Delivered to 1 of 3',
    [`events/${made.untold}`]: 'It reached nobody',
    [`topics/${made.topic}`]: 'write.async.done',
  };
  const faults: string[] = [];
  for (const [path, text] of Object.entries(pages))
    faults.push(
      ...(await faultsOfPage(running, path, async (page) => {
        await page.getByText(text).filter({ visible: true }).first().waitFor();
        await page
          .getByText(/^Reading /)
          .first()
          .waitFor({ state: 'detached' });
      })),
    );
  expect(faults).toEqual([]);
});

test('a receiver is down: its delivery says what it answered and when the next attempt is, and is sent again by keyboard', async () => {
  const { page } = await running.open(`deliveries?destinationId=${made.failing}`);
  await page.getByRole('row').filter({ hasText: 'Retrying' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'write.async.done to data-warehouse' }).waitFor();
  const main = page.getByRole('main');
  await expect(main.innerText()).resolves.toMatch(
    /The receiver answered 503[\s\S]*Next attempt in (1 h|\d\d min)/,
  );
  await expect(main.innerText()).resolves.toContain(refusal);
  await expect(main.innerText()).resolves.toMatch(/authorization: \[hidden\]/i);
  made.receiver.answerNext({ status: 200, body: 'at last' });
  await page.keyboard.press('r');
  await dialogOf(page).getByRole('button', { name: 'Deliver now' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialogOf(page).getByRole('button', { name: 'Deliver now' }).click();
  await page.getByText('Attempt 2 delivered').waitFor();
  await page.getByText('at last').waitFor();
  await dialogOf(page).waitFor({ state: 'detached' });
  await page.keyboard.press('r');
  await dialogOf(page).getByText('It was delivered already').waitFor();
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('row').filter({ hasText: 'Delivered' }).waitFor();
  const ids = made.receiver.received
    .filter(({ path }) => path === '/fails')
    .map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids)).toEqual(new Set([`msg_${made.retrying}`]));
});

test('a filter that cannot be read stays open and says what is accepted', async () => {
  const { page } = await running.open('deliveries');
  await page.getByRole('button', { name: 'Answered' }).click();
  const answered = page.getByRole('textbox', { name: 'Answered' });
  await answered.fill('5xx');
  await answered.press('Enter');
  await page.getByRole('alert').getByText('An HTTP status has three digits').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('heading', { name: 'Deliveries' }).click();
  await answered.fill('503');
  await page.getByRole('heading', { name: 'Deliveries' }).click();
  await page.getByRole('button', { name: 'Answered: 503' }).waitFor();
  expect(new URL(page.url()).search).toBe('?httpStatus=503');
});

test('a filter whose choices could not be read says so, and offers them once they can be', async () => {
  const { page } = await running.open('tasks');
  const names = /\/destinations(\?|$)/;
  await page.route(names, (route) => route.fulfill(notFound('There is no such project.')));
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await page.getByRole('button', { name: 'Destination', exact: true }).click();
  const choices = page.getByRole('dialog', { name: 'Destination' });
  await choices.getByRole('alert').getByText('There is no such project.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.unroute(names);
  await choices.getByRole('button', { name: 'Try again' }).click();
  await choices.getByRole('button', { name: 'data-warehouse' }).click();
  await page.getByRole('button', { name: 'Destination: data-warehouse' }).waitFor();
});

test('a filter that had nothing to offer looks again when it is opened', async () => {
  const { page } = await running.open('tasks');
  const names = /\/destinations(\?|$)/;
  await page.route(names, (route) => route.fulfill({ json: { results: [], pagination: { done: true } } }));
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await page.getByRole('button', { name: 'Destination', exact: true }).click();
  const choices = page.getByRole('dialog', { name: 'Destination' });
  await choices.getByText('There is nothing to choose yet.').waitFor();
  await page.keyboard.press('Escape');
  await page.unroute(names);
  await page.getByRole('button', { name: 'Destination', exact: true }).click();
  await choices.getByRole('button', { name: 'data-warehouse' }).waitFor();
});

test('a row that is kept no longer stays as it was, and the others go on', async () => {
  const { page } = await running.open('deliveries');
  const gone = page.getByRole('row').filter({ has: page.locator(`[href$="${made.held}"]`) });
  await gone.getByText('Held').waitFor();
  await page.route(new RegExp(`/deliveries/${made.held}$`), (route) =>
    route.fulfill(notFound('There is no such delivery.')),
  );
  for (let look = 0; look < 2; look += 1) await page.waitForResponse(new RegExp(`/${made.held}$`));
  await page
    .getByRole('main')
    .locator('header')
    .first()
    .getByText(/^live · /)
    .waitFor();
  await gone.getByText('Held').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('the first destination of a project is made on its page, once however often Enter is pressed', async () => {
  const admin = { 'x-api-key': undefined, authorization: `Bearer ${adminToken}` };
  const { managementUrl } = running.demo;
  const json = { name: 'empty', appName: 'Empty' };
  await running.caller.call('POST', `${managementUrl}/projects`, { json, headers: admin });
  const path = '/projects/empty/destinations';
  const ready = (page: Page) => page.getByRole('heading', { name: 'No destinations yet' }).waitFor();
  expect(await faultsOfPage(running, path, ready, 'administrator')).toEqual([]);
  const { page } = await running.open(path, { as: 'administrator' });
  let made = 0;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/destinations$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    made += 1;
    await held;
    return route.fallback();
  });
  await press(page, 'New destination …');
  await dialogOf(page).getByLabel('Name').fill('crm-writes');
  const url = dialogOf(page).getByLabel('URL');
  await url.fill('nowhere');
  expect(await accessibilityFaults(page)).toEqual([]);
  // Each is there before the page has handled the one before.
  await Promise.all(Array.from({ length: 5 }, () => page.keyboard.press('Enter')));
  letGo();
  await dialogOf(page).getByRole('alert').getByText('beneath its field').waitFor();
  await dialogOf(page)
    .getByRole('textbox', { name: 'URL', description: /absolute/ })
    .waitFor();
  expect(made).toBe(1);
  await url.fill('http://127.0.0.1:9099/');
  await url.press('Enter');
  await page.getByRole('heading', { name: 'crm-writes' }).waitFor();
  await page.getByText('No topic leads here').waitFor();
  expect(made).toBe(2);
});

test('a disabled destination says why, is enabled, and what it missed is redelivered with a preview', async () => {
  const { page: list } = await running.open('deliveries?status=held');
  await list.getByRole('row').filter({ hasText: 'Held' }).waitFor();
  const { page } = await running.open(`destinations/${made.disabled}`);
  await page.getByText('Disabled by hand.').waitFor();
  await press(page, 'Enable');
  await page.getByText('Enabled again').waitFor();
  await press(page, 'Redeliver …');
  await dialogOf(page)
    .getByText(/^1 delivery/)
    .waitFor();
  await dialogOf(page).getByText('Destination: old-backend').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialogOf(page).getByRole('button').last().click();
  await made.receiver.waitFor(({ headers }) => headers['webhook-id'] === `msg_${made.held}`);
  await list.getByRole('row').filter({ hasText: 'Delivered' }).waitFor();
  await page.getByRole('link', { name: 'those that failed' }).click();
  await page.getByText('No deliveries match').waitFor();
});

test('the lane of a destination that is disabled says so, and leads to its page', async () => {
  await running.caller.manage('POST', `/destinations/${made.working}:disable`);
  const { page } = await running.open(`lanes/${made.working}`);
  await page.getByText('Nothing is sent to the destination').waitFor();
  expect(await page.getByText('Open', { exact: true }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Its page' }).click();
  await page.getByText('Disabled by hand.').waitFor();
  await running.caller.manage('POST', `/destinations/${made.working}:enable`);
});

test('a test event shows what the other side answered', async () => {
  const { page } = await running.open(`destinations/${made.failing}`);
  await page.getByRole('heading', { name: 'data-warehouse' }).waitFor();
  await page.keyboard.press('t');
  await dialogOf(page).getByRole('button', { name: 'Send' }).click();
  await dialogOf(page).getByText('Failed').waitFor();
  await dialogOf(page).getByText('answered 503', { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a test event of a destination whose client fetches waits for it, and is not left where it would be held', async () => {
  const { body } = await running.caller.manage('POST', '/destinations', {
    name: 'developer',
    type: 'listen',
    metadata: {},
  });
  const { page } = await running.open(`destinations/${body.id}`);
  await page.getByRole('heading', { name: 'developer' }).waitFor();
  await page.keyboard.press('t');
  await dialogOf(page).getByText('waits until the client fetches it').waitFor();
  await running.caller.manage('POST', `/destinations/${body.id}:disable`);
  await dialogOf(page).getByRole('button', { name: 'Send', disabled: true }).focus();
  await page.getByRole('tooltip').filter({ hasText: 'enable it first' }).waitFor();
});

test('a rotation shows the new key once, and how long the old one goes on signing', async () => {
  const { page } = await running.open(`destinations/${made.working}`);
  await press(page, 'Rotate …');
  await press(page, 'Make a new key');
  await dialogOf(page)
    .getByText(/^whsec_/)
    .waitFor();
  await dialogOf(page)
    .getByText(/The old key signs too for another 2[34] h \d\d min/)
    .waitFor();
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
  await page.getByText('Two keys sign each delivery').waitFor();
  await page.getByText(/whsec_/).waitFor({ state: 'detached' });
});

test('an event that reached nobody says that no topic routes its type; once one does, it is sent', async () => {
  const { page } = await running.open(`events/${made.untold}`);
  await page.getByText(/no topic routes this type/).waitFor();
  await press(page, /^Route /);
  await dialogOf(page).getByLabel('Destination').selectOption('crm-writes');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialogOf(page).getByRole('button', { name: 'Route it' }).click();
  const before = made.receiver.received.length;
  const send = page.getByRole('button', { name: 'Replay this event' });
  await page.getByText('Replay it: it goes to where its type leads now.').waitFor();
  await send.click();
  await page.getByRole('row').filter({ hasText: 'Delivered' }).waitFor();
  expect(made.receiver.received.length).toBeGreaterThan(before);
});

test('what a topic leads to a destination already, beside others, is not led there by one more', async () => {
  const { page } = await running.open(`destinations/${made.failing}`);
  await press(page, 'Send it an event type …');
  await dialogOf(page).getByText('The topic ended writes leads it to data-warehouse already.').waitFor();
  const routeIt = dialogOf(page).getByRole('button', { name: 'Route it' });
  await expect(routeIt.getAttribute('aria-disabled')).resolves.toBe('true');
  await dialogOf(page).getByLabel('Event type').selectOption('connection.error');
  await dialogOf(page).getByText('A new topic leads it to data-warehouse').waitFor();
  await expect(routeIt.getAttribute('aria-disabled')).resolves.not.toBe('true');
});

test('a destination that is deleted while its page is open is sent nothing, nor is another in its place', async () => {
  const { page } = await running.open(`destinations/${made.working}`);
  await page.getByRole('heading', { name: 'crm-writes' }).waitFor();
  await page.route(/\/destinations(\?|$)/, async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { id: string }[];
    await route.fulfill({ response, json: list.filter(({ id }) => id !== made.working) });
  });
  await press(page, 'Send it an event type …');
  const routeIt = dialogOf(page).getByRole('button', { name: 'Route it' });
  await routeIt.focus();
  await page.getByRole('tooltip').filter({ hasText: 'This destination is no more' }).waitFor();
  await expect(routeIt.getAttribute('aria-disabled')).resolves.toBe('true');
});

test('who may only read is told why not to change anything', async () => {
  const { body } = await running.caller.manage<{ key: string }>('POST', '/api-keys', {
    label: 'reader',
    scopes: ['notifications:read'],
  });
  const { page } = await running.open(`deliveries/${made.delivered}`, { as: { apiKey: body.key } });
  await page.getByRole('button', { name: 'Redeliver' }).focus();
  await page.getByRole('tooltip').filter({ hasText: 'notifications:manage' }).first().waitFor();
});
