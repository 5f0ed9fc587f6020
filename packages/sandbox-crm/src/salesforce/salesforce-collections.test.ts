import { expect, test } from '@jest/globals';
import { givenRow } from '../testing/records.ts';
import { startTestSandbox } from '../testing/test-sandbox.ts';

const path = '/services/data/v66.0/composite/sobjects';

const contact = (fields: object) => ({ attributes: { type: 'Contact' }, ...fields });
const good = contact({ LastName: 'Good' });
const bad = contact({ FirstName: 'Bad' });

const failure = (statusCode: string) => ({
  success: false,
  errors: [{ statusCode, fields: expect.any(Array) }],
});

test('a create answers 200 in the order of its records, whatever became of them', async () => {
  await using sandbox = await startTestSandbox();
  const answer = await sandbox.salesforce('POST', path, { records: [good, bad, good] });
  expect(answer).toMatchObject({
    status: 200,
    body: [{ success: true, errors: [] }, failure('REQUIRED_FIELD_MISSING'), { success: true }],
  });
  expect(answer.body).not.toHaveProperty('1.id');
  expect(sandbox.sandbox.records('salesforce', 'acme', 'Contact')).toHaveLength(2);
  expect(await sandbox.salesforce('POST', path, { records: [bad] })).toMatchObject({
    status: 200,
    body: [{ success: false }],
  });
});

test('with allOrNone one failure takes everything back: culprits keep their errors, others are rolled back', async () => {
  await using sandbox = await startTestSandbox();
  const answer = await sandbox.salesforce('POST', path, { allOrNone: true, records: [good, bad, good] });
  expect(answer).toMatchObject({
    status: 200,
    body: [
      failure('ALL_OR_NONE_OPERATION_ROLLED_BACK'),
      failure('REQUIRED_FIELD_MISSING'),
      failure('ALL_OR_NONE_OPERATION_ROLLED_BACK'),
    ],
  });
  expect(sandbox.sandbox.records('salesforce', 'acme', 'Contact')).toEqual([]);
  expect(sandbox.sandbox.journal().at(-1)?.effects).toEqual([]);
});

test('a rolled back update leaves the records as they were', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenRow(sandbox, 'Contact', { LastName: 'Before', External_Id__c: 'k' });
  const records = [
    contact({ id, LastName: 'After', External_Id__c: 'k2' }),
    contact({ id: '003000000000001AAA', LastName: 'X' }),
  ];
  await sandbox.salesforce('PATCH', path, { allOrNone: true, records });
  expect(sandbox.sandbox.records('salesforce', 'acme', 'Contact')).toMatchObject([
    { fields: { LastName: 'Before', External_Id__c: 'k' } },
  ]);
  // The unique index is as it was, too.
  const keyed = (key: string) => contact({ LastName: 'L', External_Id__c: key });
  expect((await sandbox.salesforce('POST', path, { records: [keyed('k'), keyed('k2')] })).body).toMatchObject(
    [failure('DUPLICATE_VALUE'), { success: true }],
  );
});

test('an update tells for each record why it failed', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenRow(sandbox, 'Contact', { LastName: 'L' });
  const gone = await givenRow(sandbox, 'Contact', { LastName: 'L' });
  await sandbox.salesforce('DELETE', `/services/data/v66.0/sobjects/Contact/${gone}`);
  const records = [
    contact({ Id: id, Title: 'T' }),
    contact({ Title: 'T' }),
    contact({ id: '003000000000001AAA' }),
    contact({ id: 'nonsense' }),
    contact({ id: id.slice(0, 15), Title: 'U' }),
    contact({ id: gone, Title: 'T' }),
    { id },
    { attributes: { type: 'Unicorn' }, id },
  ];
  expect((await sandbox.salesforce('PATCH', path, { records })).body).toMatchObject([
    { id, success: true },
    failure('MISSING_ARGUMENT'),
    failure('INVALID_CROSS_REFERENCE_KEY'),
    failure('MALFORMED_ID'),
    failure('DUPLICATE_VALUE'),
    failure('ENTITY_IS_DELETED'),
    failure('JSON_PARSER_ERROR'),
    failure('INVALID_TYPE'),
  ]);
});

test.each([
  [{ records: [] }, 'REQUIRED_FIELD_MISSING'],
  [{}, 'REQUIRED_FIELD_MISSING'],
  [{ records: Array.from({ length: 201 }, () => good) }, 'EXCEEDED_ID_LIMIT'],
])('a collection that is empty or too long is refused as a whole (%#)', async (body, errorCode) => {
  await using sandbox = await startTestSandbox();
  expect(await sandbox.salesforce('POST', path, body)).toMatchObject({
    status: 400,
    body: [{ errorCode }],
  });
  expect(sandbox.sandbox.records('salesforce', 'acme', 'Contact')).toEqual([]);
});

test('many records are read, with null where there is nothing', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenRow(sandbox, 'Contact', { LastName: 'L' });
  const ids = [id, '003000000000001AAA', 'nonsense', id];
  const row = { attributes: { type: 'Contact' }, Id: id, LastName: 'L' };
  const read = (body: object) => sandbox.salesforce('POST', `${path}/Contact`, body);
  expect(await read({ ids, fields: ['LastName'] })).toMatchObject({
    status: 200,
    body: [row, null, null, row],
  });
  expect(await read({ ids, fields: ['Nonsense'] })).toMatchObject({ status: 400 });
  expect(await read({ ids })).toMatchObject({ status: 400 });
});
