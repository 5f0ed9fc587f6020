import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeRequestExamples, type WriteResult } from '@writ/contracts';
import type { OpenApiDocument } from '@writ/docs';
import { createClosing } from '@writ/service-kit';
import { startWrit, type RunningWrit } from '../testing/start-writ.ts';

type Method = 'GET' | 'POST' | 'PUT';
type Sent = { json?: unknown; text?: string; headers?: Record<string, string | undefined> };

const closing = createClosing();
let writ: RunningWrit;
let documents: { write: OpenApiDocument; management: OpenApiDocument };

beforeAll(async () => {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-described-')), (path) =>
    rm(path, { recursive: true }),
  );
  writ = await startWrit(dataDir);
  closing.add(writ.process, async (running) => {
    running.kill('SIGTERM');
    await running.waitForExit();
  });
  const described = async (host: string): Promise<OpenApiDocument> =>
    (await writ.caller.call<OpenApiDocument>('GET', new URL('/openapi.json', host).href)).body;
  documents = {
    write: await described(writ.demo.writeUrl),
    management: await described(writ.demo.managementUrl),
  };
});
afterAll(() => closing.close());

/** The caller checks that the host's description allows the answer. */
const seen = (host: keyof typeof documents, method: Method, path: string, sent: Sent = {}) => {
  const base = host === 'write' ? writ.demo.writeUrl : writ.demo.managementUrl;
  return writ.caller.call<Record<string, unknown>>(method, base + path, sent);
};

const contacts = '/projects/demo/integrations/demo-hubspot/objects/contacts';
const salesforceContacts = '/projects/demo/integrations/demo-salesforce/objects/Contact';

/** For examples to name. */
async function newRecord(objectName: 'contacts' | 'companies'): Promise<string> {
  const record =
    objectName === 'contacts' ? { email: `${randomUUID()}@example.com` } : { name: randomUUID() };
  const { body } = await writ.caller.write<WriteResult>('hubspot', objectName, { type: 'create', record });
  return body.result.recordId!;
}

/** An example with ids of existing records. */
async function withIds(value: object): Promise<object> {
  const { record, associations } = value as { record?: { id?: string }; associations?: readonly object[] };
  if (record?.id !== undefined) return { ...value, record: { ...record, id: await newRecord('contacts') } };
  if (!associations) return value;
  const to = { id: await newRecord('companies') };
  return { ...value, associations: associations.map((association) => ({ ...association, to })) };
}

test.each(Object.entries(writeRequestExamples))(
  'the example "%s" of a write is accepted, and answered as described',
  async (name, { value }) => {
    const path = name === 'createWithHeaders' ? salesforceContacts : contacts;
    const { status, body } = await seen('write', 'POST', path, { json: await withIds(value) });
    expect([status, body]).toEqual([200, expect.objectContaining({ operationId: expect.any(String) })]);
  },
);

test('every example that is described is one of those', () => {
  const [item] = Object.values(documents.write.paths);
  const { examples } = item!['post']!.requestBody!.content['application/json']!;
  expect(examples).toEqual(writeRequestExamples);
});

test.each<[number, string, string, Sent]>([
  [400, 'a field that is not known', contacts, { json: { groupRef: 'acme', type: 'create', recrod: {} } }],
  [400, 'a text that is no JSON', contacts, { text: '{' }],
  [400, 'a key that is too long', contacts, { json: {}, headers: { 'Idempotency-Key': 'k'.repeat(256) } }],
  [401, 'no credential', contacts, { json: {}, headers: { 'x-api-key': undefined } }],
  [
    403,
    'an object that is not enabled',
    contacts.replace('contacts', 'tickets'),
    { json: writeRequestExamples.create.value },
  ],
  [
    404,
    'a group that is not known',
    contacts,
    { json: { ...writeRequestExamples.create.value, groupRef: 'none' } },
  ],
  [404, 'an address that is not known', '/nothing', {}],
  [422, 'a record that is not there', contacts, { json: writeRequestExamples.update.value }],
  [415, 'another media type', contacts, { text: 'x', headers: { 'content-type': 'text/plain' } }],
])('%s for %s is a problem as described', async (status, _, path, sent) => {
  const answer = await seen('write', 'POST', path, sent);
  expect(answer.status).toBe(status);
  const catalogued = await writ.caller.call('GET', String(answer.body['type']), {
    headers: { accept: 'application/json' },
  });
  expect(catalogued.body).toMatchObject({ type: answer.body['type'], status: answer.status });
});

/** No key opens the first four; the others lack what the provider sends, or a text to search. */
const refused: Record<string, number> = {
  '/lanes': 403,
  '/system': 403,
  '/audit': 403,
  '/dead-letters': 403,
  '/oauth/callback': 422,
  '/projects/demo/search': 400,
};

test('lists and single resources of the management host are as described', async () => {
  const lists = Object.keys(documents.management.paths)
    .filter((path) => documents.management.paths[path]?.['get'])
    .map((path) => path.replace('{projectIdOrName}', 'demo').replace('{integrationIdOrName}', 'demo-hubspot'))
    .filter((path) => !path.includes('{'));
  expect(lists.length).toBeGreaterThan(10);
  for (const path of lists)
    expect([path, (await seen('management', 'GET', path)).status]).toEqual([path, refused[path] ?? 200]);
  const { body } = await seen('management', 'GET', '/projects/demo/operations');
  const [newest] = body['results'] as { id: string }[];
  for (const part of ['', '/records', '/logs']) {
    expect((await seen('management', 'GET', `/projects/demo/operations/${newest!.id}${part}`)).status).toBe(
      200,
    );
  }
  expect((await seen('management', 'GET', '/projects/demo/operations/none')).status).toBe(404);
  expect((await seen('management', 'POST', '/projects/demo/operations')).status).toBe(405);
});
