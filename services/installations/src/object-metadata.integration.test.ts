import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { startReceiver, testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterEach(() => service.sandbox.clearFaults());
afterAll(() => service.close());

const manifest = `specVersion: 1.0.0
integrations:
  - name: crm
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          mapToName: people
    write:
      objects:
        - objectName: contacts
  - name: sales
    provider: salesforce
    write:
      objects:
        - objectName: Contact
`;

/** With an own account, to tell calls apart. */
async function connected(groupRef = 'acme') {
  const project = await testProject(service);
  await project.apply(manifest);
  const account = newId();
  const apiKey = `sandbox-hubspot-${account}`;
  const connectionId = await project.connect(groupRef, { apiKey });
  return {
    ...project,
    account,
    connectionId,
    fieldsOf: (object: string, query: string, integration = 'crm') =>
      project.call('GET', `/integrations/${integration}/objects/${object}/metadata${query}`),
    /** With a key that everybody who opens the page knows. */
    asPage: async () => {
      const key = await project.keyWith('frontend');
      return (path: string) =>
        service.send('GET', `/projects/${project.id}/integrations/crm${path}`, { key });
    },
    /** Requests for properties. */
    asked: () =>
      service.sandbox.journal().filter((one) => one.account === account && one.path.includes('/properties/'))
        .length,
  };
}

const withPath = (then: object) => ({ provider: 'hubspot', match: { path: '/properties/' }, then });

test('the fields of an object in HubSpot are told with type, rules and options', async () => {
  const { fieldsOf, connectionId } = await connected();
  const { status, body } = await fieldsOf('contacts', `?connectionId=${connectionId}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: 'contacts', displayName: 'contacts', mappedName: 'people' });
  const { fields } = body as { fields: Record<string, unknown> };
  const plain = { readOnly: false, isUnique: false, isCustom: false };
  expect(fields['firstname']).toEqual({
    ...plain,
    fieldName: 'firstname',
    displayName: 'First Name',
    valueType: 'string',
    fieldType: 'string',
    providerType: 'string',
  });
  expect(fields['email']).toMatchObject({ ...plain, isUnique: true });
  expect(fields['external_id']).toMatchObject({ isUnique: true, isCustom: true });
  expect(fields['createdate']).toMatchObject({ readOnly: true, valueType: 'datetime' });
  expect(fields['hs_email_optout']).toMatchObject({ valueType: 'boolean', providerType: 'bool' });
  expect(fields['lifecyclestage']).toMatchObject({
    valueType: 'singleSelect',
    values: expect.arrayContaining([{ value: 'customer', displayValue: 'customer' }]),
  });
});

test('an address that a connection to HubSpot names is called by nothing, neither with its token nor with a new one', async () => {
  const { fieldsOf, connect, call } = await connected();
  const elsewhere = await startReceiver();
  try {
    const apiKey = `sandbox-hubspot-${newId()}`;
    const at = (path: string) => ({ providerMetadata: { instanceUrl: elsewhere.url + path } });
    const id = await connect('globex', { apiKey, ...at('/one?') });
    expect((await fieldsOf('contacts', `?connectionId=${id}`)).status).toBe(200);
    const updateMask = ['apiKey', 'providerMetadata.instanceUrl'];
    const changed = await call('PATCH', `/connections/${id}`, {
      updateMask,
      connection: { apiKey, ...at('/two?') },
    });
    expect(changed).toMatchObject({ status: 200, body: { status: 'working' } });
    expect(elsewhere.received).toEqual([]);
  } finally {
    await elsewhere.close();
  }
});

test('the fields of an object in Salesforce are told, and which of them a record must have', async () => {
  const { fieldsOf, connect } = await connected();
  await connect('acme', {
    provider: 'salesforce',
    apiKey: `sandbox-salesforce-${newId()}`,
    providerMetadata: { instanceUrl: `${service.sandbox.url}/salesforce` },
  });
  const { status, body } = await fieldsOf('Contact', '?groupRef=acme', 'sales');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: 'Contact',
    displayName: 'Contact',
    fields: {
      LastName: { displayName: 'Last Name', isRequired: true, readOnly: false },
      FirstName: { isRequired: false },
      Id: { readOnly: true, isRequired: false, isUnique: true },
      AccountId: { valueType: 'reference', referenceTo: ['Account'] },
      External_Id__c: { isUnique: true, isCustom: true },
      LeadSource: { valueType: 'singleSelect', providerType: 'picklist' },
      HasOptedOutOfEmail: { valueType: 'boolean' },
    },
  });
});

test('the provider is asked once by all who ask at the same time and for some minutes after, until it is asked anew', async () => {
  const { fieldsOf, connectionId, connect, account, asked } = await connected();
  const query = `?connectionId=${connectionId}`;
  const answers = await Promise.all(Array.from({ length: 8 }, () => fieldsOf('contacts', query)));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await fieldsOf('people', '?groupRef=acme')).body).toEqual(answers[0]!.body);
  expect(asked()).toBe(1);
  await fieldsOf('contacts', `${query}&refresh=true`);
  expect(asked()).toBe(2);
  await fieldsOf('contacts', `${query}&refresh=false`);
  expect(asked()).toBe(2);
  // Another authorization may see other fields of the account.
  const other = await connect('globex', { apiKey: `sandbox-hubspot-${account}` });
  await fieldsOf('contacts', `?connectionId=${other}`);
  expect(asked()).toBe(3);
  await fieldsOf('companies', query);
  expect(asked()).toBe(4);
});

test('of a group its installation tells where its CRM is, before its last connection does', async () => {
  const { fieldsOf, connectionId, connect, install, account } = await connected();
  await install({ groupRef: 'acme', connectionId, config: { content: {} } });
  const elsewhere = newId();
  await connect('acme', { apiKey: `sandbox-hubspot-${elsewhere}` });
  expect((await fieldsOf('contacts', '?groupRef=acme')).status).toBe(200);
  const accounts = service.sandbox
    .journal()
    .flatMap((one) => (one.path.includes('/properties/') ? [one.account] : []));
  expect(accounts).toContain(account);
  expect(accounts).not.toContain(elsewhere);
});

test.each([
  ['nobody is named', '', 400, 'groupRef'],
  ['the group has no connection', '?groupRef=globex', 404, 'groupRef'],
  ['there is no such connection', `?connectionId=${newId()}`, 404, 'connectionId'],
  ['the connection has no id', '?connectionId=acme', 404, 'connectionId'],
  ['a parameter is not known', '?groupRef=acme&refreshed=1', 400, 'refreshed'],
])('where %s, the query %j is refused', async (_, query, status, name) => {
  const { fieldsOf, asked } = await connected();
  const refused = await fieldsOf('contacts', query);
  expect([refused.status, issuesOf(refused)]).toMatchObject([status, [{ in: 'query', name }]]);
  expect(asked()).toBe(0);
});

test('a connection of another group, of another provider or of another project is refused', async () => {
  const [own, foreign] = [await connected(), await connected()];
  const { connectionId } = own;
  for (const [query, integration, status] of [
    [`?connectionId=${connectionId}&groupRef=globex`, 'crm', 404],
    [`?connectionId=${connectionId}`, 'sales', 400],
    [`?connectionId=${foreign.connectionId}`, 'crm', 404],
  ] as const) {
    const refused = await own.fieldsOf('contacts', query, integration);
    expect([refused.status, issuesOf(refused)]).toMatchObject([status, [{ name: 'connectionId' }]]);
  }
  expect((await own.fieldsOf('contacts', `?connectionId=${connectionId}`, 'erp')).status).toBe(404);
  expect(own.asked() + foreign.asked()).toBe(0);
});

test.each(['unicorns', '..%2Fcontacts', 'a%2Fb', '%20'])(
  'an object that the CRM does not have is not found: %s',
  async (name) => {
    const { fieldsOf } = await connected();
    const refused = await fieldsOf(name, '?groupRef=acme');
    expect(refused.status).toBe(404);
    expect(issuesOf(refused)).toMatchObject([{ in: 'path', name: 'objectName' }]);
  },
);

test('that an object is not there is remembered like what was told of others', async () => {
  const { fieldsOf, asked } = await connected();
  const refused = [
    await fieldsOf('unicorns', '?groupRef=acme'),
    await fieldsOf('unicorns', '?groupRef=acme'),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404]);
  for (const answer of refused)
    expect(issuesOf(answer)).toMatchObject([
      { name: 'objectName', detail: expect.stringContaining('unicorns') },
    ]);
  expect(asked()).toBe(1);
  expect((await fieldsOf('unicorns', '?groupRef=acme&refresh=true')).status).toBe(404);
  expect(asked()).toBe(2);
});

test('pages spend a bounded part of the quota on objects that the manifest lacks, and on asking anew', async () => {
  const { fieldsOf, asPage, connectionId, account, asked } = await connected();
  service.sandbox.settings('hubspot', account, { quota: { limit: 10_000, windowMs: 10_000 } });
  const ask = await asPage();
  const query = `connectionId=${connectionId}`;
  const numbers = Array.from({ length: 60 }, (_, number) => number);
  const made = await Promise.all(
    numbers.map((number) => ask(`/objects/made-up-${number}/metadata?${query}`)),
  );
  const again = [];
  for (const _ of numbers) again.push(await ask(`/objects/contacts/metadata?${query}&refresh=true`));
  expect(asked()).toBe(100);
  expect(made.every(({ status }) => status === 404)).toBe(true);
  expect(again.map(({ status }) => status)).toEqual(numbers.map((number) => (number < 40 ? 200 : 429)));
  expect(again.at(-1)?.body).toMatchObject({
    type: expect.stringMatching(/rate-limited$/),
    retryable: true,
    retryAfter: expect.any(String),
  });

  // Declared and kept objects are still answered, and server keys are not limited.
  expect((await ask(`/objects/people/metadata?${query}`)).status).toBe(200);
  expect((await ask(`/objects/made-up-1/metadata?${query}`)).status).toBe(404);
  expect(asked()).toBe(100);
  expect((await fieldsOf('made-up-100', `?${query}`)).status).toBe(404);
  expect((await fieldsOf('contacts', `?${query}&refresh=true`)).status).toBe(200);
  expect(asked()).toBe(102);
});

test.each([
  [
    'does not allow it',
    { status: 403, body: { status: 'error', category: 'FORBIDDEN' } },
    422,
    'provider-refused',
    false,
  ],
  ['asks to wait', { status: 503, headers: { 'Retry-After': '7' }, body: '' }, 503, 'unavailable', true],
  ['fails', { status: 500, body: '' }, 502, 'provider-unreachable', true],
  ['breaks off', 'reset', 502, 'provider-unreachable', true],
  ['answers half', 'truncate', 502, 'provider-unreachable', true],
  [
    'says more than can be read',
    { status: 200, body: { results: [{ name: 'x'.repeat(10 * 1024 * 1024) }] } },
    502,
    'provider-unreachable',
    false,
  ],
])('where the provider %s, the caller is told, and asks again', async (_, then, status, kind, retryable) => {
  const { fieldsOf, connectionId } = await connected();
  service.sandbox.setFault(withPath(then as object) as never);
  const refused = await fieldsOf('contacts', '?groupRef=acme');
  expect(refused).toMatchObject({
    status,
    body: {
      type: expect.stringMatching(new RegExp(`/${kind}$`)),
      subsystem: 'hubspot',
      retryable,
      context: { connectionId },
    },
  });
  expect((await fieldsOf('contacts', '?groupRef=acme')).status).toBe(200);
});

test('an account whose quota is used up is left in peace, and the caller is told how long', async () => {
  const { fieldsOf, account, asked } = await connected();
  service.sandbox.settings('hubspot', account, { quota: { limit: 0, windowMs: 600_000 } });
  const told = {
    status: 503,
    body: { type: expect.stringMatching(/unavailable$/), retryable: true, retryAfter: expect.any(String) },
  };
  expect(await fieldsOf('contacts', '?groupRef=acme')).toMatchObject(told);
  expect(asked()).toBe(1);
  expect(await fieldsOf('contacts', '?groupRef=acme')).toMatchObject(told);
  expect(asked()).toBe(1);
});

test('a token that has ended is renewed, and the question is asked again', async () => {
  const { call, connect, fieldsOf } = await connected();
  const app = { provider: 'hubspot', clientId: 'c', clientSecret: 's', scopes: ['oauth'] };
  await call('POST', '/provider-apps', app);
  const account = newId();
  const tokens = {
    accessToken: `sandbox-hubspot-${account}`,
    refreshToken: `sandbox-refresh-hubspot-${account}`,
  };
  await connect('globex', { apiKey: undefined, oauth2AuthorizationCode: tokens });
  service.sandbox.setFault(withPath({ status: 401, body: { category: 'EXPIRED_AUTHENTICATION' } }) as never);
  expect((await fieldsOf('contacts', '?groupRef=globex')).status).toBe(200);
  const paths = service.sandbox.journal().flatMap((one) => (one.account === account ? [one.path] : []));
  expect(paths.filter((path) => path.endsWith('/token'))).toHaveLength(1);
});

test('credentials that the provider refuses for good end the connection, of which nothing is told from then on', async () => {
  const { call, fieldsOf, connectionId, asked } = await connected();
  expect((await fieldsOf('contacts', '?groupRef=acme')).status).toBe(200);
  const refused = { status: 401, body: { category: 'INVALID_AUTHENTICATION', message: 'No such key' } };
  service.sandbox.setFault(withPath(refused) as never);
  const dead = {
    status: 422,
    body: {
      type: expect.stringMatching(/connection-not-working$/),
      retryable: false,
      remedy: expect.stringContaining(connectionId),
    },
  };
  expect(await fieldsOf('contacts', '?groupRef=acme&refresh=true')).toMatchObject(dead);
  expect((await call('GET', `/connections/${connectionId}`)).body).toMatchObject({
    status: 'bad_credentials',
  });
  expect(asked()).toBe(2);
  expect(await fieldsOf('contacts', '?groupRef=acme')).toMatchObject(dead);
  expect(asked()).toBe(2);
});

test('who reads or configures installations may ask; nobody else', async () => {
  const { id, keyWith } = await connected();
  const path = `/projects/${id}/integrations/crm/objects/contacts/metadata?groupRef=acme`;
  const statuses = [];
  for (const scope of ['installations:read', 'installations:manage', 'frontend', 'write:records'])
    statuses.push((await service.send('GET', path, { key: await keyWith(scope) })).status);
  expect(statuses).toEqual([200, 200, 200, 403]);
});
