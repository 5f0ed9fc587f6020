import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, manifest, testProject } from './testing/test-project.ts';

let service: TestService;
let project: Awaited<ReturnType<typeof testProject>>;
let installationId: string;
beforeAll(async () => {
  service = await startService(await testDatabase());
  project = await testProject(service);
  await project.apply();
  await project.connect('acme', { consumerRef: 'ann' });
  await project.connect('other', { consumerRef: 'bob' });
  const installed = await project.install({ groupRef: 'acme', config: { content: {} } });
  installationId = (installed.body as { id: string }).id;
  const { id } = (await project.call('POST', '/api-keys', { label: 'old' })).body as { id: string };
  await project.call('PATCH', `/api-keys/${id}`, { updateMask: ['active'], apiKey: { active: false } });
});
afterAll(() => service.close());

type Row = [
  what: string,
  request: () => Parameters<typeof project.call>,
  answer: { status: number; body?: unknown },
];

/** What clients send out of habit, and what they get: none of it stands in anybody's way. */
const rows: Row[] = [
  [
    'a key without scopes may do everything',
    () => ['POST', '/api-keys', { label: 'all' }],
    { status: 201, body: expect.objectContaining({ label: 'all', scopes: ['full'] }) },
  ],
  [
    'keys that are accepted',
    () => ['GET', '/api-keys?active=true'],
    { status: 200, body: expect.not.arrayContaining([expect.objectContaining({ active: false })]) },
  ],
  [
    'keys that are not',
    () => ['GET', '/api-keys?active=false'],
    { status: 200, body: [expect.objectContaining({ label: 'old' })] },
  ],
  [
    "a person's connections",
    () => ['GET', '/connections?consumerRef=bob'],
    {
      status: 200,
      body: [expect.objectContaining({ group: expect.objectContaining({ groupRef: 'other' }) })],
    },
  ],
  ['no connection of this person', () => ['GET', '/connections?consumerRef=carl'], { status: 200, body: [] }],
  [
    'an installation, whatever is to be skipped',
    () => ['GET', `/integrations/crm/installations/${installationId}?skipSampling=true`],
    { status: 200, body: expect.objectContaining({ healthStatus: 'healthy' }) },
  ],
  [
    'a project, whatever is to be included',
    () => ['GET', '?includeEntitlements=true'],
    { status: 200, body: expect.objectContaining({ appName: 'App' }) },
  ],
  [
    'a manifest whose integrations name a module',
    () => [
      'PUT',
      '/integrations:batch',
      { sourceYaml: manifest.replace('name: crm', 'name: crm\n    module: sales') },
    ],
    {
      status: 200,
      body: expect.arrayContaining([
        expect.objectContaining({
          latestRevision: expect.objectContaining({ content: expect.objectContaining({ module: 'sales' }) }),
        }),
      ]),
    },
  ],
];

test.each(rows.map(([what], at) => [what, at] as const))('accepted: %s', async (_, at) => {
  const [, request, answer] = rows[at]!;
  expect(await project.call(...request())).toMatchObject(answer);
});

test.each(['', 'latest', '01980f6e-5c00-7a31-9d62-3f8b41c6e7d2'])(
  'a config that is based on a revision called "%s" is based on the one in force',
  async (revisionId) => {
    const own = await testProject(service);
    await own.apply();
    await own.connect();
    const made = await own.install({ groupRef: 'acme', config: { revisionId, content: {} } });
    const { body } = await own.call('GET', '/integrations/crm');
    const { id } = (body as { latestRevision: { id: string } }).latestRevision;
    expect(made).toMatchObject({ status: 201, body: { config: { revisionId: id } } });
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
