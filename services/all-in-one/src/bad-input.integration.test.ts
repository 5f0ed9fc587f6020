import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { InputValidationProblem } from '@writ/contracts';
import { createClosing } from '@writ/service-kit';
import { testDatabase } from '@writ/test-kit';
import type { Answer, DemoCaller } from './testing/demo-caller.ts';
import { startWrit } from './testing/start-writ.ts';

const closing = createClosing();
let caller: DemoCaller;
let contactsUrl: string;

beforeAll(async () => {
  const database = closing.add(await testDatabase(), (opened) => opened.drop());
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-bad-input-')), (path) =>
    rm(path, { recursive: true }),
  );
  const writ = await startWrit(dataDir, { DATABASE_URL: database.url });
  closing.add(writ.process, (running) => running.close());
  caller = writ.caller;
  contactsUrl = caller.objectUrl('hubspot', 'contacts');
});
afterAll(() => closing.close());

const faults = ({ body }: Answer<InputValidationProblem>) =>
  body.issues.map(({ in: place, name, value }) => ({
    in: place,
    name,
    ...(value !== undefined && { value }),
  }));

const post = (json: unknown, url = contactsUrl) => caller.call<InputValidationProblem>('POST', url, { json });

const create = { groupRef: 'acme', type: 'create', record: { firstname: 'Ada' } };

test('a body that is no JSON is refused as such', async () => {
  const refused = await caller.call<InputValidationProblem>('POST', contactsUrl, { text: '{"groupRef":' });
  expect(refused).toMatchObject({ status: 400, type: 'application/problem+json' });
  expect(faults(refused)).toEqual([{ in: 'body', name: '' }]);
});

test('every problem carries what a caller needs to report it', async () => {
  const { body, headers } = await caller.call('POST', contactsUrl, {
    json: {},
    headers: { 'x-request-id': 'mine-1' },
  });
  expect(body).toMatchObject({
    type: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/problems\/invalid-input$/),
    title: expect.any(String),
    status: 400,
    detail: expect.any(String),
    instance: expect.any(String),
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    requestId: 'mine-1',
    retryable: false,
    remedy: expect.any(String),
  });
  expect(headers['x-request-id']).toBe('mine-1');
});

test('members of the wrong type are told all at once', async () => {
  const refused = await post({ groupRef: 7, type: 'craete', record: 'x' });
  expect(refused.status).toBe(400);
  expect(faults(refused)).toEqual([
    { in: 'body', name: '/groupRef', value: 7 },
    { in: 'body', name: '/type', value: 'craete' },
    { in: 'body', name: '/record', value: 'x' },
  ]);
});

test('missing members are told all at once', async () => {
  const refused = await post({});
  expect(refused.status).toBe(400);
  expect(faults(refused)).toEqual([
    { in: 'body', name: '/groupRef' },
    { in: 'body', name: '/type' },
    { in: 'body', name: '/record' },
  ]);
});

test('an unknown member is named together with the one that was meant', async () => {
  const refused = await post({ ...create, mod: 'asynchronous' });
  expect(refused.status).toBe(400);
  expect(faults(refused)).toEqual([{ in: 'body', name: '/mod', value: 'asynchronous' }]);
  expect(refused.body.issues[0]?.detail).toContain('Did you mean `mode`?');
});

test('members that exclude each other are refused', async () => {
  const refused = await post({ ...create, batch: [{ record: { firstname: 'Bea' } }], retryPolicy: {} });
  expect(refused.status).toBe(400);
  expect(faults(refused).map(({ name }) => name)).toEqual(expect.arrayContaining(['/batch', '/retryPolicy']));
});

test('an unknown project and an unknown integration are faults of the path', async () => {
  const unknownProject = await post(create, contactsUrl.replace('/projects/demo/', '/projects/nowhere/'));
  expect(unknownProject).toMatchObject({ status: 404, type: 'application/problem+json' });
  expect(faults(unknownProject)).toEqual([{ in: 'path', name: 'projectIdOrName', value: 'nowhere' }]);
  const unknownIntegration = await post(create, contactsUrl.replace('/demo-hubspot/', '/nothing/'));
  expect(unknownIntegration).toMatchObject({ status: 404, type: 'application/problem+json' });
  expect(faults(unknownIntegration)).toEqual([{ in: 'path', name: 'integrationIdOrName', value: 'nothing' }]);
});

test('a group without an installation is a fault of the body', async () => {
  const refused = await post({ ...create, groupRef: 'nobody' });
  expect(refused).toMatchObject({ status: 404, type: 'application/problem+json' });
  expect(faults(refused)).toEqual([{ in: 'body', name: '/groupRef', value: 'nobody' }]);
});

test('an object that the manifest does not list is refused with a remedy', async () => {
  const refused = await post(create, caller.objectUrl('hubspot', 'tickets'));
  expect(refused).toMatchObject({
    status: 403,
    type: 'application/problem+json',
    body: { remedy: expect.stringContaining('write.objects') },
  });
});

test('no key, an unknown key and two credentials at once are refused without a hint which it was', async () => {
  const refusals: Answer[] = [];
  for (const headers of [
    { 'x-api-key': undefined },
    { 'x-api-key': 'writ_unknown' },
    { authorization: 'Bearer of-something' },
  ]) {
    refusals.push(await caller.call('POST', contactsUrl, { json: create, headers }));
  }
  for (const { status, type, headers } of refusals) {
    expect({ status, type }).toEqual({ status: 401, type: 'application/problem+json' });
    expect(headers['www-authenticate']).toEqual(expect.any(String));
  }
  expect(new Set(refusals.map(({ body }) => body['detail'])).size).toBe(1);
});

test('a key without the scope is refused and told which it needs', async () => {
  const made = await caller.manage<{ key: string }>('POST', '/api-keys', {
    label: 'reader',
    scopes: ['operations:read'],
  });
  const headers = { 'x-api-key': made.body.key };
  const refused = await caller.call('POST', contactsUrl, { json: create, headers });
  expect(refused).toMatchObject({
    status: 403,
    type: 'application/problem+json',
    body: { remedy: expect.stringContaining('write:records') },
  });
});

test('a body over 5 MB is refused', async () => {
  const refused = await post({ ...create, record: { description: 'x'.repeat(5_300_000) } });
  expect(refused).toMatchObject({ status: 413, type: 'application/problem+json', body: { status: 413 } });
});

test('another media type, another method and an unknown address are problems, too', async () => {
  const form = { text: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  expect(await caller.call('POST', contactsUrl, form)).toMatchObject({
    status: 415,
    type: 'application/problem+json',
  });
  expect(await caller.call('GET', contactsUrl)).toMatchObject({
    status: 405,
    type: 'application/problem+json',
    headers: { allow: 'POST' },
  });
  expect(await caller.call('GET', contactsUrl.replace('/projects/', '/project/'))).toMatchObject({
    status: 404,
    type: 'application/problem+json',
  });
});

test('who asks the wrong host is told the right one, and finds what was meant there', async () => {
  const addressIn = ({ body }: Answer) => /`[A-Z]+ (.+)`/.exec(String(body['remedy']))?.[1] ?? '';
  const lost = await caller.call<Record<string, unknown>>(
    'GET',
    contactsUrl.replace(/\/integrations\/.*/, '/operations'),
  );
  expect([lost.status, lost.body['remedy']]).toEqual([404, expect.stringContaining('the management host')]);
  expect(await caller.call('GET', addressIn(lost))).toMatchObject({ status: 200 });
  const misplaced = contactsUrl.replace(/^http:\/\/[^/]+/, new URL(addressIn(lost)).origin);
  const refused = await caller.call<Record<string, unknown>>('POST', misplaced, { json: create });
  expect([refused.status, addressIn(refused)]).toEqual([404, contactsUrl]);
});

test('nothing of all that reached the CRM', async () => {
  expect(await caller.records('hubspot', 'contacts')).toEqual([]);
});
