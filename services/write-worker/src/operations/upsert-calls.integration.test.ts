import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { NewOperation } from '@writ/operation';
import { startCalls } from '../testing/start-calls.ts';
import { startGround, type Ground } from '../testing/start-ground.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
});
afterAll(() => ground.close());

const upsertBy = (field: string, value: string, fields: object = {}): Partial<NewOperation> => ({
  type: 'upsert',
  form: 'single',
  records: [{ fields: { [field]: value, ...fields }, upsert: { field, value } }],
});
const many = (count: number, write: (nr: number) => Partial<NewOperation>) =>
  Array.from({ length: count }, (_, nr) => write(nr));
const written = { status: 'success', succeeded: 1, fault: null, ambiguous: false };

test('upserts of a unique property share one call of a hundred', async () => {
  const calls = startCalls(ground);
  const ids = await calls.accept(many(200, (nr) => upsertBy('external_id', `k${nr}`)));
  expect(await calls.round()).toEqual([100, 100]);
  expect(await calls.ends(ids)).toEqual(ids.map(() => written));
  expect(calls.calls().filter((call) => call.endsWith('batch/upsert'))).toHaveLength(2);
  // One look at the properties, for all.
  expect(calls.calls()).toHaveLength(3);
  expect(await calls.recordOf(ids[7]!)).toMatchObject({ status: 'written', created: true });
});

test('upserts by email take at most three calls a hundred', async () => {
  const calls = startCalls(ground);
  for (const nr of [3, 50]) await calls.contact({ email: `p${nr}@example.com`, firstname: 'Old' });
  const before = calls.calls().length;
  const ids = await calls.accept(
    many(100, (nr) => upsertBy('email', `p${nr}@example.com`, { jobtitle: 'x' })),
  );
  await calls.round();
  expect(await calls.ends(ids)).toEqual(ids.map(() => written));
  expect(calls.calls().slice(before)).toEqual([
    'POST contacts/batch/read',
    'POST contacts/batch/update',
    'POST contacts/batch/create',
  ]);
  expect(calls.held()).toHaveLength(100);
  const created = await Promise.all([3, 4].map(async (nr) => (await calls.recordOf(ids[nr]!))?.created));
  expect(created).toEqual([false, true]);
  expect(calls.held().find(({ fields }) => fields['email'] === 'p3@example.com')?.fields).toMatchObject({
    firstname: 'Old',
    jobtitle: 'x',
  });
});

test('Salesforce takes two hundred in a call', async () => {
  const calls = startCalls(ground, { provider: 'salesforce' });
  const ids = await calls.accept(
    many(200, (nr) => ({ ...upsertBy('External_Id__c', `k${nr}`, { LastName: 'L' }), together: 200 })),
  );
  await calls.round();
  expect(await calls.ends(ids)).toEqual(ids.map(() => written));
  expect(calls.calls().filter((call) => call.startsWith('PATCH'))).toHaveLength(1);
});

test('one conflict among a hundred leaves ninety-nine written', async () => {
  const calls = startCalls(ground);
  await calls.contact({ email: 'taken@example.com' });
  const ids = await calls.accept(
    many(100, (nr) =>
      upsertBy('external_id', `c${nr}`, { email: nr === 42 ? 'taken@example.com' : `c${nr}@example.com` }),
    ),
  );
  while ((await calls.round()).length > 0);
  const ends = await calls.ends(ids);
  expect(ends.filter(({ status }) => status === 'success')).toHaveLength(99);
  expect(ends[42]).toMatchObject({ status: 'failure', fault: 'conflict', ambiguous: false });
});

test.each([
  ['external_id', 'batch/upsert'],
  ['email', 'batch/create'],
] as const)(
  'a repetition by %s after a lost answer doubles nothing, and does not say created',
  async (field, path) => {
    const calls = startCalls(ground);
    calls.trouble({ match: { path }, then: 'commit-then-reset' });
    const value = (nr: number): string => (field === 'email' ? `r${nr}@example.com` : `r${nr}`);
    const ids = await calls.accept(many(20, (nr) => upsertBy(field, value(nr))));
    await calls.round();
    expect(await calls.ends(ids)).toEqual(
      ids.map(() => ({ status: 'in_progress', succeeded: 0, fault: null, ambiguous: false })),
    );
    while ((await calls.round()).length > 0);
    expect(await calls.ends(ids)).toEqual(ids.map(() => written));
    expect(calls.held()).toHaveLength(20);
    expect(await calls.recordOf(ids[0]!)).toMatchObject({ status: 'written', created: null });
  },
);

test('a create that another client was faster with becomes an update', async () => {
  const calls = startCalls(ground);
  const [id] = await calls.accept([upsertBy('email', 'race@example.com', { jobtitle: 'x' })]);
  // The look finds nothing; then the other client creates the contact.
  calls.trouble({
    match: { path: 'batch/read' },
    then: {
      status: 207,
      body: {
        status: 'COMPLETE',
        startedAt: '2026-01-01T00:00:00Z',
        completedAt: '2026-01-01T00:00:00Z',
        results: [],
        numErrors: 1,
        errors: [
          {
            status: 'error',
            category: 'OBJECT_NOT_FOUND',
            message: 'Could not get some CONTACT objects, they may be deleted or not exist.',
            context: { ids: ['race@example.com'] },
          },
        ],
      },
    },
  });
  const recordId = await calls.contact({ email: 'race@example.com', firstname: 'Other' });
  await calls.round();
  expect(await calls.ends([id!])).toEqual([written]);
  expect(await calls.recordOf(id!)).toMatchObject({ recordId, created: false });
  expect(calls.held()).toMatchObject([{ fields: { firstname: 'Other', jobtitle: 'x' } }]);
});

test.each([1, 3])('of %i, a record that vanishes before its update is created', async (count) => {
  const calls = startCalls(ground);
  const ids = await calls.accept(
    many(count, (nr) => upsertBy('email', `gone${nr}of${count}@example.com`, { jobtitle: 'x' })),
  );
  // The look finds a contact that another client deletes right after it.
  const found = {
    id: '987654321',
    properties: { email: `gone0of${count}@example.com` },
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
  };
  const times = { startedAt: '2026-01-01T00:00:00Z', completedAt: '2026-01-01T00:00:00Z' };
  calls.trouble({
    match: { path: 'batch/read' },
    then: { status: 200, body: { status: 'COMPLETE', ...times, results: [found] } },
  });
  while ((await calls.round()).length > 0);
  expect(await calls.ends(ids)).toEqual(ids.map(() => written));
  expect(calls.held()).toHaveLength(count);
  expect(await calls.recordOf(ids[0]!)).toMatchObject({ created: true });
});
