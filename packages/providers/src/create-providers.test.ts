import { afterAll, expect, test } from '@jest/globals';
import { startReceiver } from '@writ/test-kit';
import { readEnvironment } from '@writ/service-kit';
import { createProviders } from './create-providers.ts';
import { providerAddressVariables, providerPageVariables, sandboxConfig } from './providers.ts';

const providers = createProviders({
  config: sandboxConfig('http://127.0.0.1:1'),
  connectionsPerOrigin: 1,
});

afterAll(() => providers.close());

test('finds an adapter by the name that it declares', () => {
  expect(providers.all.map(({ declaration }) => declaration.name)).toEqual(['hubspot', 'salesforce']);
  for (const adapter of providers.all) expect(providers.adapterFor(adapter.declaration.name)).toBe(adapter);
  expect(providers.adapterFor('none')).toBeUndefined();
});

test.each([
  ['salesforce', '0035g00000abcDe', '0035g00000abcDeAAI', '0035g00000abcdeAAA'],
  ['hubspot', '7', '007', '70'],
])('%s knows one record by every form of its id', (name, id, otherForm, other) => {
  const recordKeyOf = providers.adapterFor(name)?.declaration.recordKeyOf;
  expect(recordKeyOf?.(otherForm)).toBe(recordKeyOf?.(id));
  expect(recordKeyOf?.(other)).not.toBe(recordKeyOf?.(id));
});

test.each(['../../users', '1/2', '1?x', '', '1\n', '١'])('no provider takes %j for a record id', (id) => {
  for (const { declaration } of providers.all) expect(declaration.recordIdPattern.test(id)).toBe(false);
});

test.each([
  {},
  // What containers give, which take the page to be at the address of the API.
  { HUBSPOT_AUTHORIZE_URL: 'https://api.hubapi.com/oauth/authorize' },
])('the real providers are told of with their real addresses: %j', async (page) => {
  const real = createProviders({
    config: readEnvironment({ ...providerAddressVariables, ...providerPageVariables }, page),
    connectionsPerOrigin: 1,
  });
  expect(real.all.map(({ access: { baseUrl, oauth } }) => [baseUrl, oauth.authUrl, oauth.tokenUrl])).toEqual([
    [
      'https://api.hubapi.com',
      'https://app.hubspot.com/oauth/authorize',
      'https://api.hubapi.com/oauth/2026-03/token',
    ],
    [
      'https://{{.workspace}}.my.salesforce.com',
      'https://login.salesforce.com/services/oauth2/authorize',
      'https://login.salesforce.com/services/oauth2/token',
    ],
  ]);
  await real.close();
});

test('a version that a provider no longer serves is named until it is served again', async () => {
  const crm = await startReceiver();
  const watched = createProviders({
    config: sandboxConfig(crm.url, { SALESFORCE_API_VERSION: '20.0' }),
    connectionsPerOrigin: 1,
  });
  const gone = '[{"errorCode":"UNSUPPORTED_API_VERSION","message":"This API version is retired."}]';
  crm.answerAlways(({ path }) => (path.includes('v20.0') ? { status: 410, body: gone } : { status: 200 }));
  const call = {
    connection: { provider: 'any', account: 'acme', accessToken: 'token' },
    objectName: 'Contact',
    readBack: false,
    signal: new AbortController().signal,
    timeoutMs: 10_000,
  };
  const update = { id: '003000000000001AAA', fields: { Title: 'x' } };
  const [hubspot, salesforce] = watched.all;
  const refused = await salesforce?.update(call, update);
  expect(refused).toMatchObject({ faults: [{ kind: 'invalid', retryable: false, sent: 'rejected' }] });
  await hubspot?.update(call, { ...update, id: '7' });
  expect(watched.retiredVersions()).toEqual(['Salesforce 20.0 (`SALESFORCE_API_VERSION`)']);
  crm.answerAlways({ status: 204 });
  await salesforce?.update(call, update);
  expect(watched.retiredVersions()).toEqual([]);
  await watched.close();
  await crm.close();
});
