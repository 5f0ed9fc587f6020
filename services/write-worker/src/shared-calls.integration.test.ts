import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@writ/test-kit';
import { startQuotaWorker } from './testing/start-quota-worker.ts';

type Started = Awaited<ReturnType<typeof startQuotaWorker>>;

let started: Started;
beforeAll(async () => {
  started = await startQuotaWorker({ windowLimit: 10_000 });
  await started.work();
});
afterAll(() => started.close());

const ended = (account: Awaited<ReturnType<Started['account']>>) =>
  eventually(async () => expect(await account.left()).toBe(0));

test('a backlog goes out in full calls, and each write has its own record', async () => {
  const account = await started.account();
  account.settings({ quota: null });
  const emails = Array.from({ length: 1_000 }, (_, at) => `${at}@x.example`);
  const ids = await account.acceptShared(emails.map((email) => ({ records: [{ fields: { email } }] })));
  await ended(account);
  expect(account.calls().length).toBeLessThanOrEqual(20);
  const held = new Map(
    started.sandbox
      .records('hubspot', account.account, 'contacts')
      .map(({ id, fields }) => [id, fields['email']]),
  );
  const ends = await account.ends(ids);
  expect(held.size).toBe(emails.length);
  expect(ends.map(({ record_id: id }) => held.get(id ?? ''))).toEqual(emails);

  const before = account.calls().length;
  const updates = await account.acceptShared(
    ends.slice(0, 400).map(({ record_id: id }, at) => ({
      type: 'update',
      // HubSpot refuses the whole call for this value without naming the record.
      records: [{ id: id ?? '', fields: at === 77 ? { lifecyclestage: 'nonsense' } : { city: 'Ulm' } }],
    })),
  );
  await ended(account);
  const all = await account.ends(updates);
  expect(all.flatMap(({ status }, at) => (status === 'success' ? [] : [at]))).toEqual([77]);
  expect(all.map(({ attempt }) => attempt)).toEqual(all.map(() => 1));
  expect(account.calls().length - before).toBeLessThanOrEqual(40);
});

test('a backlog of which HubSpot refuses every value costs about a call for each write', async () => {
  const account = await started.account();
  account.settings({ quota: null });
  const emails = Array.from({ length: 300 }, (_, at) => `${at}@x.example`);
  const creates = await account.acceptShared(emails.map((email) => ({ records: [{ fields: { email } }] })));
  await ended(account);
  const before = account.calls().length;
  const ids = await account.acceptShared(
    (await account.ends(creates)).map(({ record_id: id }) => ({
      type: 'update',
      records: [{ id: id ?? '', fields: { lifecyclestage: 'nonsense' } }],
    })),
  );
  await ended(account);
  expect(new Set((await account.ends(ids)).map(({ status, attempt }) => `${status} ${attempt}`))).toEqual(
    new Set(['failure 1']),
  );
  expect(account.calls().length - before).toBeLessThanOrEqual(300 + 200);
});

test('writes that come one by one to an account of which most is used share the calls that are left', async () => {
  const account = await started.account();
  account.settings({ quota: { limit: 20, windowMs: 10_000 } });
  const write = (at: number) =>
    account.acceptShared([{ records: [{ fields: { email: `${at}@x.example` } }] }]);
  for (let at = 0; at < 12; at += 1) {
    await write(at);
    await ended(account);
  }
  expect(account.calls()).toHaveLength(12);
  for (let at = 12; at < 42; at += 1) await write(at);
  await ended(account);
  // Without spacing the next eight writes had a call each, and the rest none in the window.
  expect(account.calls().length).toBeLessThanOrEqual(17);
  expect(await account.firstParked('quota')).toBeUndefined();
  expect(started.sandbox.records('hubspot', account.account, 'contacts')).toHaveLength(42);
});
