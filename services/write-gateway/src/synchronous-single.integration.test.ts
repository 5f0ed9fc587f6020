import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findOperation } from '@writ/operation';
import { testDatabase } from '@writ/test-kit';
import { startGateway, type Gateway } from './testing/start-gateway.ts';
import type { Answer } from './testing/send.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(await testDatabase());
});
afterAll(() => gateway.close());

const deletable = (objectName: string) => ({
  write: { objects: { [objectName]: { deletionSettings: { enabled: true } } } },
});
const installContacts = () =>
  gateway.install({ provider: 'hubspot', objectName: 'contacts', content: deletable('contacts') });
const installContact = () =>
  gateway.install({ provider: 'salesforce', objectName: 'Contact', content: deletable('Contact') });
const recordIdOf = ({ body }: Answer): string => (body['result'] as { recordId: string }).recordId;

test('HubSpot: a record is created with its associations, updated and deleted', async () => {
  const { write, held, records, calls } = await installContacts();
  const created = await write({
    type: 'create',
    record: { firstname: 'Ada', annualrevenue: 12 },
    associations: [
      {
        to: { id: '9001' },
        types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 15 }],
      },
    ],
  });
  const id = recordIdOf(created);
  expect(created.body).toMatchObject({
    result: { success: true, recordId: id, data: { id, properties: { firstname: 'Ada' } } },
  });
  expect(records().find((record) => record.id === id)?.associations).toMatchObject([{ toId: '9001' }]);

  const updated = await write({ type: 'update', record: { id, firstname: null, lastname: 'King' } });
  expect(updated.body).toMatchObject({
    result: { success: true, recordId: id, data: { properties: { lastname: 'King' } } },
  });
  expect(held(id)).toMatchObject({ lastname: 'King' });

  const deleted = await write({ type: 'delete', record: { id } });
  expect(deleted.body).toEqual({ operationId: expect.any(String), result: { success: true } });
  expect(held(id)).toBeUndefined();
  expect(calls().map(({ method }) => method)).toEqual(['POST', 'PATCH', 'DELETE']);
});

test('Salesforce: a record is created, updated and deleted; a write and its read-back are one call', async () => {
  const { write, held, calls } = await installContact();
  const created = await write({ type: 'create', record: { LastName: 'Lovelace' } });
  const id = recordIdOf(created);
  expect(created.body).toMatchObject({
    result: { success: true, recordId: id, data: { Id: id, LastName: 'Lovelace' } },
  });
  const updated = await write({ type: 'update', record: { id, FirstName: 'Ada' } });
  expect(updated.body).toMatchObject({
    result: { success: true, recordId: id, data: { FirstName: 'Ada', LastName: 'Lovelace' } },
  });
  const deleted = await write({ type: 'delete', record: { id } });
  expect(deleted.body).toEqual({ operationId: expect.any(String), result: { success: true } });
  expect(held(id)).toBeUndefined();
  expect(calls()).toHaveLength(3);
});

test('forwarded headers reach Salesforce', async () => {
  const { write, calls } = await installContact();
  const headers = [{ key: 'Sforce-Auto-Assign', value: 'FALSE' }];
  await write({ type: 'create', record: { LastName: 'A' }, headers });
  expect(calls()[0]?.headers).toMatchObject({ 'sforce-auto-assign': 'FALSE' });
});

test('Salesforce: what a record that was read has beside its fields is not written, and the answer says so', async () => {
  const { write, held } = await installContact();
  const record = { attributes: { type: 'Contact' }, LastName: 'Lovelace' };
  const answer = await write({ type: 'create', record });
  expect(answer.body['warnings']).toEqual(['Not written, because it is no field of a record: attributes']);
  expect(held(recordIdOf(answer))).toMatchObject({ LastName: 'Lovelace' });
});

test('a write is found again as an operation that has ended', async () => {
  const { projectId, write } = await installContacts();
  const { body } = await write({ type: 'create', record: { firstname: 'Ada' } });
  const refused = await write({ type: 'update', record: { id: '404', firstname: 'Ada' } });
  const { operationId } = refused.body['context'] as { operationId: string };
  const find = (id: unknown) => findOperation(gateway.database.prisma, projectId, String(id));
  expect(await find(body['operationId'])).toMatchObject({
    status: 'success',
    result: 'Write completed',
    succeeded: 1,
  });
  expect(await find(operationId)).toMatchObject({
    status: 'failure',
    result: expect.stringMatching(/^\[contacts\] Error writing to provider: /),
    failed: 1,
  });
});

test('an answer that does not show the record: 200 with a warning and without data', async () => {
  const { write, account } = await installContacts();
  gateway.sandbox.setFault({ provider: 'hubspot', account, then: 'truncate' });
  const answer = await write({ type: 'create', record: { firstname: 'Ada' } });
  expect(answer.status).toBe(200);
  expect(answer.body['warnings']).toHaveLength(1);
  expect(answer.body['result']).toEqual({ success: true, recordId: expect.any(String) });
});

test('a value that HubSpot does not keep: 200 with a warning that names field, sent and kept value', async () => {
  const { write, held } = await installContacts();
  const stage = (lifecyclestage: string) => ({ firstname: 'Ada', lifecyclestage });
  const id = recordIdOf(await write({ type: 'create', record: stage('customer') }));
  const answer = await write({ type: 'update', record: { id, ...stage('lead') } });
  const warnings = [expect.stringContaining('`lifecyclestage` is "customer", not "lead"')];
  expect(answer).toMatchObject({ status: 200, body: { result: { success: true }, warnings } });
  expect(held(id)).toMatchObject({ lifecyclestage: 'customer' });
});

test('a duplicate: the answer names the records that are there, and whether the rule can be overridden', async () => {
  const hubspot = await installContacts();
  const record = { email: 'ada@x.example' };
  const id = recordIdOf(await hubspot.write({ type: 'create', record }));
  const taken = await hubspot.write({ type: 'create', record });
  expect(taken).toMatchObject({ status: 422, body: { context: { errors: [{ matches: [id] }] } } });
  const { write, account } = await installContact();
  const found = { matchRecords: [{ record: { Id: '003000000000001AAA' } }] };
  const error = { errorCode: 'DUPLICATES_DETECTED', message: 'Use one of these records?' };
  const body = [{ ...error, duplicateResult: { allowSave: true, matchResults: [found] } }];
  gateway.sandbox.setFault({ provider: 'salesforce', account, then: { status: 400, body } });
  const answer = await write({ type: 'create', record: { LastName: 'A' } });
  const { context } = answer.body as { context: { operationId: string; errors: unknown } };
  expect(context.errors).toMatchObject([{ matches: ['003000000000001AAA'], allowSave: true }]);
});

test('a record that could not be read back is written: 200 with a warning and without data', async () => {
  const { write, held, account } = await installContact();
  // A value that looks like a reference is written and read by its own calls.
  gateway.sandbox.setFault({
    provider: 'salesforce',
    account,
    match: { method: 'GET' },
    then: { status: 500 },
  });
  const answer = await write({ type: 'create', record: { LastName: 'Love@{lace}' } });
  expect(answer.status).toBe(200);
  expect(answer.body['warnings']).toEqual([expect.stringContaining('could not be read back')]);
  expect(answer.body['result']).toEqual({ success: true, recordId: expect.any(String) });
  expect(held(recordIdOf(answer))).toMatchObject({ LastName: 'Love@{lace}' });
});
