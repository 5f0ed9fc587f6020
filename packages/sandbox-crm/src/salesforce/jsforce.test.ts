import { expect, test } from '@jest/globals';
import { Connection } from 'jsforce';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';
import { watchConnections } from '../testing/watch-connections.ts';

const connect = ({ sandbox }: TestSandbox) =>
  new Connection({
    instanceUrl: `${sandbox.url}/salesforce`,
    accessToken: 'sandbox-salesforce-acme',
    version: '66.0',
  });

test('jsforce creates, reads, updates and deletes a record, and reaches nothing else', async () => {
  using connections = watchConnections();
  await using sandbox = await startTestSandbox();
  const contacts = connect(sandbox).sobject('Contact');
  const created = await contacts.create({ LastName: 'Lovelace' });
  expect(created).toMatchObject({ success: true, errors: [] });
  const { id = '' } = created;
  expect(await contacts.update({ Id: id, Title: 'Countess' })).toMatchObject({ id, success: true });
  expect(await contacts.retrieve(id)).toMatchObject({
    Id: id,
    Name: 'Lovelace',
    Title: 'Countess',
    Email: null,
  });
  expect(await contacts.delete(id)).toMatchObject({ success: true });
  await expect(contacts.retrieve(id)).rejects.toMatchObject({ errorCode: 'ENTITY_IS_DELETED' });
  expect(connections.addresses()).toEqual(['127.0.0.1']);
});

test('jsforce writes collections, with and without allOrNone', async () => {
  await using sandbox = await startTestSandbox();
  const accounts = connect(sandbox).sobject('Account');
  const created = await accounts.create([{ Name: 'A' }, { Phone: '1' }, { Name: 'C' }]);
  expect(created).toMatchObject([
    { success: true },
    { success: false, errors: [{ statusCode: 'REQUIRED_FIELD_MISSING' }] },
    { success: true },
  ]);
  const ids = created.map(({ id }) => id).filter((id) => id !== undefined);
  const changes = ids.map((Id) => ({ Id, Phone: '2' }));
  expect(await accounts.update(changes)).toMatchObject([{ success: true }, { success: true }]);
  expect(await accounts.retrieve(ids)).toMatchObject([{ Phone: '2' }, { Phone: '2' }]);
  const none = await accounts.create([{ Name: 'D' }, {}], { allOrNone: true });
  expect(none).toMatchObject([
    { errors: [{ statusCode: 'ALL_OR_NONE_OPERATION_ROLLED_BACK' }] },
    { success: false },
  ]);
});

test('jsforce upserts one record, and a collection', async () => {
  await using sandbox = await startTestSandbox();
  const contacts = connect(sandbox).sobject('Contact');
  const one = { LastName: 'L', External_Id__c: 'k1' };
  expect(await contacts.upsert(one, 'External_Id__c')).toMatchObject({ success: true, created: true });
  const many = [one, { ...one, External_Id__c: 'k2' }];
  expect(await contacts.upsert(many, 'External_Id__c')).toMatchObject([
    { success: true, created: false },
    { success: true, created: true },
  ]);
});

test('jsforce sends a composite call, and understands refusals of each kind', async () => {
  await using sandbox = await startTestSandbox();
  const connection = connect(sandbox);
  const data = '/services/data/v66.0';
  const compositeRequest = [
    { method: 'POST', url: `${data}/sobjects/Account`, referenceId: 'write', body: { Name: 'A' } },
    { method: 'GET', url: `${data}/sobjects/Account/@{write.id}`, referenceId: 'read' },
  ];
  expect(await connection.requestPost(`${data}/composite`, { compositeRequest })).toMatchObject({
    compositeResponse: [{ httpStatusCode: 201 }, { httpStatusCode: 200, body: { Name: 'A' } }],
  });
  const refused = (errorCode: string) => ({ errorCode, message: expect.any(String) as unknown });
  await expect(connection.sobject('Contact').create({})).rejects.toMatchObject(
    refused('REQUIRED_FIELD_MISSING'),
  );
  await expect(connection.query('SELECT Unicorn FROM Lead')).rejects.toMatchObject(refused('INVALID_FIELD'));
  await expect(connection.sobject('Unicorn').describe()).rejects.toMatchObject(refused('NOT_FOUND'));
  sandbox.sandbox.settings('salesforce', 'acme', { dailyLimit: 0 });
  await expect(connection.query('SELECT Id FROM Lead')).rejects.toMatchObject(
    refused('REQUEST_LIMIT_EXCEEDED'),
  );
});

test('jsforce queries and describes', async () => {
  await using sandbox = await startTestSandbox();
  const connection = connect(sandbox);
  await connection.sobject('Lead').create({ LastName: "O'Hara", Company: 'Acme' });
  const query = "SELECT Id, Company FROM Lead WHERE LastName = 'O\\'Hara'";
  expect(await connection.query(query)).toMatchObject({
    totalSize: 1,
    done: true,
    records: [{ Company: 'Acme' }],
  });
  expect((await connection.describe('Lead')).fields).toContainEqual(
    expect.objectContaining({ name: 'Company', nillable: false }),
  );
  expect(connection.limitInfo).toMatchObject({ apiUsage: { limit: 100_000 } });
});

test('jsforce renews an expired session by itself', async () => {
  await using sandbox = await startTestSandbox();
  const loginUrl = `${sandbox.sandbox.url}/salesforce`;
  const renewing = new Connection({
    oauth2: { clientId: 'c', clientSecret: 's', loginUrl },
    version: '66.0',
    instanceUrl: loginUrl,
    accessToken: 'expired',
    refreshToken: 'sandbox-refresh-salesforce-acme',
  });
  expect((await renewing.query('SELECT Id FROM Lead')).totalSize).toBe(0);
  expect(renewing.accessToken).not.toBe('expired');
  expect(sandbox.sandbox.journal().map(({ status }) => status)).toContain(401);
});
