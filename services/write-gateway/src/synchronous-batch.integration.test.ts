import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findOperation } from '@writ/operation';
import { viewOperation } from '@writ/operation/testing';
import { testDatabase } from '@writ/test-kit';
import type { Installed } from './testing/install.ts';
import type { Answer } from './testing/send.ts';
import { startGateway, type Gateway } from './testing/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(await testDatabase());
});
afterAll(() => gateway.close());

const installContacts = () => gateway.install({ provider: 'hubspot', objectName: 'contacts' });
const installContact = () => gateway.install({ provider: 'salesforce', objectName: 'Contact' });

type Result = {
  success: boolean;
  recordId?: string;
  data?: object;
  errors?: { message: string; code?: string }[];
};
const resultsOf = ({ status, body }: Answer): Result[] =>
  (status === 200 ? body : (body['context'] as object as Answer['body']))['results'] as Result[];
const batch = (records: object[]) => records.map((record) => ({ record }));
const successes = (answer: Answer) => resultsOf(answer).map(({ success }) => success);
const issueNames = (body: Answer['body']) => (body['issues'] as { name: string }[]).map(({ name }) => name);
const allOrNone = { batchPolicy: { allOrNone: true } };

/** Returns their ids. */
async function created({ write }: Installed, field: string, names: string[]): Promise<string[]> {
  const answer = await write({ type: 'create', batch: batch(names.map((name) => ({ [field]: name }))) });
  return resultsOf(answer).map(({ recordId }) => recordId!);
}

test('HubSpot create: what can be written is written, results stand in the order of the request', async () => {
  const installed = await installContacts();
  const answer = await installed.write({
    type: 'create',
    batch: batch([{ firstname: 'a' }, { email: 'no address' }, { firstname: 'c' }, { nonsense: 1 }]),
  });
  expect(answer).toMatchObject({ status: 200, body: { successCount: 2, failureCount: 2 } });
  expect(answer.body['errors']).toMatchObject([
    { index: 1, field: 'email' },
    { index: 3, field: 'nonsense' },
  ]);
  expect(successes(answer)).toEqual([true, false, true, false]);
  const [first, second, third, fourth] = resultsOf(answer);
  expect(first?.data).toMatchObject({ id: first?.recordId, properties: { firstname: 'a' } });
  expect(installed.held(third!.recordId!)).toMatchObject({ firstname: 'c' });
  expect(second?.errors).toMatchObject([{ message: expect.stringContaining('no address') }]);
  expect(fourth?.errors).toMatchObject([{ field: 'nonsense' }]);
  expect(installed.calls()).toHaveLength(1);
});

test('a batch that fails for several causes tells each of them with the number of its records', async () => {
  const installed = await installContacts();
  const records = [{ email: 'x' }, { nonsense: 1 }, { nonsense: 2 }, { annualrevenue: 'a lot' }];
  const answer = await installed.write({ type: 'create', batch: batch(records) });
  expect(answer.status).toBe(422);
  expect(answer.body['detail']).toMatch(
    /^2 records: .*nonsense.*; 1 record: .*(?:email|Email).*; 1 record: .*a lot.*$/,
  );
  expect(answer.body['causes']).toHaveLength(3);
});

test('a batch tells of values that HubSpot does not keep', async () => {
  const installed = await installContacts();
  const records = ['customer', 'lead'].map((lifecyclestage) => ({ lifecyclestage }));
  const created = await installed.write({ type: 'create', batch: batch(records) });
  const back = resultsOf(created).map(({ recordId }) => ({ id: recordId, lifecyclestage: 'lead' }));
  const answer = await installed.write({ type: 'update', batch: batch(back) });
  expect(answer).toMatchObject({ status: 200, body: { successCount: 2 } });
  expect(answer.body['warnings']).toEqual([expect.stringContaining('is "customer", not "lead"')]);
});

test.each(['hubspot', 'salesforce'] as const)(
  '%s: a record without a field to write fails alone, unsent',
  async (provider) => {
    const objectName = provider === 'hubspot' ? 'contacts' : 'Contact';
    const field = provider === 'hubspot' ? 'lastname' : 'LastName';
    const installed = await gateway.install({ provider, objectName });
    const records = [{ [field]: 'a' }, {}, { [field]: 'c' }];
    const answer = await installed.write({ type: 'create', batch: batch(records) });
    expect(answer).toMatchObject({ status: 200, body: { successCount: 2, failureCount: 1 } });
    expect(successes(answer)).toEqual([true, false, true]);
    expect(answer.body['errors']).toMatchObject([{ index: 1, code: 'NOT_SENT_INVALID_RECORD' }]);
    expect(installed.records()).toHaveLength(2);
    const refused = [
      await installed.write({ type: 'create', batch: batch(records), ...allOrNone }),
      await installed.write({ type: 'create', batch: batch([{}, {}]) }),
    ];
    expect(refused.map(({ status, body }) => [status, issueNames(body)])).toEqual([
      [400, ['/batch/1/record']],
      [400, ['/batch/0/record', '/batch/1/record']],
    ]);
    expect(installed.records()).toHaveLength(2);
  },
);

test.each([
  {
    provider: 'hubspot',
    objectName: 'contacts',
    field: 'lastname',
    given: [{ annualrevenue: 1e-7 }, { annualrevenue: 0.5 }],
    cleared: [{ annualrevenue: '' }, { annualrevenue: null }],
    held: [{ annualrevenue: '0.0000001' }, { annualrevenue: '0.5' }],
  },
  {
    provider: 'salesforce',
    objectName: 'Contact',
    field: 'LastName',
    given: [{ Languages__c: ['English', 'German'] }, { Languages__c: ['French'], Birthdate: '1815-12-10' }],
    cleared: [{ Languages__c: [] }, { Languages__c: '', Birthdate: '' }],
    held: [{ Languages__c: 'English;German' }, { Languages__c: 'French', Birthdate: '1815-12-10' }],
  },
] as const)('$provider: values arrive in the form of their fields, and empty ones clear them', async (of) => {
  const { provider, objectName, field } = of;
  const installed = await gateway.install({ provider, objectName });
  const named = { [field]: 'Lovelace' };
  const batched = await installed.write({
    type: 'create',
    batch: batch(of.given.map((fields) => ({ ...named, ...fields }))),
  });
  const ids = resultsOf(batched).map(({ recordId }) => recordId!);
  const expected = of.held.map((fields) => ({ ...named, ...fields }));
  expect(ids.map((id) => installed.held(id))).toMatchObject(expected);
  const single = await installed.write({ type: 'create', record: { ...named, ...of.given[0] } });
  const { recordId: alone } = single.body['result'] as { recordId: string };
  expect(installed.held(alone)).toMatchObject(expected[0]!);
  const records = of.cleared.map((fields, at) => ({ id: ids[at], ...fields }));
  expect(successes(await installed.write({ type: 'update', batch: batch(records) }))).toEqual([true, true]);
  for (const id of ids) {
    const { annualrevenue, Languages__c: languages, Birthdate: day } = installed.held(id)!;
    expect([annualrevenue, languages, day]).toEqual([undefined, undefined, undefined]);
  }
});

test('HubSpot create: records that are written, but cannot be told apart, have no ids, and the answer warns', async () => {
  const installed = await installContacts();
  const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 15 }];
  const [contact] = await created(installed, 'firstname', ['c']);
  const record = { firstname: 'Ada' };
  const answer = await installed.write({
    type: 'create',
    batch: [{ record, associations: [{ to: { id: contact }, types }] }, { record }],
    ...allOrNone,
  });
  expect(answer).toMatchObject({ status: 200, body: { successCount: 2, failureCount: 0, errors: [] } });
  expect(resultsOf(answer)).toEqual([{ success: true }, { success: true }]);
  expect(answer.body['warnings']).toEqual([expect.stringContaining('does not show which id')]);
  expect(installed.records()).toHaveLength(3);
  const { database } = gateway;
  const operation = await viewOperation(
    database.prisma,
    installed.projectId,
    String(answer.body['operationId']),
  );
  expect(operation).toMatchObject({
    status: 'success',
    succeeded: 2,
    failed: 0,
    ambiguous: false,
    successfulRecordIds: [],
    warnings: answer.body['warnings'],
  });
});

test('associations belong to the item that they stand beside', async () => {
  const installed = await installContacts();
  const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 15 }];
  const record = { firstname: 'Ada' };
  const answer = await installed.write({
    type: 'create',
    batch: [{ record }, { record, associations: [{ to: { id: '9001' }, types }] }],
  });
  const associated = resultsOf(answer).map(
    ({ recordId }) => installed.records().find(({ id }) => id === recordId)?.associations.length,
  );
  expect(associated).toEqual([0, 1]);
});

test('HubSpot create, all or none: one bad record, nothing written', async () => {
  const installed = await installContacts();
  const records = batch([{ firstname: 'a' }, { email: 'no address' }]);
  const answer = await installed.write({ type: 'create', batch: records, ...allOrNone });
  expect(answer).toMatchObject({ status: 422, body: { retryable: false, subsystem: 'hubspot' } });
  expect(successes(answer)).toEqual([false, false]);
  expect(resultsOf(answer).map(({ errors }) => errors?.[0]?.code)).toEqual([
    'NOT_WRITTEN_BATCH_REFUSED',
    'INVALID_EMAIL',
  ]);
  expect(answer.body['causes']).toEqual(['Email address no address is invalid (email)']);
  expect(installed.records()).toEqual([]);
  expect(installed.calls()).toHaveLength(1);
});

test('HubSpot create, all or none: a refusal that names nobody blames nobody, and is told on top', async () => {
  const installed = await installContacts();
  await created(installed, 'email', ['a@x.org']);
  const records = batch([{ email: 'b@x.org' }, { email: 'a@x.org' }]);
  const answer = await installed.write({ type: 'create', batch: records, ...allOrNone });
  const refused = { code: 'NOT_WRITTEN_BATCH_REFUSED' };
  expect(answer).toMatchObject({
    status: 422,
    body: {
      detail: expect.stringContaining('already exists'),
      causes: [expect.stringContaining('already exists')],
      errors: [{ code: 'CONFLICT' }, { ...refused, index: 0 }, { ...refused, index: 1 }],
      context: { errors: answer.body['errors'] },
    },
  });
  expect(resultsOf(answer)).toMatchObject([{ errors: [refused] }, { errors: [refused] }]);
});

test('HubSpot update: a refusal of the whole batch leaves out the record with the refused value, whatever allOrNone says', async () => {
  const installed = await installContacts();
  const ids = await created(installed, 'firstname', ['a', 'b', 'c', 'd']);
  const before = installed.calls().length;
  const records = ids.map((id, at) => ({
    id,
    ...(at === 2 ? { annualrevenue: 'a lot' } : { lastname: 'x' }),
  }));
  const answer = await installed.write({ type: 'update', batch: batch(records), ...allOrNone });
  const warnings = [expect.stringContaining('never all-or-none')];
  expect(answer).toMatchObject({ status: 200, body: { successCount: 3, failureCount: 1, warnings } });
  expect(successes(answer)).toEqual([true, true, false, true]);
  expect(resultsOf(answer)[2]?.errors).toMatchObject([{ field: 'annualrevenue' }]);
  // All four, then the other three.
  expect(installed.calls()).toHaveLength(before + 2);
});

test('HubSpot update: every good record is written, however many bad ones are beside it', async () => {
  const installed = await installContacts();
  const names = Array.from({ length: 100 }, (_, at) => `n${at}`);
  const ids = await created(installed, 'firstname', names);
  const isBad = (at: number) => at % 6 === 0;
  const records = ids.map((id, at) => ({
    id,
    ...(isBad(at) ? { annualrevenue: 'a lot' } : { city: 'Ulm' }),
  }));
  const answer = await installed.write({ type: 'update', batch: batch(records) });
  expect(successes(answer)).toEqual(ids.map((_, at) => !isBad(at)));
});

test('HubSpot update: a field that HubSpot does not know fails the records that hold it, and no other', async () => {
  const installed = await installContacts();
  const ids = await created(installed, 'firstname', ['a', 'b', 'c', 'd']);
  const before = installed.calls().length;
  const records = ids.map((id, at) => ({ id, lastname: 'x', ...(at % 2 === 0 && { nonsense: 1 }) }));
  const answer = await installed.write({ type: 'update', batch: batch(records) });
  expect(successes(answer)).toEqual([false, true, false, true]);
  expect(resultsOf(answer)[2]?.errors).toMatchObject([{ field: 'nonsense' }]);
  expect(installed.calls()).toHaveLength(before + 2);
});

test('HubSpot update: a record that does not exist fails alone', async () => {
  const installed = await installContacts();
  const [id] = await created(installed, 'firstname', ['a']);
  const answer = await installed.write({
    type: 'update',
    batch: batch([
      { id: '404', lastname: 'x' },
      { id, lastname: 'y' },
    ]),
  });
  expect(successes(answer)).toEqual([false, true]);
  expect(resultsOf(answer)[0]?.errors).toMatchObject([
    { code: 'OBJECT_NOT_FOUND', message: expect.stringContaining('404') },
  ]);
});

test.each(['hubspot', 'salesforce'] as const)(
  '%s update: an id that is none of the provider fails its own record alone, and is never sent',
  async (provider) => {
    const installed = provider === 'hubspot' ? await installContacts() : await installContact();
    const field = provider === 'hubspot' ? 'lastname' : 'LastName';
    const [id] = await created(installed, field, ['a']);
    const before = installed.calls().length;
    const records = batch([
      { id: '../1', [field]: 'x' },
      { id, [field]: 'y' },
    ]);
    const answer = await installed.write({ type: 'update', batch: records });
    expect(successes(answer)).toEqual([false, true]);
    expect(resultsOf(answer)[0]?.errors).toMatchObject([{ code: 'INVALID_RECORD_ID' }]);
    expect(installed.held(id!)).toMatchObject({ [field]: 'y' });
    expect(installed.calls()).toHaveLength(before + 1);
    expect(JSON.stringify(installed.calls())).not.toContain('../1');

    // Only where the provider has it.
    const together = await installed.write({ type: 'update', batch: records, ...allOrNone });
    expect(together.status).toBe(provider === 'hubspot' ? 200 : 400);
    const none = await installed.write({ type: 'update', batch: batch([{ id: '../1', [field]: 'x' }]) });
    expect(none).toMatchObject({ status: 400, body: { issues: [{ name: '/batch/0/record/id' }] } });
  },
);

test.each(['hubspot', 'salesforce'] as const)(
  '%s: the same record twice is updated twice, in order',
  async (provider) => {
    const installed = provider === 'hubspot' ? await installContacts() : await installContact();
    const field = provider === 'hubspot' ? 'lastname' : 'LastName';
    const [id, other] = await created(installed, field, ['first', 'other']);
    const before = installed.calls().length;
    const records = [id, other, id].map((own, at) => ({ id: own, [field]: `v${at}` }));
    const answer = await installed.write({ type: 'update', batch: batch(records) });
    expect(successes(answer)).toEqual([true, true, true]);
    expect(installed.held(id!)).toMatchObject({ [field]: 'v2' });
    expect(installed.held(other!)).toMatchObject({ [field]: 'v1' });
    expect(installed.calls()).toHaveLength(before + 2);

    // The provider always updates in part (Specification, Write records, rule 4).
    const together = await installed.write({ type: 'update', batch: batch(records), ...allOrNone });
    expect(together.status).toBe(provider === 'hubspot' ? 200 : 400);
  },
);

test('Salesforce: what can be written is written; ids, and no data', async () => {
  const installed = await installContact();
  const answer = await installed.write({
    type: 'create',
    batch: batch([{ FirstName: 'a' }, { LastName: 'b' }]),
  });
  expect(answer).toMatchObject({ status: 200, body: { successCount: 1, failureCount: 1 } });
  const [bad, good] = resultsOf(answer);
  expect(bad?.errors).toMatchObject([{ code: 'REQUIRED_FIELD_MISSING' }]);
  expect(good).toEqual({ success: true, recordId: expect.any(String) });
});

test.each(['create', 'update'] as const)(
  'Salesforce %s, all or none: the culprit keeps its error, its neighbour is told apart',
  async (type) => {
    const installed = await installContact();
    const ids = await created(installed, 'LastName', ['a', 'b']);
    const held = installed.records().length;
    const records = ids.map((id, at) => ({
      ...(type === 'update' && { id }),
      LastName: 'new',
      ...(at === 1 && { Nonsense: 1 }),
    }));
    const answer = await installed.write({ type, batch: batch(records), ...allOrNone });
    expect(answer).toMatchObject({ status: 422, body: { retryable: false, subsystem: 'salesforce' } });
    const [neighbour, culprit] = resultsOf(answer);
    expect(neighbour?.errors).toMatchObject([{ code: 'ALL_OR_NONE_OPERATION_ROLLED_BACK' }]);
    expect(culprit?.errors?.[0]?.message).toMatch('Nonsense');
    // The problem quotes the culprit's error, not its neighbour's.
    expect(answer.body['detail']).toMatch('Nonsense');
    expect(installed.records()).toHaveLength(held);
    expect(installed.held(ids[0]!)).toMatchObject({ LastName: 'a' });
  },
);

test('none written: 422 with what became of each record, and each cause once', async () => {
  const installed = await installContacts();
  const answer = await installed.write({
    type: 'create',
    batch: batch([{ nonsense: 1 }, { email: 'x' }, { nonsense: 2 }]),
  });
  expect(answer).toMatchObject({ status: 422, body: { context: { operationId: expect.any(String) } } });
  expect(successes(answer)).toEqual([false, false, false]);
  expect(answer.body['causes']).toHaveLength(2);
  expect(answer.body).toMatchObject({
    operationId: expect.any(String),
    successCount: 0,
    failureCount: 3,
    results: resultsOf(answer),
    errors: [{ index: 0 }, { index: 1 }, { index: 2 }],
  });
});

test('a batch of which some records may pass later says so', async () => {
  const installed = await installContact();
  const { account } = installed;
  const item = { code: 'UNABLE_TO_LOCK_ROW', message: 'unable to obtain exclusive access to this record' };
  const fault = {
    provider: 'salesforce',
    account,
    match: { record: { LastName: 'a' } },
    then: { item },
  } as const;
  gateway.sandbox.setFault(fault);
  const partly = await installed.write({
    type: 'create',
    batch: batch([{ LastName: 'a' }, { LastName: 'b' }]),
  });
  expect(partly).toMatchObject({ status: 200, body: { successCount: 1 } });
  expect(resultsOf(partly)[0]?.errors).toMatchObject([{ code: 'UNABLE_TO_LOCK_ROW' }]);

  gateway.sandbox.setFault(fault);
  const whole = await installed.write({
    type: 'create',
    batch: batch([{ LastName: 'b' }, { LastName: 'a' }]),
    ...allOrNone,
  });
  expect(whole).toMatchObject({ status: 503, body: { retryable: true, context: { outcome: 'notSent' } } });
});

test('where some faults pass and others last, the write as a whole does not pass, and its operation says why in the same words', async () => {
  const installed = await installContact();
  const { account } = installed;
  const item = { code: 'UNABLE_TO_LOCK_ROW', message: 'unable to obtain exclusive access to this record' };
  gateway.sandbox.setFault({
    provider: 'salesforce',
    account,
    match: { record: { LastName: 'a' } },
    then: { item },
  });
  const answer = await installed.write({
    type: 'create',
    batch: batch([{ LastName: 'a' }, { FirstName: 'b' }]),
  });
  expect(answer).toMatchObject({ status: 422, body: { retryable: false } });
  expect(answer.body['detail']).toMatch('Required fields are missing');
  expect(answer.body).not.toHaveProperty('retryAfter');
  const id = String(answer.body['operationId']);
  expect(await findOperation(gateway.database.prisma, installed.projectId, id)).toMatchObject({
    result: `[Contact] Error writing to provider: ${String(answer.body['detail'])}`,
    fault: 'invalid',
  });
});
