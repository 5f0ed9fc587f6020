import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ConfigContent } from '@writ/contracts';
import { testDatabase } from '@writ/test-kit';
import type { Installing } from './testing/install.ts';
import { startGateway, type Gateway } from './testing/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(await testDatabase());
});
afterAll(() => gateway.close());

const hubspot = (options: Partial<Installing> = {}) =>
  gateway.install({ provider: 'hubspot', objectName: 'contacts', ...options });
const salesforce = (options: Partial<Installing> = {}) =>
  gateway.install({ provider: 'salesforce', objectName: 'Contact', ...options });
type WriteObjects = NonNullable<NonNullable<ConfigContent['write']>['objects']>;
const settings = (
  objectName: string,
  selectedFieldSettings: NonNullable<WriteObjects[string]['selectedFieldSettings']>,
): ConfigContent => ({ write: { objects: { [objectName]: { objectName, selectedFieldSettings } } } });
type Result = { success: boolean; recordId?: string; created?: boolean; errors?: { code: string }[] };
const resultIn = ({ body }: { body: Record<string, unknown> }): Result => body['result'] as Result;
const resultsIn = ({ body }: { body: Record<string, unknown> }): Result[] => body['results'] as Result[];
const byEmail = (record: object) => ({ type: 'upsert', key: 'email', record });
const byId = (record: object) => ({ type: 'upsert', key: 'external_id', record });
const paths = (calls: readonly { method: string; path: string }[]) =>
  calls.map(({ method, path }) => `${method} ${path.split('/').slice(5).join('/')}`);

describe('HubSpot', () => {
  test('the same upsert by email twice is one record, first created, then updated', async () => {
    const acme = await hubspot();
    const first = resultIn(await acme.write(byEmail({ email: 'ada@example.com', firstname: 'Ada' })));
    const again = resultIn(await acme.write(byEmail({ email: ' Ada@example.com ', jobtitle: 'Analyst' })));
    expect([first.created, again.created]).toEqual([true, false]);
    expect(again.recordId).toBe(first.recordId);
    expect(acme.records()).toHaveLength(1);
    expect(acme.held(first.recordId!)).toMatchObject({ firstname: 'Ada', jobtitle: 'Analyst' });
  });

  test('a unique property other than email takes one call, and leaves other properties alone', async () => {
    const acme = await hubspot();
    await acme.write(byId({ external_id: 'k1', firstname: 'Ada', lastname: 'Lovelace' }));
    const again = await acme.write(byId({ external_id: 'k1', firstname: 'Augusta' }));
    expect(resultIn(again)).toMatchObject({ success: true, created: false });
    expect(acme.held(resultIn(again).recordId!)).toMatchObject({
      firstname: 'Augusta',
      lastname: 'Lovelace',
    });
    expect(paths(acme.calls())).toEqual([
      'GET contacts',
      'POST contacts/batch/upsert',
      'POST contacts/batch/upsert',
    ]);
    const [, , last] = acme.calls();
    expect(last!.body).toMatchObject({
      inputs: [{ id: 'k1', idProperty: 'external_id', properties: { firstname: 'Augusta' } }],
    });
  });

  test('settings act by what is found', async () => {
    const acme = await hubspot({
      content: settings('contacts', {
        firstname: { writeOnUpdate: 'never' },
        jobtitle: { writeOnUpdate: 'ifEmpty' },
        lastname: { writeOnUpdate: 'never', default: { stringValue: 'Unknown' } },
      }),
    });
    const record = { external_id: 'k2', firstname: 'Ada', jobtitle: 'Analyst' };
    const made = resultIn(await acme.write(byId(record)));
    expect(made.created).toBe(true);
    expect(acme.held(made.recordId!)).toMatchObject({ ...record, lastname: 'Unknown' });
    const again = await acme.write(byId({ ...record, firstname: 'Grace', jobtitle: 'Admiral', city: 'Ulm' }));
    expect(resultIn(again)).toMatchObject({ created: false });
    expect(acme.held(made.recordId!)).toMatchObject({ firstname: 'Ada', jobtitle: 'Analyst', city: 'Ulm' });
    expect(again.body['warnings']).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^If the record is updated: .*firstname/),
        expect.stringMatching(/^If the record is created: .*default.*lastname/),
        expect.stringMatching(/has a value there already: jobtitle/),
      ]),
    );
  });

  test('fifty at once with one new email are one record', async () => {
    const acme = await hubspot();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nr) =>
        acme.write(byEmail({ email: 'new@example.com', jobtitle: `${nr}` })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(acme.records()).toHaveLength(1);
    expect(new Set(answers.map((one) => resultIn(one).recordId)).size).toBe(1);
    expect(answers.filter((one) => resultIn(one).created)).toHaveLength(1);
  });

  test('a batch by email takes three calls; a key that comes twice goes in successive ones, in order', async () => {
    const acme = await hubspot();
    await acme.write(byEmail({ email: 'b@example.com' }));
    const before = acme.calls().length;
    const email = (name: string, jobtitle: string) => ({
      record: { email: `${name}@example.com`, jobtitle },
    });
    const batch = [email('a', '1'), email('b', '2'), email('A', '3'), email('c', '4')];
    const answer = await acme.write({ type: 'upsert', key: 'email', batch });
    expect(resultsIn(answer).map(({ created }) => created)).toEqual([true, false, false, true]);
    expect(acme.held(resultsIn(answer)[0]!.recordId!)).toMatchObject({ jobtitle: '3' });
    expect(paths(acme.calls().slice(before))).toEqual([
      'POST contacts/batch/read',
      'POST contacts/batch/update',
      'POST contacts/batch/create',
      'POST contacts/batch/read',
      'POST contacts/batch/update',
    ]);
  });

  test('associations are made with a record that is created', async () => {
    const acme = await hubspot();
    const company = await gateway.install({
      provider: 'hubspot',
      objectName: 'companies',
      account: acme.account,
    });
    const made = resultIn(await company.write({ type: 'create', record: { name: 'Acme' } }));
    const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }];
    const write = { ...byId({ external_id: 'k3' }), associations: [{ to: { id: made.recordId }, types }] };
    expect(resultIn(await acme.write(write))).toMatchObject({ created: true });
    expect(resultIn(await acme.write(write))).toMatchObject({ created: false });
    expect(paths(acme.calls()).filter((path) => path.includes('upsert'))).toEqual([]);
  });

  test('`onMissing` `fail` makes it an update by key', async () => {
    const acme = await hubspot();
    const write = { ...byEmail({ email: 'who@example.com', jobtitle: 'x' }), onMissing: 'fail' };
    expect(await acme.write(write)).toMatchObject({
      status: 422,
      body: { context: { errors: [{ code: 'KEY_NOT_FOUND', field: 'email' }] } },
    });
    expect(acme.records()).toEqual([]);
    await acme.write(byEmail({ email: 'who@example.com' }));
    expect(resultIn(await acme.write(write))).toMatchObject({ success: true, created: false });
  });

  test('a field that is not unique is refused with the names of those that are', async () => {
    const acme = await hubspot();
    const answer = await acme.write({ type: 'upsert', key: 'jobtitle', record: { jobtitle: 'x' } });
    expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringContaining('external_id') } });
    expect(acme.records()).toEqual([]);
  });
});

describe('Salesforce', () => {
  const byKey = (record: object, key = 'External_Id__c') => ({ type: 'upsert', key, record });

  test('one record by its external id, in one call with its read', async () => {
    const acme = await salesforce();
    const first = await acme.write(byKey({ External_Id__c: 'k1', LastName: 'Lovelace' }));
    expect(resultIn(first)).toMatchObject({ created: true, data: { LastName: 'Lovelace' } });
    const again = await acme.write(byKey({ External_Id__c: 'k1', FirstName: 'Ada' }));
    expect(resultIn(again)).toMatchObject({ created: false, recordId: resultIn(first).recordId });
    expect(acme.held(resultIn(first).recordId!)).toMatchObject({ LastName: 'Lovelace', FirstName: 'Ada' });
    expect(paths(acme.calls())).toEqual([
      'GET sobjects/Contact/describe',
      'POST composite',
      'POST composite',
    ]);
  });

  test.each(['..', 'a/b', 'ada@example.inc', 'ü 1', 'x'.repeat(255)])(
    'the value %j, which an address may not hold, finds its record, too',
    async (value) => {
      const acme = await salesforce();
      const first = await acme.write(byKey({ External_Id__c: value, LastName: 'Lovelace' }));
      expect(resultIn(first)).toMatchObject({ created: true, data: { LastName: 'Lovelace' } });
      const again = await acme.write(byKey({ External_Id__c: value, FirstName: 'Ada' }));
      expect(resultIn(again)).toMatchObject({ created: false, recordId: resultIn(first).recordId });
    },
  );

  test('several records with the value are named, and nothing is written', async () => {
    const acme = await salesforce();
    for (const LastName of ['A', 'B'])
      await acme.write({ type: 'create', record: { LastName, Legacy_Id__c: 'd' } });
    const ids = acme.records().map(({ id }) => id);
    const single = await acme.write(byKey({ Legacy_Id__c: 'd', Title: 'x' }, 'Legacy_Id__c'));
    expect(single.body).toMatchObject({ context: { errors: [{ code: 'AMBIGUOUS_KEY' }] } });
    const batch = await acme.write({
      type: 'upsert',
      key: 'Legacy_Id__c',
      batch: [
        { record: { Legacy_Id__c: 'd', Title: 'x' } },
        { record: { Legacy_Id__c: 'e', LastName: 'New' } },
      ],
    });
    expect(resultsIn(batch)).toMatchObject([
      { success: false, errors: [{ code: 'AMBIGUOUS_KEY' }] },
      { success: true, created: true },
    ]);
    const named = [single.body['context'], resultsIn(batch)[0]].map((one) => JSON.stringify(one));
    for (const id of ids) for (const text of named) expect(text).toContain(id.slice(0, 15));
    expect(ids.map((id) => acme.held(id)?.['Title'])).toEqual([undefined, undefined]);
  });

  test('all or none', async () => {
    const acme = await salesforce();
    const batch = [
      { record: { External_Id__c: 'a', LastName: 'A' } },
      { record: { External_Id__c: 'b', Unknown__c: 1 } },
    ];
    const write = { type: 'upsert', key: 'External_Id__c', batch, batchPolicy: { allOrNone: true } };
    expect((await acme.write(write)).status).toBe(422);
    expect(acme.records()).toEqual([]);
    const good = { ...write, batch: batch.slice(0, 1) };
    expect(resultsIn(await acme.write(good))).toMatchObject([{ created: true }]);
  });

  test('all or none is refused where the record decides what is written', async () => {
    const acme = await salesforce({ content: settings('Contact', { Title: { writeOnUpdate: 'never' } }) });
    const batch = [{ record: { External_Id__c: 'a', LastName: 'A', Title: 'x' } }];
    const { status, body } = await acme.write({
      type: 'upsert',
      key: 'External_Id__c',
      batch,
      batchPolicy: { allOrNone: true },
    });
    expect([status, body['issues']]).toMatchObject([400, [{ name: '/batchPolicy/allOrNone' }]]);
    expect(acme.calls()).toEqual([]);
  });
});

test.each([
  ['no key', { type: 'upsert', record: { email: 'a' } }, ['/key']],
  [
    'a record without a value of the key',
    { type: 'upsert', key: 'email', record: { firstname: 'A' } },
    ['/record/email'],
  ],
  [
    'an empty key, an id, and members of other types, all at once',
    { type: 'upsert', key: 'email', batch: [{ record: { email: ' ', id: '7' } }], onMissing: 'skip' },
    ['/onMissing', '/batch/0/record/id', '/batch/0/record/email'],
  ],
  ['a key of another type', { type: 'create', key: 'email', record: { email: 'a' } }, ['/key']],
  [
    'associations of a record that must exist',
    {
      type: 'upsert',
      key: 'email',
      onMissing: 'fail',
      record: { email: 'a' },
      associations: [
        { to: { id: '1' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }] },
      ],
    },
    ['/associations'],
  ],
])('%s is refused', async (_, body, names) => {
  const acme = await hubspot();
  const answer = await acme.write(body);
  expect(answer.status).toBe(400);
  const issues = answer.body['issues'] as { name: string }[];
  expect(issues.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});
