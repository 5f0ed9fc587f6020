import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Operation, WriteResult } from '@writ/contracts';
import { createClosing } from '@writ/service-kit';
import { eventually, startProcess, startReceiver } from '@writ/test-kit';
import { Webhook } from 'standardwebhooks';
import type { DemoCaller } from './testing/demo-caller.ts';
import { startWrit, type RunningWrit } from './testing/start-writ.ts';

const closing = createClosing();
let dataDir: string;
let writ: RunningWrit;
let caller: DemoCaller;

beforeAll(async () => {
  dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-writing-')), (path) =>
    rm(path, { recursive: true }),
  );
  writ = await startWrit(dataDir, { WRITE_MAX_PROVIDER_CONNECTIONS: '1' });
  closing.add(writ.process, async (running) => {
    running.kill('SIGTERM');
    await running.waitForExit();
  });
  caller = writ.caller;
});
afterAll(() => closing.close());

test('demo.json holds all that a first request needs', () => {
  expect(writ.demo).toEqual({
    managementUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
    writeUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
    sandboxUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    project: 'demo',
    apiKey: expect.any(String),
    integrations: { hubspot: 'demo-hubspot', salesforce: 'demo-salesforce' },
    groupRef: 'acme',
  });
});

test('HubSpot: a synchronous create and update answer with the record, which the CRM then holds', async () => {
  const created = await caller.write<WriteResult>('hubspot', 'contacts', {
    type: 'create',
    record: { email: 'ada@example.com', firstname: 'Ada' },
  });
  const id = created.body.result.recordId!;
  expect(created.status).toBe(200);
  expect(created.body).toEqual({
    operationId: expect.any(String),
    result: {
      success: true,
      recordId: id,
      data: expect.objectContaining({
        properties: expect.objectContaining({ email: 'ada@example.com', firstname: 'Ada' }),
      }),
    },
  });
  const updated = await caller.write<WriteResult>('hubspot', 'contacts', {
    type: 'update',
    record: { id, firstname: 'Augusta' },
  });
  expect(updated.body.result).toMatchObject({
    success: true,
    recordId: id,
    data: { properties: { firstname: 'Augusta' } },
  });
  expect(await caller.effectsOn(id)).toEqual(['created', 'updated']);
  expect(await caller.records('hubspot', 'contacts')).toContainEqual(
    expect.objectContaining({ id, fields: { email: 'ada@example.com', firstname: 'Augusta' } }),
  );
});

test('Salesforce: a synchronous create and update answer with the record, which the CRM then holds', async () => {
  const created = await caller.write<WriteResult>('salesforce', 'Contact', {
    type: 'create',
    record: { LastName: 'Lovelace', Email: 'ada@example.com' },
  });
  const id = created.body.result.recordId!;
  expect(created.status).toBe(200);
  expect(created.body.result).toMatchObject({ success: true, data: { Id: id, LastName: 'Lovelace' } });
  const updated = await caller.write<WriteResult>('salesforce', 'Contact', {
    type: 'update',
    record: { id, LastName: 'King' },
  });
  expect(updated.body.result).toMatchObject({
    success: true,
    recordId: id,
    data: { LastName: 'King', Email: 'ada@example.com' },
  });
  expect(await caller.effectsOn(id)).toEqual(['created', 'updated']);
});

test.each([
  ['hubspot', 'contacts', 'mobilephone', {}],
  ['salesforce', 'Contact', 'MobilePhone', { LastName: 'Hopper' }],
] as const)('%s: a field that the customer mapped is written to theirs', async (crm, object, field, more) => {
  const record = { ...more, mobile: '+49 30 123456' };
  const { body } = await caller.write<WriteResult>(crm, object, { type: 'create', record });
  expect(await caller.records(crm, object)).toContainEqual(
    expect.objectContaining({
      id: body.result.recordId,
      fields: expect.objectContaining({ [field]: record.mobile }),
    }),
  );
});

test('an asynchronous create ends as an operation, and a signed webhook tells of it', async () => {
  const receiver = closing.add(await startReceiver(), (opened) => opened.close());
  const secret = await caller.subscribe(receiver.url, 'write.async.done');
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  const write = { type: 'create', mode: 'asynchronous', record: { email: 'grace@example.com' } };
  const accepted = await caller.write<{ operationId: string }>('hubspot', 'contacts', write, { traceparent });
  const { operationId } = accepted.body;
  expect(accepted).toMatchObject({ status: 200, body: { operationId: expect.any(String) } });
  expect(Object.keys(accepted.body)).toEqual(['operationId']);

  const operation = await caller.endOf(operationId);
  expect(operation).toMatchObject({
    actionType: 'write',
    status: 'success',
    result: 'Write completed',
    traceId,
  });
  const [recordId] = operation.metadata.successfulRecordIds ?? [];
  expect(await caller.effectsOn(recordId!)).toEqual(['created']);

  const { rawBody, headers } = await receiver.waitFor(({ rawBody: body }) => body.includes(operationId));
  const event = new Webhook(secret).verify(rawBody, headers as Record<string, string>);
  // Without a collector the caller's trace passes unchanged.
  expect(headers['traceparent']).toBe(traceparent);
  expect(event).toMatchObject({
    notificationType: 'write.async.done',
    id: expect.any(String),
    data: { objectName: 'contacts', operationId, success: true, successfulRecordIds: [recordId], errors: [] },
  });
});

test('a synchronous write has a connection while asynchronous ones wait for their answers', async () => {
  const faults = `${writ.demo.sandboxUrl}/_sandbox/faults`;
  await caller.call('POST', faults, { json: { provider: 'hubspot', then: 'hold' } });
  const before = await caller.journalLength();
  const { body } = await caller.write<{ operationId: string }>('hubspot', 'contacts', {
    type: 'create',
    mode: 'asynchronous',
    record: { email: 'held@example.com' },
  });
  await eventually(async () => (await caller.journalLength()) === before + 1);
  const beside = await caller.write('hubspot', 'contacts', {
    type: 'create',
    record: { firstname: 'Ada' },
  });
  await caller.call('DELETE', faults);
  expect(beside.status).toBe(200);
  expect(await caller.endOf(body.operationId)).toMatchObject({ status: 'success' });
});

test('large single writes are collected in several batches, in their order, and none is lost', async () => {
  const emails = [1, 2, 3, 4, 5].map((n) => `large-${n}@example.com`);
  const operationIds: string[] = [];
  for (const email of emails) {
    const accepted = await caller.write<{ operationId: string }>('hubspot', 'contacts', {
      type: 'create',
      mode: 'asynchronous',
      autoBatchPolicy: { maxDelayMinutes: 60 },
      record: { email, firstname: 'x'.repeat(3_000_000) },
    });
    expect(accepted.status).toBe(200);
    operationIds.push(accepted.body.operationId);
  }
  const [first, second, third] = [...new Set(operationIds)];
  expect(operationIds).toEqual([first, first, second, second, third]);

  const ended = [await caller.endOf(first!), await caller.endOf(second!)];
  const created = await caller.records('hubspot', 'contacts');
  const emailsOf = ({ metadata }: Operation) =>
    metadata.successfulRecordIds?.map((id) => created.find((record) => record.id === id)?.fields['email']);
  expect(ended.map(emailsOf)).toEqual([emails.slice(0, 2), emails.slice(2, 4)]);
  expect((await caller.manage<Operation>('GET', `/operations/${third}`)).body).toMatchObject({
    status: 'in_progress',
    metadata: { autoBatch: { stage: 'accumulating', count: 1 } },
  });
});

test('a delete is done where the installation enables it', async () => {
  const created = await caller.write<WriteResult>('hubspot', 'contacts', {
    type: 'create',
    record: { firstname: 'Ada' },
  });
  const id = created.body.result.recordId!;
  const deleted = await caller.write('hubspot', 'contacts', { type: 'delete', record: { id } });
  expect(deleted).toMatchObject({
    status: 200,
    body: { operationId: expect.any(String), result: { success: true } },
  });
  expect(await caller.effectsOn(id)).toEqual(['created', 'deleted']);
});

test('a delete that is not enabled is refused before the CRM is called', async () => {
  const created = await caller.write<WriteResult>('hubspot', 'companies', {
    type: 'create',
    record: { name: 'Engines' },
  });
  const before = await caller.journalLength();
  const refused = await caller.write('hubspot', 'companies', {
    type: 'delete',
    record: { id: created.body.result.recordId },
  });
  expect(refused).toMatchObject({
    status: 403,
    type: 'application/problem+json',
    body: { status: 403, retryable: false, remedy: expect.stringMatching(/enable deletion/i) },
  });
  expect(await caller.journalLength()).toBe(before);
});

test('what the CRM refuses is told in its words', async () => {
  const refused = await caller.write('salesforce', 'Contact', {
    type: 'create',
    record: { FirstName: 'Ada' },
  });
  expect(refused).toMatchObject({
    status: 422,
    type: 'application/problem+json',
    body: {
      subsystem: 'salesforce',
      detail: 'Required fields are missing: [LastName]',
      causes: ['Required fields are missing: [LastName]'],
      context: { operationId: expect.any(String), providerStatus: 400 },
    },
  });
});

test('the demo tells the whole road', async () => {
  const demo = await startProcess({
    command: process.execPath,
    args: [join(import.meta.dirname, 'demo/demo.main.ts')],
    env: { DATA_DIR: dataDir },
  });
  expect(await demo.waitForExit()).toEqual({ code: 0, signal: null });
  expect(demo.output()).toContain('"notificationType": "write.async.done"');
  expect(demo.output()).toContain('Done.');
});
