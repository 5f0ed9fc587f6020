import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, manifest, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());

test.each(['', 'latest', '01980f6e-5c00-7a31-9d62-3f8b41c6e7d2', 'of another integration'])(
  'a config that is based on a revision called "%s" is based on the one in force, and the answer says so',
  async (name) => {
    const own = await testProject(service);
    await own.apply();
    await own.connect();
    const revisionOf = async (integration: string) => {
      const { body } = await own.call('GET', `/integrations/${integration}`);
      return (body as { latestRevision: { id: string } }).latestRevision.id;
    };
    const revisionId = name.includes('another') ? await revisionOf('sales') : name;
    const made = await own.install({ groupRef: 'acme', config: { revisionId, content: {} } });
    expect(made).toMatchObject({ status: 201, body: { config: { revisionId: await revisionOf('crm') } } });
    const { warnings } = made.body as { warnings?: string[] };
    expect(warnings).toEqual(
      name === '' ? undefined : [expect.stringContaining(`no revision \`${revisionId}\``)],
    );
  },
);

test('a config may be based on an earlier revision of its integration', async () => {
  const own = await testProject(service);
  const first = (await own.apply()).body as { latestRevision: { id: string } }[];
  const revisionId = first[0]!.latestRevision.id;
  await own.apply(manifest.replace('objectName: deals', 'objectName: companies'));
  await own.connect();
  const content = { write: { objects: { deals: { objectName: 'deals' } } } };
  const made = await own.install({ groupRef: 'acme', config: { revisionId, content } });
  expect(made).toMatchObject({ status: 201, body: { config: { revisionId } } });
  expect(made.body).not.toHaveProperty('warnings');
});

const plain = {
  oauth2AuthorizationCode: {
    accessToken: 'sandbox-hubspot-acme',
    refreshToken: 'sandbox-refresh-hubspot-acme',
    expiresAt: '2030-01-01T00:00:00Z',
  },
  providerMetadata: { region: 'eu', plan: 'free' },
};
const inObjects = {
  oauth2AuthorizationCode: {
    accessToken: { token: 'sandbox-hubspot-acme', expiresAt: '2030-01-01T00:00:00Z' },
    refreshToken: { token: 'sandbox-refresh-hubspot-acme' },
    scopes: ['crm.objects.contacts.write'],
  },
  providerMetadata: { region: { value: 'eu', source: 'token' }, plan: 'free' },
};
const stored = {
  authScheme: 'oauth2/authorizationCode',
  expireTime: '2030-01-01T00:00:00.000Z',
  providerMetadata: { region: { value: 'eu', source: 'input' }, plan: { value: 'free', source: 'input' } },
  creds: { accessToken: 'sandbox-hubspot-acme', refreshToken: 'sandbox-refresh-hubspot-acme' },
};

test.each([
  ['texts', plain],
  ['objects', inObjects],
])('accepted: tokens and facts as %s, for a new connection and a change', async (_, given) => {
  const own = await testProject(service);
  const made = await own.call('POST', '/connections:generate', {
    provider: 'hubspot',
    groupRef: 'acme',
    ...given,
  });
  const path = `/connections/${(made.body as { id: string }).id}`;
  const whole = async () => (await own.call('GET', `${path}?includeCreds=true`)).body;
  expect(await whole()).toMatchObject(stored);
  const dead = { updateMask: ['providerMetadata'], connection: {} };
  expect(await own.call('PATCH', path, dead)).toMatchObject({ status: 200 });
  const updateMask = ['oauth2AuthorizationCode', 'providerMetadata.region', 'providerMetadata.plan'];
  expect(await own.call('PATCH', path, { updateMask, connection: given })).toMatchObject({ status: 200 });
  expect(await whole()).toMatchObject(stored);
});

test('a hidden token is the stored one, in an object too, and its end stays', async () => {
  const own = await testProject(service);
  const id = await own.connect('acme', { apiKey: undefined, ...inObjects });
  const connection = {
    oauth2AuthorizationCode: { accessToken: { token: '[hidden]' }, refreshToken: { token: 'another' } },
  };
  const body = { updateMask: ['oauth2AuthorizationCode'], connection };
  expect(await own.call('PATCH', `/connections/${id}`, body)).toMatchObject({ status: 200 });
  expect((await own.call('GET', `/connections/${id}?includeCreds=true`)).body).toMatchObject({
    ...stored,
    creds: { accessToken: 'sandbox-hubspot-acme', refreshToken: 'another' },
  });
});

test('an address in an object is looked at like one in a text, and no fault shows a token', async () => {
  const own = await testProject(service);
  const ask = (more: object) =>
    own.call('POST', '/connections:generate', { provider: 'salesforce', groupRef: 'acme', ...more });
  const elsewhere = { instanceUrl: { value: 'https://evil.example.com', source: 'input' } };
  expect(issuesOf(await ask({ apiKey: 'secret-1', providerMetadata: elsewhere }))).toMatchObject([
    { name: '/providerMetadata/instanceUrl' },
  ]);
  const faulty = await ask({
    providerMetadata: { instanceUrl: { value: 1 } },
    oauth2AuthorizationCode: { accessToken: { tokn: 'secret-2' }, refreshToken: ['secret-3'] },
  });
  expect(issuesOf(faulty).map(({ name }) => name)).toEqual([
    '/providerMetadata/instanceUrl/value',
    '/oauth2AuthorizationCode/accessToken/token',
    '/oauth2AuthorizationCode/accessToken/tokn',
    '/oauth2AuthorizationCode/refreshToken',
  ]);
  expect(JSON.stringify(faulty.body)).not.toContain('secret-');
});
