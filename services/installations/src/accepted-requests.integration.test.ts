import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { manifest, testProject } from './testing/test-project.ts';

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
