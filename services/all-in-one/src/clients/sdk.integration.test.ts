import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { startReceiver, testDatabase } from '@writ/test-kit';
import { Writ, WritProblem } from '@writ/sdk';
import { generators } from '../testing/generated-clients.ts';
import { pressCtrlC, startWrit, type RunningWrit } from '../testing/start-writ.ts';
import { writesWith } from '../testing/writes-with.ts';

const closing = createClosing();
let running: RunningWrit;
let writ: Writ;
let acme: ReturnType<ReturnType<Writ['integration']>['for']>;

beforeAll(async () => {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-sdk-')), (dir) =>
    rm(dir, { recursive: true, force: true }),
  );
  const database = closing.add(await testDatabase(), (db) => db.drop());
  running = closing.add(await startWrit(dataDir, { DATABASE_URL: database.url }), (started) =>
    pressCtrlC(started),
  );
  writ = new Writ(running.demo);
  acme = writ.integration('demo-hubspot').for('acme');
});
afterAll(() => closing.close());

test('records are written now, later and in number, and each write with a key once', async () => {
  const key = { idempotencyKey: 'the-first' };
  const first = await acme.create('contacts', { email: 'first@example.com', mobile: '1' }, key);
  expect(await acme.create('contacts', { email: 'first@example.com', mobile: '1' }, key)).toEqual(first);
  expect(first).toMatchObject({ success: true, data: { properties: { mobilephone: '1' } } });
  await acme.update('contacts', { id: first.recordId, firstname: 'Ada' });

  const later = await acme.createLater('contacts', { email: 'later@example.com' }, { retryHours: 2 });
  expect(await later.wait()).toMatchObject({ id: later.operationId, status: 'success' });

  const emails = Array.from({ length: 120 }, (_, index) => ({ email: `many-${index % 119}@example.com` }));
  const results = await acme.createMany('contacts', emails);
  expect(results.filter(({ success }) => success)).toHaveLength(119);
  expect(results[119]).toMatchObject({ index: 119, success: false });
  expect(await running.caller.records('hubspot', 'contacts')).toHaveLength(121);

  const { operations } = await acme.createManyLater('contacts', [
    { email: 'a@example.com' },
    { email: 'b@example.com' },
  ]);
  expect(operations).toMatchObject([{ first: 0, count: 2 }]);
  expect(await operations[0]!.wait()).toMatchObject({ status: 'success', metadata: { succeeded: 2 } });

  const listed = await writ.operations.list({ groupRef: 'acme', pageSize: 2 }).all();
  expect(listed.map(({ id }) => id)).toContain(later.operationId);
  expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
});

test('records of many are associated, each with its own', async () => {
  const { recordId: company } = await acme.create('companies', { name: 'Analytical Engines' });
  const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }];
  const staff = [{ email: 'c@example.com' }, { email: 'd@example.com' }];
  await acme.createMany('contacts', staff, {
    associations: (_, index) => (index === 0 ? [{ to: { id: company }, types }] : undefined),
  });
  const held = await running.caller.records('hubspot', 'contacts');
  const associatedOf = (email: string) =>
    held.find(({ fields }) => fields['email'] === email)?.associations.map(({ toId }) => toId);
  expect([associatedOf('c@example.com'), associatedOf('d@example.com')]).toEqual([[company], []]);
});

test('a refusal has every member of the problem', async () => {
  const fault = await acme.create('nothing', {}).catch((thrown: unknown) => thrown);
  expect(fault).toBeInstanceOf(WritProblem);
  expect(fault).toMatchObject({ kind: 'object-not-writable', status: 403, remedy: expect.any(String) });
  await expect(writ.operations.get('nobody')).rejects.toMatchObject({ status: 404 });
});

test('a webhook that was really sent is verified, also with the old secret after a rotation', async () => {
  const receiver = closing.add(await startReceiver(), (started) => started.close());
  const secret = await running.caller.subscribe(receiver.url, 'write.async.done');
  const { operationId } = await acme.createLater('contacts', { email: 'told@example.com' });
  const webhook = await receiver.waitFor(({ rawBody }) => rawBody.includes(operationId));

  const event = await writ.webhooks.verify(webhook.rawBody, webhook.headers, [secret]);
  expect(event.notificationType === 'write.async.done' && event.data.operationId).toBe(operationId);
  await expect(
    writ.webhooks.verify(`${webhook.rawBody.toString()} `, webhook.headers, secret),
  ).rejects.toThrow('signature');
});

test.each(generators)(
  'a client that %s makes of the descriptions compiles and works',
  async (name, generator) => {
    expect(await writesWith(name, generator, running.demo)).toEqual([expect.any(String), 2, 'success']);
  },
);
