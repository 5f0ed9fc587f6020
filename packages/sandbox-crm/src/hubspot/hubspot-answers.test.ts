import { expect, test } from '@jest/globals';
import { declaredAnswers } from '../testing/answers/answer-checker.ts';
import { givenContact } from '../testing/records.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

type Request = [method: string, path: string, body?: unknown];

const v3 = '/crm/v3/objects/contacts';
const newest = '/crm/objects/2026-09/contacts';
const input = (email: string) => ({ properties: { email }, associations: [] });
const traced = (email: string) => ({ ...input(email), objectWriteTraceId: email });
const wanted = { properties: ['city'], propertiesWithHistory: [] };

/** A request to each address that needs a token; none of them changes a record. */
const requests: readonly Request[] = [
  ...[v3, newest].flatMap((base) =>
    ['create', 'update', 'upsert', 'read'].map((verb): Request => ['POST', `${base}/batch/${verb}`, {}]),
  ),
  ['POST', `${v3}/merge`, {}],
  ['POST', v3, {}],
  ['GET', `${v3}/1`],
  ['PATCH', `${v3}/1`, {}],
  ['DELETE', `${v3}/1`],
  ['GET', '/crm/v3/properties/contacts'],
  ['GET', '/account-info/v3/details'],
  ['PUT', '/crm/v3/elsewhere'],
];

/** Refused for its token, its form, its media type, and for the account's limits. */
async function refuseAll({ hubspot, as, sandbox }: TestSandbox, id: string): Promise<void> {
  for (const request of requests) {
    await as('hubspot', 'nonsense')(...request);
    await hubspot(...request);
    const [method, path, body] = request;
    const toSomeRecord = path.replace('contacts/1', `contacts/${id}`);
    if (body !== undefined) await hubspot(method, toSomeRecord, 'text', { 'content-type': 'text/plain' });
  }
  for (const path of ['objects/unicorns/1', 'properties/unicorns']) await hubspot('GET', `/crm/v3/${path}`);
  await hubspot('PUT', v3);
  sandbox.settings('hubspot', 'acme', { quota: { limit: 0, windowMs: 10_000 } });
  for (const request of requests) await hubspot(...request);
  sandbox.settings('hubspot', 'acme', { quota: null });
}

async function writeOne({ hubspot }: TestSandbox, id: string): Promise<void> {
  await hubspot('POST', v3, input('b@x.example'));
  await hubspot('POST', v3, input('a@x.example'));
  await hubspot('PATCH', `${v3}/${id}`, { properties: { city: 'Bath' } });
  await hubspot('PATCH', `${v3}/${id}`, { properties: { email: 'b@x.example' } });
  await hubspot('PATCH', `${v3}/${id}`, { properties: { unicorn: '1' } });
  await hubspot('PATCH', `${v3}/0`, { properties: { city: 'Bath' } });
  await hubspot('GET', `${v3}/${id}`);
}

async function writeMany({ hubspot }: TestSandbox, id: string): Promise<void> {
  for (const [at, base] of [v3, newest].entries()) {
    const batch = (verb: string, body: unknown) => hubspot('POST', `${base}/batch/${verb}`, body);
    await batch('create', { inputs: [input(`c${at}@x.example`)] });
    await batch('create', { inputs: [traced('a@x.example'), traced(`d${at}@x.example`)] });
    await batch('create', { inputs: [input('a@x.example')] });
    await batch('update', { inputs: [{ id, properties: { city: 'York' } }] });
    await batch('update', { inputs: [{ id: '0', properties: { city: 'York' } }] });
    const keyed = { id: `k${at}`, idProperty: 'external_id', properties: { city: 'York' } };
    const taken = { ...keyed, id: 'other', properties: { email: 'a@x.example' } };
    await batch('upsert', { inputs: [keyed] });
    await batch('upsert', { inputs: [taken] });
    await batch('upsert', {
      inputs: [
        { ...keyed, objectWriteTraceId: '1' },
        { ...taken, objectWriteTraceId: '2' },
      ],
    });
    await batch('read', { inputs: [{ id }], ...wanted });
    await batch('read', { inputs: [{ id }, { id: '0' }], ...wanted });
  }
}

async function mergeTwo(sandbox: TestSandbox, objectIdToMerge: string): Promise<void> {
  const other = await givenContact(sandbox, { city: 'Ulm' });
  for (const primaryObjectId of [objectIdToMerge, other])
    await sandbox.hubspot('POST', `${v3}/merge`, { primaryObjectId, objectIdToMerge });
}

/** Locked records, which only a test can make. */
async function writeLocked({ hubspot, sandbox }: TestSandbox, id: string): Promise<void> {
  const item = { code: 'LOCKED', message: 'too much volume on the same records', status: 423 };
  const match = { record: { email: 'locked@x.example' } };
  sandbox.setFault({ provider: 'hubspot', match, times: 6, then: { item } });
  await hubspot('POST', v3, input('locked@x.example'));
  await hubspot('PATCH', `${v3}/${id}`, { properties: { email: 'locked@x.example' } });
  for (const base of [v3, newest]) {
    await hubspot('POST', `${base}/batch/create`, { inputs: [input('locked@x.example')] });
    const keyed = { ...input('locked@x.example'), id: 'k', idProperty: 'external_id' };
    await hubspot('POST', `${base}/batch/upsert`, { inputs: [keyed] });
  }
}

async function askForTokens({ plain }: TestSandbox): Promise<void> {
  const form = {
    grant_type: 'refresh_token',
    client_id: 'c',
    client_secret: 's',
    refresh_token: 'sandbox-refresh-hubspot-acme',
  };
  await plain('POST', '/hubspot/oauth/v3/token', new URLSearchParams(form));
  await plain('POST', '/hubspot/oauth/v3/token', new URLSearchParams({ ...form, refresh_token: 'x' }));
  for (const token of [form.refresh_token, 'x'])
    await plain('POST', '/hubspot/oauth/2026-03/token/revoke', new URLSearchParams({ ...form, token }));
  const page = '/hubspot/oauth/authorize?client_id=c&scope=oauth&redirect_uri=http%3A%2F%2F127.0.0.1%2Fback';
  await plain('GET', page);
  await plain('GET', `${page}&account=acme`);
  await plain('POST', page, new URLSearchParams({ other: '-' }));
  await plain('POST', page, new URLSearchParams({ decision: 'deny' }));
  await plain('GET', '/hubspot/oauth/authorize');
}

test('every answer that HubSpot is declared to give is given, and holds to its schema', async () => {
  await using sandbox = await startTestSandbox({ settings: { hubspot: { quota: null } } });
  const id = await givenContact(sandbox, { email: 'a@x.example' });
  await refuseAll(sandbox, id);
  await writeOne(sandbox, id);
  await writeMany(sandbox, id);
  await writeLocked(sandbox, id);
  await askForTokens(sandbox);
  await mergeTwo(sandbox, id);
  await sandbox.hubspot('DELETE', `${v3}/${id}`);
  const seen = sandbox.answers.seen('hubspot');
  expect(declaredAnswers('hubspot').filter((name) => !seen.has(name))).toEqual([]);
});
