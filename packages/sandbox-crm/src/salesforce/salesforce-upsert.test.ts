import { expect, test } from '@jest/globals';
import { givenRow } from '../testing/records.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

const data = '/services/data/v66.0';
const one = `${data}/sobjects/Contact/External_Id__c`;
const many = `${data}/composite/sobjects/Contact/External_Id__c`;

const contact = (fields: object) => ({ attributes: { type: 'Contact' }, ...fields });
const keyed = (key: string, more: object = {}) => contact({ External_Id__c: key, LastName: 'L', ...more });
const rows = ({ sandbox }: TestSandbox) => sandbox.records('salesforce', 'acme', 'Contact');

const failure = (statusCode: string, message?: string, fields: string[] = []) => ({
  success: false,
  created: false,
  errors: [{ statusCode, message: message ?? expect.any(String), fields }],
});

/** Two contacts that share a value of an external id that is not unique. */
async function givenTwins(sandbox: TestSandbox): Promise<[string, string]> {
  const fields = { LastName: 'L', Legacy_Id__c: 'twin' };
  return [await givenRow(sandbox, 'Contact', fields), await givenRow(sandbox, 'Contact', fields)];
}

test('an upsert of one row creates it, and then finds it', async () => {
  await using sandbox = await startTestSandbox();
  const created = await sandbox.salesforce('PATCH', `${one}/k%2F1`, { LastName: 'L', Phone: '1' });
  const { id } = created.body as { id: string };
  expect(created).toMatchObject({ status: 201 });
  expect(created.body).toEqual({ id, success: true, errors: [], created: true });
  expect(created.headers.get('location')).toBe(`${data}/sobjects/Contact/${id}`);
  const updated = await sandbox.salesforce('PATCH', `${one}/K%2F1`, { Title: 'Countess' });
  expect(updated).toMatchObject({ status: 200 });
  expect(updated.body).toEqual({ id, success: true, errors: [], created: false });
  expect(rows(sandbox)).toMatchObject([{ id, fields: { Phone: '1', Title: 'Countess' } }]);
  expect(sandbox.sandbox.journal().map(({ effects }) => effects)).toMatchObject([
    [{ action: 'created', id }],
    [{ action: 'updated', id }],
  ]);
});

test('before 46.0 an upsert does not say whether it created, and collections have none', async () => {
  await using sandbox = await startTestSandbox();
  const before = one.replace('v66.0', 'v45.0');
  const created = await sandbox.salesforce('PATCH', `${before}/k`, { LastName: 'L' });
  expect(created).toMatchObject({ status: 201, body: { success: true } });
  expect(created.body).not.toHaveProperty('created');
  expect(await sandbox.salesforce('PATCH', `${before}/k`, { Title: 'x' })).toMatchObject({
    status: 204,
    body: '',
  });
  const records = [keyed('k')];
  expect(await sandbox.salesforce('PATCH', many.replace('v66.0', 'v45.0'), { records })).toMatchObject({
    status: 404,
  });
});

test('the body of one row names neither its key nor an id', async () => {
  await using sandbox = await startTestSandbox();
  for (const name of ['External_Id__c', 'Id']) {
    const answer = await sandbox.salesforce('PATCH', `${one}/k`, {
      LastName: 'L',
      [name.toLowerCase()]: 'k',
    });
    expect(answer).toMatchObject({ status: 400 });
    const message = `The ${name} field should not be specified in the sobject data.`;
    expect(answer.body).toEqual([{ message, errorCode: 'INVALID_FIELD' }]);
  }
  expect(rows(sandbox)).toEqual([]);
});

test('a field that is no external id is refused, each form with its own error', async () => {
  await using sandbox = await startTestSandbox();
  for (const name of ['Title', 'Nonsense__c']) {
    const single = await sandbox.salesforce('PATCH', `${data}/sobjects/Contact/${name}/k`, { LastName: 'L' });
    expect(single.status).toBe(404);
    expect(single.body).toEqual([
      {
        message: `Provided external ID field does not exist or is not accessible: ${name}`,
        errorCode: 'NOT_FOUND',
      },
    ]);
    const path = `${data}/composite/sobjects/Contact/${name}`;
    expect(await sandbox.salesforce('PATCH', path, { records: [contact({ [name]: 'k' })] })).toMatchObject({
      status: 400,
      body: [
        {
          errorCode: 'INVALID_FIELD',
          message: `Field name provided, ${name} does not match an External ID, Salesforce Id, or indexed field for Contact`,
        },
      ],
    });
  }
  expect(await sandbox.salesforce('DELETE', `${one}/k`)).toMatchObject({ status: 405 });
  expect(await sandbox.salesforce('POST', many, {})).toMatchObject({ status: 405 });
});

test('a value that several rows hold is refused with all of them, and nothing is written', async () => {
  await using sandbox = await startTestSandbox();
  const ids = await givenTwins(sandbox);
  const single = await sandbox.salesforce('PATCH', `${data}/sobjects/Contact/Legacy_Id__c/Twin`, {
    Title: 'x',
  });
  expect(single.status).toBe(300);
  expect(single.body).toEqual(ids.map((id) => `${data}/sobjects/Contact/${id}`));
  const records = [
    contact({ Legacy_Id__c: 'twin', Title: 'x' }),
    contact({ Legacy_Id__c: 'new', LastName: 'L' }),
  ];
  const path = `${data}/composite/sobjects/Contact/Legacy_Id__c`;
  const message = `Legacy Id: more than one record found for external id field: [${ids.join(', ')}]`;
  expect((await sandbox.salesforce('PATCH', path, { records })).body).toMatchObject([
    failure('DUPLICATE_EXTERNAL_ID', message, ['Legacy_Id__c']),
    { success: true, created: true },
  ]);
  expect(rows(sandbox).map(({ fields }) => fields['Title'])).toEqual([undefined, undefined, undefined]);
  await sandbox.salesforce('DELETE', `${data}/sobjects/Contact/${ids[0]}`);
  expect((await sandbox.salesforce('PATCH', path, { records })).body).toMatchObject([
    { id: ids[1], success: true, created: false },
    { success: true, created: false },
  ]);
});

test('a collection answers in order, for each row whether it is new', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenRow(sandbox, 'Contact', { LastName: 'L', External_Id__c: 'k1', Phone: '1' });
  const records = [
    keyed('k2'),
    contact({ external_id__c: 'K1', Title: 'Countess' }),
    contact({ External_Id__c: 'k3' }),
    contact({ LastName: 'L' }),
    keyed('', {}),
    { attributes: { type: 'Account' }, External_Id__c: 'k4', Name: 'A' },
    keyed('k5', { Id: id }),
  ];
  const answer = await sandbox.salesforce('PATCH', many, { records });
  expect(answer).toMatchObject({
    status: 200,
    body: [
      { success: true, created: true, errors: [] },
      { id, success: true, created: false, errors: [] },
      failure('REQUIRED_FIELD_MISSING', undefined, ['LastName']),
      failure('MISSING_ARGUMENT', 'External_Id__c not specified'),
      failure('MISSING_ARGUMENT', 'External_Id__c not specified'),
      failure('INVALID_TYPE'),
      failure('INVALID_FIELD'),
    ],
  });
  expect(rows(sandbox)).toMatchObject([{ fields: { Phone: '1', Title: 'Countess' } }, {}]);
  expect(answer.headers.get('sforce-limit-info')).toBe('api-usage=2/100000');
});

test('a value given twice in a collection refuses all rows that give it', async () => {
  await using sandbox = await startTestSandbox();
  const { body } = await sandbox.salesforce('PATCH', many, {
    records: [keyed('k1'), keyed('k2'), keyed('K1')],
  });
  expect(body).toMatchObject([
    failure('DUPLICATE_VALUE', 'Duplicate external id specified: k1', ['External_Id__c']),
    { success: true, created: true },
    failure('DUPLICATE_VALUE', 'Duplicate external id specified: K1', ['External_Id__c']),
  ]);
  expect(rows(sandbox)).toHaveLength(1);
});

test('with allOrNone one failure takes all upserts back', async () => {
  await using sandbox = await startTestSandbox();
  await givenRow(sandbox, 'Contact', { LastName: 'Before', External_Id__c: 'k1' });
  const records = [keyed('k1', { LastName: 'After' }), keyed('k2'), contact({ External_Id__c: 'k3' })];
  expect((await sandbox.salesforce('PATCH', many, { allOrNone: true, records })).body).toMatchObject([
    failure('ALL_OR_NONE_OPERATION_ROLLED_BACK'),
    failure('ALL_OR_NONE_OPERATION_ROLLED_BACK'),
    failure('REQUIRED_FIELD_MISSING', undefined, ['LastName']),
  ]);
  expect(rows(sandbox)).toMatchObject([{ fields: { LastName: 'Before' } }]);
});

test('a collection has at most 200 rows', async () => {
  await using sandbox = await startTestSandbox();
  const records = Array.from({ length: 201 }, (_, at) => keyed(`k${at}`));
  expect(await sandbox.salesforce('PATCH', many, { records })).toMatchObject({ status: 400 });
  expect((await sandbox.salesforce('PATCH', many, { records: records.slice(1) })).body).toHaveLength(200);
});

test('upserts with one new value at the same time make one row', async () => {
  await using sandbox = await startTestSandbox();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sandbox.salesforce('PATCH', `${one}/k`, { LastName: 'L' })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(rows(sandbox)).toHaveLength(1);
});

test('an upsert and its read-back go in one composite call', async () => {
  await using sandbox = await startTestSandbox();
  await givenTwins(sandbox);
  const upsert = (referenceId: string, url: string) => ({
    method: 'PATCH',
    url,
    referenceId,
    body: { LastName: 'L' },
  });
  const read = (referenceId: string, of: string) => ({
    method: 'GET',
    url: `${data}/sobjects/Contact/@{${of}.id}?fields=LastName`,
    referenceId,
  });
  const compositeRequest = [
    upsert('write', `${one}/k%201`),
    read('read', 'write'),
    upsert('again', `${one}/k%201`),
    read('readAgain', 'again'),
    upsert('several', `${data}/sobjects/Contact/Legacy_Id__c/twin`),
    read('nothing', 'several'),
  ];
  const { body } = await sandbox.salesforce('POST', `${data}/composite`, { compositeRequest });
  expect(body).toMatchObject({
    compositeResponse: [
      { httpStatusCode: 201, body: { success: true, created: true } },
      { httpStatusCode: 200, body: { LastName: 'L' } },
      { httpStatusCode: 200, body: { success: true, created: false } },
      { httpStatusCode: 200, body: { LastName: 'L' } },
      { httpStatusCode: 300, body: [expect.any(String), expect.any(String)] },
      { httpStatusCode: 400, body: [{ errorCode: 'PROCESSING_HALTED' }] },
    ],
  });
});

test('a fault refuses one row, by its key', async () => {
  await using sandbox = await startTestSandbox();
  const item = { code: 'UNABLE_TO_LOCK_ROW', message: 'unable to obtain exclusive access to this record' };
  const match = { record: { External_Id__c: 'k2' } };
  sandbox.sandbox.setFault({ provider: 'salesforce', match, times: 2, then: { item } });
  expect(
    (await sandbox.salesforce('PATCH', many, { records: [keyed('k1'), keyed('k2')] })).body,
  ).toMatchObject([{ success: true }, failure('UNABLE_TO_LOCK_ROW')]);
  expect(await sandbox.salesforce('PATCH', `${one}/k2`, { LastName: 'L' })).toMatchObject({
    status: 400,
    body: [{ errorCode: 'UNABLE_TO_LOCK_ROW' }],
  });
});
