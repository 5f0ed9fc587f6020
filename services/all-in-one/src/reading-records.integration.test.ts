import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { OperationRecord, Page, Problem, RecordNow } from '@writ/contracts';
import { createClosing } from '@writ/service-kit';
import { testDatabase, type TestDatabase } from '@writ/test-kit';
import { startWrit, type RunningWrit } from './testing/start-writ.ts';

const closing = createClosing();
const adminToken = 'reading-admin-token';
let database: TestDatabase;
let writ: RunningWrit;

beforeAll(async () => {
  database = closing.add(await testDatabase(), (opened) => opened.drop());
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-')), (path) =>
    rm(path, { recursive: true }),
  );
  writ = await startWrit(dataDir, { DATABASE_URL: database.url, ADMIN_TOKEN: adminToken });
  closing.add(writ.process, (running) => running.close());
});
afterEach(() => sandbox('DELETE', '_sandbox/faults'));
afterAll(() => closing.close());

type Provider = 'hubspot' | 'salesforce';
type Written = { operationId: string; result: { recordId: string } };

const read = <Answer = RecordNow>(operationId: string, index: number | string = 0) =>
  writ.caller.manage<Answer>('POST', `/operations/${operationId}/records/${index}:read`);
const refused = async (operationId: string, index: number | string = 0) => {
  const { status, body } = await read<Problem>(operationId, index);
  return [status, body.type.split('/').at(-1)];
};
const write = async (provider: Provider, objectName: string, json: object): Promise<Written> =>
  (await writ.caller.write<Written>(provider, objectName, { type: 'create', ...json })).body;
const recordsOf = async (operationId: string) =>
  (await writ.caller.manage<Page<OperationRecord>>('GET', `/operations/${operationId}/records`)).body.results;
const sandbox = (
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  json?: object,
  provider?: Provider,
) =>
  writ.caller.call(method, `${writ.demo.sandboxUrl}/${path}`, {
    ...(json && { json }),
    ...(provider && { headers: { authorization: `Bearer sandbox-${provider}-acme` } }),
  });

const crms = [
  [
    'hubspot',
    {
      objectName: 'contacts',
      path: 'hubspot/crm/v3/objects/contacts',
      record: { email: 'ada@example.com', firstname: 'Ada', mobile: '1', hs_email_optout: false },
      fields: { email: 'ada@example.com', firstname: 'Ada', mobilephone: '1', hs_email_optout: 'false' },
      mapped: { mobile: 'mobilephone' },
      others: { properties: { firstname: 'Augusta' } },
      changed: 'firstname',
    },
  ],
  [
    'salesforce',
    {
      objectName: 'Contact',
      path: 'salesforce/services/data/v66.0/sobjects/Contact',
      record: { LastName: 'Lovelace', firstname: 'Ada', mobile: '1', HasOptedOutOfEmail: false },
      fields: { LastName: 'Lovelace', firstname: 'Ada', MobilePhone: '1', HasOptedOutOfEmail: false },
      mapped: { mobile: 'MobilePhone' },
      others: { FirstName: 'Augusta' },
      changed: 'firstname',
    },
  ],
] as const;

test.each(crms)(
  'what %s holds now is told beside what was sent, for one call: as it was sent, changed by others, gone',
  async (provider, { objectName, path, record, fields, mapped, others, changed }) => {
    const { operationId, result } = await write(provider, objectName, { record });
    const { recordId } = result;
    const calls = await writ.caller.journalLength();
    const { status, body } = await read(operationId);
    expect([status, body]).toEqual([
      200,
      { recordId, exists: true, readTime: expect.any(String), fields: expect.any(Array) },
    ]);
    expect(Object.fromEntries(body.fields.map(({ field, now }) => [field, now]))).toEqual(fields);
    expect(body.fields.every(({ same }) => same)).toBe(true);
    expect(await writ.caller.journalLength()).toBe(calls + 1);

    await sandbox('PATCH', `${path}/${recordId}`, others, provider);
    const differing = (await read(operationId)).body.fields.filter(({ same }) => !same);
    expect(differing).toEqual([{ field: changed, sent: 'Ada', now: 'Augusta', same: false }]);

    await sandbox('DELETE', `${path}/${recordId}`, undefined, provider);
    const gone = (await read(operationId)).body;
    expect(gone).toMatchObject({ recordId, exists: false });
    expect(gone.fields).toContainEqual({ field: changed, sent: 'Ada' });
    expect(await writ.caller.effectsOn(recordId)).toEqual(['created', 'updated', 'deleted']);

    expect(await recordsOf(operationId)).toMatchObject([{ index: 0, recordId, mapped }]);
  },
);

test.each(crms)(
  'of a delete in %s it is told whether the record is gone',
  async (provider, { objectName, record }) => {
    const { result } = await write(provider, objectName, {
      record: { ...record, email: 'gone@example.com' },
    });
    const removed = { type: 'delete', record: { id: result.recordId } };
    const { operationId } = await write(provider, objectName, removed);
    expect((await read(operationId)).body).toMatchObject({ exists: false, fields: [] });
  },
);

test('each record of a batch, and one that is still to be written, is read by its index', async () => {
  const { result } = await write('hubspot', 'companies', { record: { name: 'Initech' } });
  const waiting = { mode: 'asynchronous', autoBatchPolicy: { maxDelayMinutes: 30 } };
  const update = { type: 'update', ...waiting, record: { id: result.recordId, name: 'Initrode' } };
  expect((await read((await write('hubspot', 'companies', update)).operationId)).body.fields).toEqual([
    { field: 'name', sent: 'Initrode', now: 'Initech', same: false },
  ]);
  const batch = [{ record: { name: 'Hooli' } }, { record: { nonsense: 'x' } }];
  const { operationId } = await write('hubspot', 'companies', { batch });
  expect((await read(operationId)).body.fields).toMatchObject([{ sent: 'Hooli', same: true }]);
  expect(await refused(operationId, 1)).toEqual([409, 'record-not-readable']);
  const create = await write('hubspot', 'companies', { ...waiting, record: { name: 'Pied Piper' } });
  expect(await refused(create.operationId)).toEqual([409, 'record-not-readable']);
});

test('a record tells what it is associated with, as that is sent with it; one that is not tells nothing of it', async () => {
  const { result } = await write('hubspot', 'companies', { record: { name: 'Umbrella' } });
  const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }];
  const associations = [{ to: { id: result.recordId }, types }];
  const record = { email: 'associated@example.com' };
  const batch = [{ record, associations }, { record: { email: 'alone@example.com' } }];
  const { operationId } = await write('hubspot', 'contacts', { batch });
  const [associated, alone] = await recordsOf(operationId);
  expect(associated).toMatchObject({ sent: record, associations });
  expect(alone).not.toHaveProperty('associations');
});

test('records tell the mapping of their own config, where it is inherited; what another may have planned tells none', async () => {
  const given = { mode: 'asynchronous', record: { email: 'no address', mobile: '2' } };
  const { operationId } = await write('hubspot', 'contacts', given);
  await writ.caller.endOf(operationId);
  const collected = { mode: 'asynchronous', autoBatchPolicy: { maxDelayMinutes: 30 } };
  const joining = (record: object) => write('hubspot', 'contacts', { ...collected, record });
  const autoBatch = await joining({ email: 'early@example.com', mobile: '4' });
  const changes = [{ op: 'add', path: '/inheritMapping', value: false }];
  const path = `/integrations/${writ.demo.integrations.hubspot}/objects/contacts/config-content`;
  const changed = await writ.caller.manage('PATCH', path, { groupRef: 'acme', action: 'write', changes });
  expect(changed.status).toBe(200);

  const { body: retried } = await writ.caller.manage<{ operationId: string }>(
    'POST',
    `/operations/${operationId}:retry`,
  );
  const unmapped = await write('hubspot', 'contacts', {
    record: { email: 'plain@example.com', mobilephone: '3' },
  });
  await joining({ email: 'late@example.com', mobilephone: '5' });
  const gathered = (await recordsOf(autoBatch.operationId)).map(({ sent, mapped }) => [sent, mapped]);
  expect(gathered).toEqual([
    [{ email: 'early@example.com', mobilephone: '4' }, undefined],
    [{ email: 'late@example.com', mobilephone: '5' }, undefined],
  ]);
  expect(await recordsOf(operationId)).toMatchObject([{ mapped: { mobile: 'mobilephone' } }]);
  for (const id of [retried.operationId, unmapped.operationId])
    expect((await recordsOf(id)).map(({ sent, mapped }) => [sent?.['mobilephone'], mapped])).toEqual([
      [expect.any(String), undefined],
    ]);
});

test('what is not there is not found, nor is what belongs to another project; nobody reads it by GET, or without the scope', async () => {
  const { operationId } = await write('hubspot', 'companies', { record: { name: 'Vandelay' } });
  for (const index of [1, 100, 99_999, -1, '0x', 'first'])
    expect([index, await refused(operationId, index)]).toEqual([index, [404, 'not-found']]);
  expect(await refused('0190')).toEqual([404, 'not-found']);

  const { managementUrl, project } = writ.demo;
  const admin = { 'x-api-key': undefined, authorization: `Bearer ${adminToken}` };
  const made = { json: { name: 'other', appName: 'Other' }, headers: admin };
  await writ.caller.call('POST', `${managementUrl}/projects`, made);
  const url = (name: string) => `${managementUrl}/projects/${name}/operations/${operationId}/records/0:read`;
  expect((await writ.caller.call('POST', url('other'), { headers: admin })).status).toBe(404);
  expect((await writ.caller.call('GET', url(project))).status).toBe(405);
  const scopes = { label: 'writer', scopes: ['write:records'] };
  const { body: writer } = await writ.caller.manage<{ key: string }>('POST', '/api-keys', scopes);
  const asWriter = { headers: { 'x-api-key': writer.key } };
  expect((await writ.caller.call('POST', url(project), asWriter)).status).toBe(403);
});

test.each([
  [{ status: 503 }, 503, 'unavailable'],
  [{ status: 403, body: { category: 'FORBIDDEN', message: 'No access.' } }, 422, 'provider-refused'],
  [{ status: 403, body: {} }, 502, 'provider-unreachable'],
  ['reset', 502, 'provider-unreachable'],
  ['truncate', 502, 'provider-unreachable'],
])('where HubSpot answers with %j it is %i', async (then, status, kind) => {
  const { operationId } = await write('hubspot', 'companies', { record: { name: 'Umbrella' } });
  await sandbox('POST', '_sandbox/faults', { provider: 'hubspot', match: { path: '/batch/read' }, then });
  expect(await refused(operationId)).toEqual([status, kind]);
  expect((await read(operationId)).status).toBe(200);
});

test('a field that Salesforce does not know is told in its words', async () => {
  const given = {
    mode: 'asynchronous',
    type: 'update',
    record: { id: '003000000000001AAA', Nonsense__c: '1' },
  };
  const { operationId } = await write('salesforce', 'Contact', given);
  await writ.caller.endOf(operationId);
  expect((await read<Problem>(operationId)).body).toMatchObject({
    status: 422,
    subsystem: 'salesforce',
    detail: expect.stringContaining('Nonsense__c'),
  });
});

test('what was sent is kept no longer, or the installation leads elsewhere, or is gone: each is told', async () => {
  const { operationId } = await write('salesforce', 'Lead', { record: { LastName: 'Turing', Company: 'B' } });
  const list = `/integrations/${writ.demo.integrations['salesforce']}/installations`;
  const [installation] = (await writ.caller.manage<{ id: string }[]>('GET', list)).body;
  const { pool } = database;
  const moveTo = (account: string) =>
    pool.query("UPDATE connection SET account = $1 WHERE provider = 'salesforce' RETURNING account", [
      account,
    ]);
  const { rows } = await pool.query<{ account: string }>(
    "SELECT account FROM connection WHERE provider = 'salesforce'",
  );
  await moveTo('another');
  expect(await refused(operationId)).toEqual([409, 'record-not-readable']);
  await moveTo(String(rows[0]?.account));
  expect((await read(operationId)).status).toBe(200);

  await pool.query('UPDATE operation_record SET planned = NULL WHERE operation_id = $1', [operationId]);
  expect(await refused(operationId)).toEqual([410, 'records-removed']);
  await pool.query("UPDATE operation_record SET planned = '{}' WHERE operation_id = $1", [operationId]);
  await writ.caller.manage('DELETE', `${list}/${installation?.id}`);
  expect(await refused(operationId)).toEqual([409, 'record-not-readable']);
});

test('where the account has no call left, it is not called, and the caller is told at once how long', async () => {
  const { operationId } = await write('hubspot', 'companies', { record: { name: 'Wonka' } });
  await sandbox('PUT', '_sandbox/settings/hubspot/acme', { quota: { limit: 0, windowMs: 600_000 } });
  expect(await refused(operationId)).toEqual([503, 'unavailable']);
  const calls = await writ.caller.journalLength();
  const { status, body } = await read<Problem>(operationId);
  expect([status, body]).toMatchObject([
    429,
    { type: expect.stringMatching(/\/rate-limited$/), retryable: true, retryAfter: expect.any(String) },
  ]);
  expect(await writ.caller.journalLength()).toBe(calls);
});
