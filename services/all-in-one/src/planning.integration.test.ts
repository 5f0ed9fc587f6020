import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { OperationRecord, Page, Problem, WritePlanAnswer } from '@writ/contracts';
import { createClosing } from '@writ/service-kit';
import { testDatabase } from '@writ/test-kit';
import { startWrit, type RunningWrit } from './testing/start-writ.ts';

type Issue = { name: string; detail: string } & Record<string, unknown>;
type InputProblem = Problem & { issues: Issue[] };

const closing = createClosing();
let writ: RunningWrit;
let installation: string;

const content = {
  read: {
    objects: {
      people: { objectName: 'contacts', selectedFieldMappings: { role: 'jobtitle', name: 'lastname' } },
    },
  },
  write: {
    objects: {
      contacts: {
        selectedFieldSettings: {
          phone: { writeOnUpdate: 'ifEmpty' },
          name: { writeOnUpdate: 'never' },
          city: { writeOnCreate: 'never', default: { stringValue: 'Ulm' } },
          role: { default: { stringValue: 'Director' } },
        },
      },
      deals: { inheritMapping: true },
    },
  },
};

beforeAll(async () => {
  const database = closing.add(await testDatabase(), (opened) => opened.drop());
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-')), (path) =>
    rm(path, { recursive: true }),
  );
  writ = await startWrit(dataDir, { DATABASE_URL: database.url });
  closing.add(writ.process, (running) => running.close());
  const { manage } = writ.caller;
  const connection = { provider: 'hubspot', groupRef: 'globex', apiKey: 'sandbox-hubspot-globex' };
  await manage('POST', '/connections:generate', connection);
  const installations = `/integrations/${writ.demo.integrations.hubspot}/installations`;
  const made = await manage('POST', installations, { groupRef: 'globex', config: { content } });
  installation = `${installations}/${made.body.id}`;
});
afterAll(() => closing.close());

const plan = <Answer>(body: object) => writ.caller.manage<Answer>('POST', `${installation}:plan`, body);
const writeTo = <Answer>(objectName: string, json: object) =>
  writ.caller.call<Answer>('POST', writ.caller.objectUrl('hubspot', objectName), {
    json: { groupRef: 'globex', ...json },
  });

test.each([
  ['contacts', 'create', { email: 'a@example.com', name: 'A', phone: '1', city: 'Bonn' }],
  ['contacts', 'create', { role: null, city: '' }],
  ['contacts', 'update', { id: '7', phone: '2', name: 'B', city: 'Bonn' }],
  ['contacts', 'update', { id: 7, name: 'B', jobtitle: 'CEO', city: null }],
  ['deals', 'create', { dealname: 'A' }],
])('what is planned of a write to %s (%s %j) is what the write sends', async (objectName, type, record) => {
  const planned = (await plan<WritePlanAnswer>({ objectName, type, record })).body;
  const accepted = await writeTo<{ operationId: string }>(objectName, {
    type,
    record,
    mode: 'asynchronous',
  });
  const { id, metadata } = await writ.caller.endOf(accepted.body.operationId);
  const records = await writ.caller.manage<Page<OperationRecord>>('GET', `/operations/${id}/records`);
  const { id: recordId, ...fields } = planned.record;
  expect(recordId).toBe('id' in record ? '7' : undefined);
  expect(records.body.results[0]?.sent).toEqual(fields);
  // A plan also shows what a write only logs.
  const warnings = planned.warnings?.filter((warning) => !warning.startsWith('The mapping of reads counts'));
  expect(metadata.warnings ?? []).toEqual(warnings ?? []);
});

test.each([
  ['contacts', 'update', { id: '', email: 'a' }],
  ['contacts', 'create', { id: '7', deep: JSON.parse('['.repeat(40) + ']'.repeat(40)) as object }],
  ['contacts', 'update', { id: 'x/y', role: 'a', jobtitle: 'b' }],
  ['contacts', 'delete', { id: 'x/y' }],
  ['companies', 'create', { name: 'A' }],
  ['cars', 'create', { name: 'A' }],
])('what a write to %s (%s %j) is refused for its plan is refused for', async (objectName, type, record) => {
  const refused = (await writeTo<InputProblem>(objectName, { type, record })).body;
  const planned = (await plan<InputProblem>({ objectName, type, record })).body;
  expect(planned.status).toBeGreaterThanOrEqual(400);
  expect(told(planned)).toEqual(told(refused));
});

/** A problem without its place: one request has the object in its body, the other in its path. */
const told = ({ type, status, title, remedy, context, issues }: InputProblem) => ({
  problem: { type, status, title, remedy, context },
  issues: issues.map((issue) => ({
    name: issue.name.replace(/^\/objectName$/, 'objectName'),
    detail: issue.detail,
    value: issue['value'],
    remedy: issue['remedy'],
  })),
});
