import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSandboxCrm, type ProviderName, type SandboxCrm } from '@writ/sandbox-crm';
import { heldAnswers } from '@writ/sandbox-crm/testing';
import { startReceiver } from '@writ/test-kit';
import type { JsonObject } from '@writ/write-core';
import type { ProviderAdapter } from './adapter.ts';
import { createProviders, type Providers } from './create-providers.ts';
import { declarations, sandboxConfig } from './providers.ts';
import { sendWrite } from './send-write.ts';
import { testAdapterConformance } from './testing/adapter-conformance.ts';
import { idOf, type ConformanceSubject, type Trouble } from './testing/conformance-kit.ts';

let sandbox: SandboxCrm;
let older: Providers;
let newer: Providers;
let outOfReach: Providers;
/** What the adapters are tested with has to answer as it says that the providers do. */
const held = heldAnswers();

const providersWith = (pathVersion: string, url = sandbox.url): Providers =>
  createProviders({
    config: sandboxConfig(url, { HUBSPOT_PATH_VERSION: pathVersion }),
    connectionsPerOrigin: 4,
  });

beforeAll(async () => {
  sandbox = await startSandboxCrm({
    port: 0,
    onAnswer: (answer) => held.given(answer),
    settings: { hubspot: { quota: { limit: 10_000, windowMs: 10_000 } } },
  });
  older = providersWith('v3');
  newer = providersWith('2026-03');
  outOfReach = providersWith('2026-03', 'http://127.0.0.1:1');
});

afterAll(async () => {
  await older.close();
  await newer.close();
  await outOfReach.close();
  await sandbox.close();
  held.check();
});

const declarationOf = (provider: string) => {
  const found = declarations.find(({ name }) => name === provider);
  if (found === undefined) throw new Error(`There is no provider ${provider}.`);
  return found;
};

/** What the sandbox is to do, in its own words. */
const sandboxSubject = (provider: ProviderName, objectName: string) => ({
  declaration: declarationOf(provider),
  objectName,
  outOfReach: () => adapterOf(outOfReach, provider),
  refreshToken: `sandbox-refresh-${provider}-acme`,
  revocableToken: `sandbox-refresh-${provider}-revocable-${randomUUID()}`,
  connection: () => ({
    provider,
    account: 'acme',
    accessToken: `sandbox-${provider}-acme`,
    baseUrl: `${sandbox.url}/${provider}`,
  }),
  letIn: async (address: string) => {
    const { headers } = await fetch(`${address}&account=acme`, { redirect: 'manual' });
    return new URL(headers.get('location') ?? 'none:');
  },
  cause: (then: Trouble) => void sandbox.setFault({ provider, match: { method: 'POST' }, then }),
  strike: (then: Trouble) => void sandbox.setFault({ provider, then }),
  answerInOrder: (resultOrder: number | null, traceResults: boolean) =>
    void sandbox.settings(provider, 'acme', { resultOrder, traceResults }),
  calls: () => sandbox.journal().length,
  holds: (fields: JsonObject) =>
    sandbox
      .records(provider, 'acme', objectName)
      .some((record) =>
        Object.values(fields).every((value) => JSON.stringify(record).includes(JSON.stringify(value))),
      ),
});

/** A call to the sandbox that has time, and reads nothing back. */
function callTo(provider: ProviderName, objectName: string) {
  const { connection } = sandboxSubject(provider, objectName);
  const limits = { signal: new AbortController().signal, timeoutMs: 5_000 };
  return { ...limits, connection: connection(), objectName, readBack: false, allOrNone: false };
}

const adapterOf = (providers: Providers, name: string): ProviderAdapter => {
  const adapter = providers.adapterFor(name);
  if (adapter === undefined) throw new Error(`There is no adapter for ${name}.`);
  return adapter;
};

const hubspot = (): Omit<ConformanceSubject, 'name' | 'adapter'> => ({
  ...sandboxSubject('hubspot', 'contacts'),
  fieldsOf: (number) => ({ email: `person-${number}@example.com` }),
  keylessFieldsOf: (number) => ({ lastname: `Person ${number}` }),
  keyField: 'external_id',
  field: 'city',
  badFields: { annualrevenue: 'a lot' },
  missingId: '999999999',
  otherFormOf: (id) => `00${id}`,
  throttle: {
    status: 429,
    body: { status: 'error', errorType: 'RATE_LIMIT', policyName: 'TEN_SECONDLY_ROLLING' },
  },
});

testAdapterConformance({ ...hubspot(), name: 'HubSpot v3', adapter: () => adapterOf(older, 'hubspot') });
testAdapterConformance({ ...hubspot(), name: 'HubSpot 2026-03', adapter: () => adapterOf(newer, 'hubspot') });
testAdapterConformance({
  ...sandboxSubject('salesforce', 'Contact'),
  name: 'Salesforce',
  adapter: () => adapterOf(newer, 'salesforce'),
  fieldsOf: (number) => ({ LastName: `Person ${number}` }),
  keylessFieldsOf: (number) => ({ LastName: `Person ${number}` }),
  keyField: 'External_Id__c',
  field: 'MailingCity',
  badFields: { LeadSource: 'Nowhere' },
  missingId: '003000000000000AAA',
  otherFormOf: (id) => id.slice(0, 15),
  throttle: {
    status: 403,
    body: [{ errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'ConcurrentPerOrgLongTxn Limit exceeded.' }],
  },
});

test('a contact whose email was given with blanks around it is found as HubSpot keeps it', async () => {
  const adapter = adapterOf(newer, 'hubspot');
  const call = callTo('hubspot', 'contacts');
  const record = { fields: { email: ' Blanks@example.com\t' } };
  await adapter.create(call, record);
  expect(await adapter.findCreated(call, [record])).toMatchObject({ sightings: [{ kind: 'found' }] });
});

test('HubSpot: records that were merged are read and written by their old ids, and told by these', async () => {
  const adapter = adapterOf(newer, 'hubspot');
  const call = callTo('hubspot', 'contacts');
  const created = await adapter.createMany(
    call,
    [1, 2, 3, 4, 5].map((n) => ({ fields: { lastname: `Merged ${n}` } })),
  );
  const ids = created.records.map((one) => (one.kind === 'written' ? one.recordId : ''));
  const merge = (primaryObjectId?: string, objectIdToMerge?: string) =>
    fetch(`${sandbox.url}/hubspot/crm/objects/2026-03/contacts/merge`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${call.connection.accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ primaryObjectId, objectIdToMerge }),
    });
  await merge(ids[0], ids[1]);
  await merge(ids[2], ids[3]);
  const fields = { city: 'Ulm' };
  const update = (...of: (string | undefined)[]) => {
    const records = of.map((id = '') => ({ id, fields, ifEmpty: ['city'] }));
    return sendWrite(adapter, call, { type: 'update', form: 'batch', records });
  };
  const written = (id?: string) => ({ kind: 'written', recordId: id });
  expect(await update(ids[1], ids[4], ids[2])).toMatchObject({
    records: [written(ids[1]), written(ids[4]), written(ids[2])],
    kept: [],
  });
  // By now it holds a value, whichever of its ids is named.
  expect(await update(ids[0])).toMatchObject({ records: [{ ...written(ids[0]), asItWas: true }], kept: [] });
});

test('with a sandbox in place no real Salesforce is called, not even at an address from before', async () => {
  const adapter = adapterOf(newer, 'salesforce');
  const call = callTo('salesforce', 'Contact');
  const baseUrl = 'https://acme.my.salesforce.com';
  const elsewhere = { ...call, connection: { ...call.connection, baseUrl } };
  const before = sandbox.journal().length;
  const remedy = expect.stringContaining('SALESFORCE_LOGIN_URL=https://login.salesforce.com');
  const fault = { sent: 'notSent', retryable: true, code: 'STAND_IN', message: remedy };
  const failed = { kind: 'failed', faults: [fault] };
  expect(await adapter.create(elsewhere, { fields: { LastName: 'X' } })).toMatchObject(failed);
  expect(await adapter.createMany(elsewhere, [{ fields: { LastName: 'X' } }])).toMatchObject({
    records: [failed],
  });
  expect(await adapter.identify(elsewhere)).toMatchObject(failed);
  const request = { ...call, clientId: 'id', clientSecret: 'secret', refreshToken: 'real', baseUrl };
  expect(await adapter.refreshToken(request)).toMatchObject({ kind: 'failed', dead: false, fault });
  expect(sandbox.journal()).toHaveLength(before);
});

test('HubSpot is called at its one address, whatever address a connection names', async () => {
  const adapter = adapterOf(newer, 'hubspot');
  const { connection, objectName, refreshToken } = sandboxSubject('hubspot', 'contacts');
  const elsewhere = await startReceiver();
  try {
    const baseUrl = elsewhere.url;
    const limits = { signal: new AbortController().signal, timeoutMs: 5_000 };
    const call = { ...limits, connection: { ...connection(), baseUrl }, objectName, readBack: false };
    expect(await adapter.identify(call)).toMatchObject({ kind: 'identified' });
    expect(await adapter.create(call, { fields: { lastname: 'X' } })).toMatchObject({ kind: 'written' });
    expect(await adapter.describeObject(call)).toMatchObject({ kind: 'described' });
    const request = { ...limits, clientId: 'id', clientSecret: 'secret', refreshToken, baseUrl };
    expect(await adapter.refreshToken(request)).toMatchObject({ kind: 'granted' });
    expect(elsewhere.received).toEqual([]);
  } finally {
    await elsewhere.close();
  }
});

test.each([
  ['salesforce', 'Contact', { LastName: 'X' }, true],
  ['hubspot', 'contacts', { lastname: 'X' }, false],
] as const)(
  '%s is sent the forwarded headers if it takes any, in whatever form the call is',
  async (name, objectName, fields, forwards) => {
    const adapter = adapterOf(newer, name);
    const headers = [{ key: 'Sforce-Auto-Assign', value: 'FALSE' }];
    const { connection } = sandboxSubject(name, objectName);
    const since = sandbox.journal().at(-1)?.seq ?? 0;
    const call = {
      connection: connection(),
      objectName,
      headers,
      signal: new AbortController().signal,
      timeoutMs: 5_000,
    };
    await adapter.create({ ...call, readBack: true }, { fields });
    await adapter.create({ ...call, readBack: false }, { fields });
    await adapter.createMany({ ...call, readBack: false, allOrNone: false }, [{ fields }]);
    const sent = sandbox.journal().filter(({ seq }) => seq > since);
    expect(sent).toHaveLength(3);
    for (const { headers: received } of sent) {
      expect(received['sforce-auto-assign']).toBe(forwards ? 'FALSE' : undefined);
      expect(received['user-agent']).toBe('writ');
    }
  },
);

test.each([
  ['small letters', (id: string) => id.toLowerCase()],
  ['capitals', (id: string) => id.toUpperCase()],
])('Salesforce: an id of 18 characters in %s alone finds its record', async (_, inOthers) => {
  const adapter = adapterOf(newer, 'salesforce');
  const call = { ...callTo('salesforce', 'Contact'), readBack: true };
  const created = await adapter.create(call, { fields: { LastName: 'X' } });
  const id = inOthers(idOf(created));
  expect(await adapter.update(call, { id, fields: { LastName: 'Y' } })).toMatchObject({
    kind: 'written',
    data: { LastName: 'Y' },
  });
  const batch = await adapter.updateMany(call, [{ id, fields: { LastName: 'Z' } }]);
  expect(batch.records).toMatchObject([{ kind: 'written' }]);
  expect(await adapter.read(call, [id], ['LastName'])).toMatchObject({
    records: [{ fields: { LastName: 'Z' } }],
  });
  expect(await adapter.remove(call, id)).toMatchObject({ kind: 'written' });
});

test('Salesforce: a record that makes a partial batch malformed fails alone, in creates and in updates', async () => {
  const adapter = adapterOf(newer, 'salesforce');
  const call = callTo('salesforce', 'Contact');
  const bad = { LastName: 'Malformed' };
  const body = [{ errorCode: 'JSON_PARSER_ERROR', message: 'Cannot deserialize instance of multipicklist' }];
  const match = { path: '/composite/sobjects', record: bad };
  const fieldsOf = (at: number) => (at === 2 ? bad : { LastName: `Sound ${at}` });
  const records = Array.from({ length: 8 }, (_, at) => ({ fields: fieldsOf(at) }));
  // All eight, then four, two and one of them.
  sandbox.setFault({ provider: 'salesforce', match, times: 4, then: { status: 400, body } });
  const created = await adapter.createMany(call, records);
  const failed = { kind: 'failed', faults: [{ code: 'JSON_PARSER_ERROR' }] };
  const outcomes = records.map((_, at) => (at === 2 ? failed : { kind: 'written' }));
  expect(created.records).toMatchObject(outcomes);

  sandbox.setFault({ provider: 'salesforce', match, times: 4, then: { status: 400, body } });
  const identified = created.records.map((one, at) => ({
    id: one.kind === 'written' ? idOf(one) : '003000000000000AAA',
    fields: fieldsOf(at),
  }));
  expect((await adapter.updateMany(call, identified)).records).toMatchObject(outcomes);
});

test('Salesforce: a record is missing only where its object is there', async () => {
  const adapter = adapterOf(newer, 'salesforce');
  const id = '003000000000000AAA';
  const kindsIn = async (objectName: string) => {
    const call = callTo('salesforce', objectName);
    const outcomes = [
      await adapter.update(call, { id, fields: { Name: 'X' } }),
      await adapter.remove(call, id),
    ];
    return outcomes.map((one) => one.kind === 'failed' && one.faults[0].kind);
  };
  expect(await kindsIn('Contact')).toEqual(['not-found', 'not-found']);
  expect(await kindsIn('Contacts')).toEqual(['invalid', 'invalid']);

  // Which of the two it is, is asked again.
  sandbox.setFault({ provider: 'salesforce', match: { path: '/composite' }, then: { status: 503 } });
  const outcome = await adapter.update(callTo('salesforce', 'Contact'), { id, fields: { Name: 'X' } });
  expect(outcome).toMatchObject({ kind: 'failed', faults: [{ retryable: true, sent: 'rejected' }] });
});
