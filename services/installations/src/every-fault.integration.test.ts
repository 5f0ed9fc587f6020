import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, testProject } from './testing/test-project.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

let service: TestService;
let project: Awaited<ReturnType<typeof testProject>>;
let installationId: string;
let connectionId: string;
beforeAll(async () => {
  service = await startService(await testDatabase());
  project = await testProject(service);
  await project.apply();
  connectionId = await project.connect();
  const installed = await project.install({ groupRef: 'acme', config: { content: {} } });
  installationId = (installed.body as { id: string }).id;
});
afterAll(() => service.close());

/** Each row: what is wrong, the request, and the places of all its faults. */
const rows: [what: string, send: () => [Method, string, object?], places: string[]][] = [
  [
    'a new installation: a connection, a revision and an object that do not exist',
    () => [
      'POST',
      '/integrations/crm/installations',
      {
        groupRef: 'acme',
        connectionId: newId(),
        nonsense: 1,
        config: { revisionId: newId(), content: { write: { objects: { cars: { objectName: 'cars' } } } } },
      },
    ],
    ['body /config/revisionId', 'body /connectionId', 'body /nonsense'],
  ],
  [
    'a new installation: an object that is not in the manifest, beside a wrong form',
    () => [
      'POST',
      '/integrations/crm/installations',
      {
        groupRef: 'acme',
        nonsense: 1,
        config: { content: { write: { objects: { cars: { objectName: 'cars' } } } } },
      },
    ],
    ['body /config/content/write/objects/cars', 'body /nonsense'],
  ],
  [
    'a new installation of an integration that does not exist',
    () => ['POST', '/integrations/erp/installations', { config: { content: {} } }],
    ['body /groupRef', 'path integrationIdOrName'],
  ],
  [
    'an installation that does not exist',
    () => ['PATCH', `/integrations/crm/installations/${newId()}`, { updateMask: [] }],
    ['body /installation', 'body /updateMask', 'path installationId'],
  ],
  [
    'a change of an installation: a connection that does not exist, and a path that leads nowhere',
    () => [
      'PATCH',
      `/integrations/crm/installations/${installationId}`,
      {
        updateMask: ['connectionId', 'config.content.read.objects.cars'],
        installation: { connectionId: newId() },
        nonsense: 1,
      },
    ],
    ['body /installation/connectionId', 'body /nonsense', 'body /updateMask/1'],
  ],
  [
    "a patch of an object's config for a group without an installation",
    () => [
      'PATCH',
      '/integrations/crm/objects/contacts/config-content',
      { groupRef: 'nobody', action: 'own', changes: [] },
    ],
    ['body /action', 'body /changes', 'body /groupRef'],
  ],
  [
    "a patch of an object's config that cannot be made",
    () => [
      'PATCH',
      '/integrations/crm/objects/contacts/config-content',
      { groupRef: 'acme', action: 'write', changes: [{ op: 'remove', path: '/nowhere' }], nonsense: 1 },
    ],
    ['body /changes/0/path', 'body /nonsense'],
  ],
  [
    'a new connection: an unknown provider, and no credentials',
    () => ['POST', '/connections:generate', { provider: 'hubspt' }],
    ['body /apiKey', 'body /groupRef', 'body /provider'],
  ],
  [
    "a new connection: an address that is not the provider's",
    () => [
      'POST',
      '/connections:generate',
      { provider: 'salesforce', apiKey: 'x', providerMetadata: { instanceUrl: 'https://evil.test' } },
    ],
    ['body /groupRef', 'body /providerMetadata/instanceUrl'],
  ],
  [
    'a connection that does not exist',
    () => ['PATCH', `/connections/${newId()}`, { updateMask: ['groupName'] }],
    ['body /connection', 'path connectionId'],
  ],
  [
    'a change of a connection: a path that leads nowhere',
    () => [
      'PATCH',
      `/connections/${connectionId}`,
      { updateMask: ['groupName'], connection: {}, nonsense: 1 },
    ],
    ['body /nonsense', 'body /updateMask/0'],
  ],
  [
    'a provider app: an unknown provider',
    () => ['POST', '/provider-apps', { provider: 'hubspt', clientId: 'a' }],
    ['body /clientSecret', 'body /provider'],
  ],
  [
    'a provider app that does not exist, and a mask without values',
    () => ['PATCH', `/provider-apps/${newId()}`, { updateMask: ['scopes'], providerApp: {} }],
    ['body /updateMask/0', 'path providerAppId'],
  ],
  [
    'a key that does not exist, and a mask without values',
    () => ['PATCH', `/api-keys/${newId()}`, { updateMask: ['label', 'active'], apiKey: { label: '' } }],
    ['body /apiKey/label', 'body /updateMask/1', 'path apiKeyId'],
  ],
  [
    'a mask of a project without values',
    () => ['PATCH', '', { updateMask: ['appName'], project: { name: '' } }],
    ['body /project/name', 'body /updateMask/0'],
  ],
  [
    'a connection that does not exist beside a wrong parameter',
    () => ['GET', `/connections/${newId()}?includeCreds=perhaps`],
    ['path connectionId', 'query includeCreds'],
  ],
  [
    'installations of an integration that does not exist beside an unknown parameter',
    () => ['GET', '/integrations/erp/installations?group=acme'],
    ['path integrationIdOrName', 'query group'],
  ],
  [
    'a manifest with faults, beside a parameter that is not known',
    () => [
      'PUT',
      '/integrations:batch?dryRun=true',
      { sourceYaml: 'specVersion: 2.0.0\nintegrations: []\n' },
    ],
    ['body /sourceYaml', 'query dryRun'],
  ],
];

test.each(rows)('one answer tells every fault: %s', async (_, request, places) => {
  const answer = await project.call(...request());
  expect(answer.status).toBe(400);
  const told = issuesOf(answer).map((issue) => `${issue.in} ${issue.name}`);
  expect([...new Set(told)].toSorted()).toEqual(places);
});

const twice: [what: string, send: () => [Method, string, object]][] = [
  ['a mask that names no member', () => ['PATCH', '', { updateMask: ['x'], project: {} }]],
  [
    'an app, by a mask that names no member',
    () => ['PATCH', `/provider-apps/${newId()}`, { updateMask: ['x'], providerApp: {} }],
  ],
  [
    'a key, by a mask that names no member',
    () => ['PATCH', `/api-keys/${newId()}`, { updateMask: ['x'], apiKey: {} }],
  ],
  [
    'a connection whose id is none',
    () => [
      'POST',
      '/integrations/crm/installations',
      { groupRef: 'b', connectionId: 'x', config: { content: {} } },
    ],
  ],
  [
    'a connection that is no text',
    () => [
      'POST',
      '/integrations/crm/installations',
      { groupRef: 'b', connectionId: 1, config: { content: {} } },
    ],
  ],
  [
    'another connection whose id is none',
    () => [
      'PATCH',
      `/integrations/crm/installations/${installationId}`,
      { updateMask: ['connectionId'], installation: { connectionId: 'x' } },
    ],
  ],
  [
    'an installation whose id is none',
    () => [
      'PATCH',
      '/integrations/crm/objects/contacts/config-content',
      { installationId: 'x', action: 'write', changes: [] },
    ],
  ],
  ['an empty name', () => ['PATCH', '', { updateMask: ['name'], project: { name: '' } }]],
  ['an empty manifest', () => ['PUT', '/integrations:batch', { sourceYaml: '' }]],
  [
    'an object of a config that is nothing',
    () => [
      'PATCH',
      `/integrations/crm/installations/${installationId}`,
      {
        updateMask: ['config.content.write.objects.contacts'],
        installation: { config: { content: { write: { objects: { contacts: null } } } } },
      },
    ],
  ],
];

test.each(twice)('a fault is told once: %s', async (_, request) => {
  const answer = await project.call(...request());
  expect(answer.status).toBe(400);
  const told = issuesOf(answer).map((issue) => `${issue.in} ${issue.name}`);
  expect(told).toEqual([...new Set(told)]);
});
