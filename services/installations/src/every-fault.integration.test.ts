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

/** What is wrong, the request, the status, and the places of all faults of its stage. */
const rows: [what: string, send: () => [Method, string, object?], status: number, places: string[]][] = [
  [
    'a new installation: an unknown member; the names are not looked for',
    () => [
      'POST',
      '/integrations/crm/installations',
      {
        groupRef: 'acme',
        connectionId: newId(),
        nonsense: 1,
        config: { revisionId: newId(), content: unknownObject },
      },
    ],
    400,
    ['body /nonsense'],
  ],
  [
    'a new installation: a connection that does not exist and an object that the manifest lacks, of a group that has one',
    () => [
      'POST',
      '/integrations/crm/installations',
      {
        groupRef: 'acme',
        connectionId: newId(),
        config: { revisionId: newId(), content: unknownObject },
      },
    ],
    404,
    ['body /config/content/write/objects/cars/objectName', 'body /connectionId', 'body /groupRef'],
  ],
  [
    'a new installation: a connection to another provider, and an object that is not in the manifest',
    () => [
      'POST',
      '/integrations/sales/installations',
      { groupRef: 'acme', connectionId, config: { content: unknownObject } },
    ],
    400,
    ['body /config/content/write/objects/cars/objectName', 'body /connectionId'],
  ],
  [
    'a new installation: a group without a connection, and an object that is not in the manifest',
    () => [
      'POST',
      '/integrations/crm/installations',
      { groupRef: 'nobody', config: { content: unknownObject } },
    ],
    400,
    ['body /config/content/write/objects/cars/objectName', 'body /connectionId'],
  ],
  [
    'a new installation: a group that has one, and an object that is not in the manifest',
    () => [
      'POST',
      '/integrations/crm/installations',
      { groupRef: 'acme', config: { content: unknownObject } },
    ],
    400,
    ['body /config/content/write/objects/cars/objectName', 'body /groupRef'],
  ],
  [
    'a new installation: a group that has one',
    () => ['POST', '/integrations/crm/installations', { groupRef: 'acme', config: { content: {} } }],
    409,
    ['body /groupRef'],
  ],
  [
    'a new installation without a group; the integration is not looked for',
    () => ['POST', '/integrations/erp/installations', { config: { content: {} } }],
    400,
    ['body /groupRef'],
  ],
  [
    'a new installation: an integration and a connection that do not exist',
    () => [
      'POST',
      '/integrations/erp/installations',
      { groupRef: 'acme', connectionId: newId(), config: { content: {} } },
    ],
    404,
    ['body /connectionId', 'path integrationIdOrName'],
  ],
  [
    'a new installation of an integration that does not exist',
    () => ['POST', '/integrations/erp/installations', { groupRef: 'acme', config: { content: {} } }],
    404,
    ['path integrationIdOrName'],
  ],
  [
    'a change without values; the installation is not looked for',
    () => ['PATCH', `/integrations/crm/installations/${newId()}`, { updateMask: [] }],
    400,
    ['body /installation', 'body /updateMask'],
  ],
  [
    'a change without values: they are told once, not for each path',
    () => ['PATCH', `/integrations/crm/installations/${newId()}`, { updateMask: ['connectionId'] }],
    400,
    ['body /installation'],
  ],
  [
    'a change of an installation: it does not exist, nor does the connection',
    () => [
      'PATCH',
      `/integrations/crm/installations/${newId()}`,
      { updateMask: ['connectionId'], installation: { connectionId: newId() } },
    ],
    404,
    ['body /installation/connectionId', 'path installationId'],
  ],
  [
    'a change of an installation: the integration does not exist, nor does the connection',
    () => [
      'PATCH',
      `/integrations/erp/installations/${installationId}`,
      { updateMask: ['connectionId'], installation: { connectionId: newId() } },
    ],
    404,
    ['body /installation/connectionId', 'path integrationIdOrName'],
  ],
  [
    'a change of an installation: an unknown member; what the mask names is not looked for',
    () => [
      'PATCH',
      `/integrations/crm/installations/${installationId}`,
      {
        updateMask: ['connectionId', 'config.content.read.objects.cars', 'config.id'],
        installation: { connectionId: newId() },
        nonsense: 1,
      },
    ],
    400,
    ['body /nonsense', 'body /updateMask/2'],
  ],
  [
    'a change of an installation: a connection that does not exist, and a path that leads nowhere',
    () => [
      'PATCH',
      `/integrations/crm/installations/${installationId}`,
      {
        updateMask: ['connectionId', 'config.content.read.objects.cars'],
        installation: { connectionId: newId() },
      },
    ],
    404,
    ['body /installation/connectionId', 'body /updateMask/1'],
  ],
  [
    "a patch of an object's config: no known section and no changes; the group is not looked for",
    () => [
      'PATCH',
      '/integrations/crm/objects/contacts/config-content',
      { groupRef: 'nobody', action: 'own', changes: [] },
    ],
    400,
    ['body /action', 'body /changes'],
  ],
  [
    "a patch of an object's config: changes without pointers and values beside one that cannot be made",
    () => [
      'PATCH',
      '/integrations/crm/objects/contacts/config-content',
      {
        groupRef: 'acme',
        action: 'write',
        changes: [
          { op: 'remove', path: '/nowhere' },
          { op: 'add', path: 'inheritMapping' },
          { op: 'replace', path: '' },
          // Must be checked in one pass, or it would take forever.
          { op: 'remove', path: `${'/'.repeat(1_023)}~` },
        ],
        nonsense: 1,
      },
    ],
    400,
    [
      'body /changes/1/path',
      'body /changes/1/value',
      'body /changes/2/path',
      'body /changes/2/value',
      'body /changes/3/path',
      'body /nonsense',
    ],
  ],
  [
    "a patch of an object's config that cannot be made",
    () => [
      'PATCH',
      '/integrations/crm/objects/contacts/config-content',
      { groupRef: 'acme', action: 'write', changes: [{ op: 'remove', path: '/nowhere' }] },
    ],
    400,
    ['body /changes/0/path'],
  ],
  [
    "a patch of an object's config for a group without an installation",
    () => [
      'PATCH',
      '/integrations/crm/objects/contacts/config-content',
      { groupRef: 'nobody', action: 'write', changes: [{ op: 'remove', path: '/nowhere' }] },
    ],
    404,
    ['body /groupRef'],
  ],
  [
    "a patch of an object's config for an installation that does not exist",
    () => [
      'PATCH',
      '/integrations/crm/objects/contacts/config-content',
      { installationId: newId(), action: 'write', changes: [{ op: 'remove', path: '/nowhere' }] },
    ],
    404,
    ['body /installationId'],
  ],
  [
    'a new connection: an unknown provider, and no credentials',
    () => ['POST', '/connections:generate', { provider: 'hubspt' }],
    400,
    ['body /apiKey', 'body /groupRef', 'body /provider'],
  ],
  [
    'a new connection: a credential that is no text, and an unknown provider',
    () => ['POST', '/connections:generate', { provider: 'hubspt', apiKey: 5 }],
    400,
    ['body /apiKey', 'body /groupRef', 'body /provider'],
  ],
  [
    "a new connection: an address that is not the provider's",
    () => [
      'POST',
      '/connections:generate',
      { provider: 'salesforce', apiKey: 'x', providerMetadata: { instanceUrl: 'https://evil.test' } },
    ],
    400,
    ['body /groupRef', 'body /providerMetadata/instanceUrl'],
  ],
  [
    'a change of a connection without values; it is not looked for',
    () => ['PATCH', `/connections/${newId()}`, { updateMask: ['apiKey'] }],
    400,
    ['body /connection'],
  ],
  [
    'a connection that does not exist',
    () => ['PATCH', `/connections/${newId()}`, { updateMask: ['groupName'], connection: {} }],
    404,
    ['path connectionId'],
  ],
  [
    'a change of a connection: an unknown member; what the mask names is not looked for',
    () => [
      'PATCH',
      `/connections/${connectionId}`,
      { updateMask: ['groupName'], connection: {}, nonsense: 1 },
    ],
    400,
    ['body /nonsense'],
  ],
  [
    'a change of a connection: paths that lead nowhere, and a hidden credential that stands for none',
    () => [
      'PATCH',
      `/connections/${connectionId}`,
      {
        updateMask: ['groupName', 'oauth2AuthorizationCode', 'providerMetadata.nothing'],
        connection: { oauth2AuthorizationCode: { accessToken: '[hidden]' } },
      },
    ],
    400,
    ['body /connection/oauth2AuthorizationCode/accessToken', 'body /updateMask/0', 'body /updateMask/2'],
  ],
  [
    'a provider app: an unknown provider',
    () => ['POST', '/provider-apps', { provider: 'hubspt', clientId: 'a' }],
    400,
    ['body /clientSecret', 'body /provider'],
  ],
  [
    'a provider app by a mask without values; it is not looked for',
    () => ['PATCH', `/provider-apps/${newId()}`, { updateMask: ['scopes'], providerApp: {} }],
    400,
    ['body /updateMask/0'],
  ],
  [
    'a provider app that does not exist',
    () => ['PATCH', `/provider-apps/${newId()}`, { updateMask: ['scopes'], providerApp: { scopes: ['a'] } }],
    404,
    ['path providerAppId'],
  ],
  [
    'a key by a mask without values; it is not looked for',
    () => ['PATCH', `/api-keys/${newId()}`, { updateMask: ['label', 'active'], apiKey: { label: '' } }],
    400,
    ['body /apiKey/label', 'body /updateMask/1'],
  ],
  [
    'a key that does not exist',
    () => ['PATCH', `/api-keys/${newId()}`, { updateMask: ['label'], apiKey: { label: 'a' } }],
    404,
    ['path apiKeyId'],
  ],
  [
    'a mask of a project without values',
    () => ['PATCH', '', { updateMask: ['appName'], project: { name: '' } }],
    400,
    ['body /project/name', 'body /updateMask/0'],
  ],
  [
    'a wrong parameter; the connection is not looked for',
    () => ['GET', `/connections/${newId()}?includeCreds=perhaps&x=1`],
    400,
    ['query includeCreds', 'query x'],
  ],
  [
    'an unknown parameter; the integration is not looked for',
    () => ['GET', '/integrations/erp/installations?group=acme'],
    400,
    ['query group'],
  ],
  [
    'a manifest with faults, beside a parameter that is not known',
    () => [
      'PUT',
      '/integrations:batch?tryOut=true',
      { sourceYaml: 'specVersion: 2.0.0\nintegrations: []\n' },
    ],
    400,
    ['body /sourceYaml', 'query tryOut'],
  ],
];

const unknownObject = { write: { objects: { cars: { objectName: 'cars' } } } };

test.each(rows)('one answer tells every fault of a stage: %s', async (_, request, status, places) => {
  const answer = await project.call(...request());
  expect(answer.status).toBe(status);
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
