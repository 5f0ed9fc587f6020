import { expect, test } from '@jest/globals';
import { givenRow } from '../testing/records.ts';
import { startTestSandbox } from '../testing/test-sandbox.ts';

const data = '/services/data/v66.0';

test.each(['v31.0', 'v50.0', 'v66.0', 'v68.0'])(
  'a create on %s answers 201 with nothing but the id',
  async (version) => {
    await using sandbox = await startTestSandbox();
    const answer = await sandbox.salesforce('POST', `/services/data/${version}/sobjects/Contact`, {
      LastName: 'Lovelace',
    });
    const { id } = answer.body as { id: string };
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({ id, success: true, errors: [] });
    expect(id).toMatch(/^003[A-Za-z0-9]{15}$/);
    expect(answer.headers.get('location')).toBe(`/services/data/${version}/sobjects/Contact/${id}`);
  },
);

test('a read gives the fields asked for, or all; unset ones are null', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenRow(sandbox, 'Lead', {
    FirstName: 'Ada',
    LastName: 'Lovelace',
    Company: 'Acme',
    AnnualRevenue: '12.5',
  });
  const path = `${data}/sobjects/Lead/${id}`;
  expect((await sandbox.salesforce('GET', `${path}?fields=Name,phone,AnnualRevenue`)).body).toEqual({
    attributes: { type: 'Lead', url: path },
    Id: id,
    Name: 'Ada Lovelace',
    Phone: null,
    AnnualRevenue: 12.5,
  });
  expect((await sandbox.salesforce('GET', path)).body).toMatchObject({
    CreatedDate: '2026-03-01T10:00:00.000+0000',
    IsDeleted: false,
    HasOptedOutOfEmail: false,
    Email: null,
  });
  expect(await sandbox.salesforce('GET', `${path}?fields=Nonsense`)).toMatchObject({
    status: 400,
    body: [{ errorCode: 'INVALID_FIELD' }],
  });
  // An id of 15 characters names the same record.
  expect((await sandbox.salesforce('GET', `${data}/sobjects/Lead/${id.slice(0, 15)}`)).status).toBe(200);
});

test('an update answers 204 with an empty body; null clears a field', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenRow(sandbox, 'Contact', { LastName: 'Lovelace', Phone: '1', Title: 'Countess' });
  const path = `${data}/sobjects/Contact/${id}`;
  expect(await sandbox.salesforce('PATCH', path, { Phone: null, Title: 'Analyst' })).toMatchObject({
    status: 204,
    body: '',
  });
  expect(sandbox.sandbox.records('salesforce', 'acme', 'Contact')[0]?.fields).toEqual({
    LastName: 'Lovelace',
    Title: 'Analyst',
  });
});

test('a record is deleted once; after that it is ENTITY_IS_DELETED for every verb', async () => {
  await using sandbox = await startTestSandbox();
  const path = `${data}/sobjects/Account/${await givenRow(sandbox, 'Account', { Name: 'Acme' })}`;
  expect(await sandbox.salesforce('DELETE', path)).toMatchObject({ status: 204, body: '' });
  for (const [method, body] of [
    ['DELETE', undefined],
    ['GET', undefined],
    ['PATCH', { Name: 'B' }],
  ] as const) {
    expect(await sandbox.salesforce(method, path, body)).toMatchObject({
      status: 404,
      body: [{ errorCode: 'ENTITY_IS_DELETED', message: 'entity is deleted' }],
    });
  }
});

test('an unknown id, object, path or version is NOT_FOUND, and an unknown method is refused', async () => {
  await using sandbox = await startTestSandbox();
  for (const path of [
    `${data}/sobjects/Contact/003000000000001AAA`,
    `${data}/sobjects/Contact/nonsense`,
    `${data}/sobjects/Unicorn/describe`,
    `${data}/nonsense`,
    '/services/data/v20.0/sobjects/Lead/describe',
    '/nonsense',
  ]) {
    expect(await sandbox.salesforce('GET', path)).toMatchObject({
      status: 404,
      body: [{ errorCode: 'NOT_FOUND' }],
    });
  }
  expect(await sandbox.salesforce('PUT', `${data}/sobjects/Contact/1`)).toMatchObject({
    status: 405,
    body: [{ errorCode: 'METHOD_NOT_ALLOWED' }],
  });
});

test.each([
  [{}, 'REQUIRED_FIELD_MISSING', ['LastName']],
  [{ LastName: '' }, 'REQUIRED_FIELD_MISSING', ['LastName']],
  [{ LastName: 'L', Nonsense__c: 1 }, 'INVALID_FIELD', undefined],
  [{ LastName: 'L', CreatedDate: '2026-01-01' }, 'INVALID_FIELD_FOR_INSERT_UPDATE', ['CreatedDate']],
  [{ LastName: 'L', FirstName: 'x'.repeat(41) }, 'STRING_TOO_LONG', ['FirstName']],
  [{ LastName: 'L', LeadSource: 'Nonsense' }, 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST', ['LeadSource']],
  [{ LastName: 'L', Email: 'nonsense' }, 'INVALID_EMAIL_ADDRESS', ['Email']],
  [{ LastName: 'L', DoNotCall: 'maybe' }, 'JSON_PARSER_ERROR', undefined],
  [{ LastName: 'L', Birthdate: '' }, 'JSON_PARSER_ERROR', undefined],
  [{ LastName: 'L', Languages__c: ['English'] }, 'JSON_PARSER_ERROR', undefined],
  [
    { LastName: 'L', Languages__c: 'English;Latin' },
    'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
    ['Languages__c'],
  ],
  [{ LastName: 'L', Birthdate: 'spring' }, 'JSON_PARSER_ERROR', undefined],
  [{ LastName: 'L', Birthdate: '1815-02-30' }, 'JSON_PARSER_ERROR', undefined],
  [{ LastName: 'L', Birthdate: '10/12/1815' }, 'JSON_PARSER_ERROR', undefined],
  [{ LastName: 'L', Birthdate: '1815-12-10T00:00:00Z' }, 'JSON_PARSER_ERROR', undefined],
  [{ LastName: 'L', Birthdate: 1815 }, 'JSON_PARSER_ERROR', undefined],
  [{ LastName: 'L', AccountId: 'nonsense' }, 'MALFORMED_ID', ['AccountId']],
  [{ LastName: 'L', AccountId: '0015e00000000GBAAY' }, 'INVALID_CROSS_REFERENCE_KEY', ['AccountId']],
  [{ LastName: 'L', Id: '0035e00000000GBAAY' }, 'INVALID_FIELD_FOR_INSERT_UPDATE', ['Id']],
])('a contact %j is refused with %s', async (fields, errorCode, at) => {
  await using sandbox = await startTestSandbox();
  expect(await sandbox.salesforce('POST', `${data}/sobjects/Contact`, fields)).toMatchObject({
    status: 400,
    body: [{ errorCode, ...(at && { fields: at }) }],
  });
  expect(sandbox.sandbox.records('salesforce', 'acme', 'Contact')).toEqual([]);
});

test('a body that is no JSON, or no JSON by its type, is refused', async () => {
  await using sandbox = await startTestSandbox();
  const path = `${data}/sobjects/Contact`;
  expect(await sandbox.salesforce('POST', path, '{"LastName":')).toMatchObject({
    status: 400,
    body: [{ errorCode: 'JSON_PARSER_ERROR' }],
  });
  expect(await sandbox.salesforce('POST', path, '{}', { 'content-type': 'text/plain' })).toMatchObject({
    status: 415,
  });
});

test('an external id that another record holds is DUPLICATE_VALUE and names that record', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenRow(sandbox, 'Account', { Name: 'Acme', External_Id__c: 'K1' });
  const answer = await sandbox.salesforce('POST', `${data}/sobjects/Account`, {
    Name: 'B',
    External_Id__c: 'k1',
  });
  expect(answer).toMatchObject({ status: 400, body: [{ errorCode: 'DUPLICATE_VALUE' }] });
  expect(answer.body).toHaveProperty('0.message', expect.stringContaining(`record with id: ${id}`));
});

test('If-Unmodified-Since lets an update through only when nobody wrote since', async () => {
  await using sandbox = await startTestSandbox();
  const path = `${data}/sobjects/Account/${await givenRow(sandbox, 'Account', { Name: 'Acme' })}`;
  const update = (since: string) =>
    sandbox.salesforce('PATCH', path, { Name: 'B' }, { 'if-unmodified-since': since });
  expect(await update('Sun, 01 Mar 2026 09:59:59 GMT')).toMatchObject({ status: 412 });
  expect(await update('Sun, 01 Mar 2026 10:00:00 GMT')).toMatchObject({ status: 204 });
});

test('a describe tells how each field may be used', async () => {
  await using sandbox = await startTestSandbox();
  const { fields } = (await sandbox.salesforce('GET', `${data}/sobjects/Contact/describe`)).body as {
    fields: { name: string }[];
  };
  const named = new Map(fields.map((field) => [field.name, field]));
  expect(named.get('LastName')).toMatchObject({
    nillable: false,
    createable: true,
    updateable: true,
    length: 80,
  });
  expect(named.get('CreatedDate')).toMatchObject({
    createable: false,
    updateable: false,
    defaultedOnCreate: true,
  });
  expect(named.get('External_Id__c')).toMatchObject({ externalId: true, unique: true, custom: true });
  expect(named.get('LeadSource')).toHaveProperty('picklistValues.0.value', 'Web');
});
