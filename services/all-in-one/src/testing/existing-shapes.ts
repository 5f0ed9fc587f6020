import { expect } from '@jest/globals';

/** A request of existing clients, and the answer that they expect. */
export type Shape = {
  what: string;
  /** `{name}` means a kept member of an earlier answer, or an address of the demo. */
  request: [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown];
  answer: { status: number; body?: unknown };
  /** Names under which later requests use members of the answer. */
  keep?: Readonly<Record<string, string>>;
  /** The answer may take a while. */
  inTime?: true;
};

const text = expect.any(String) as unknown as string;
const holding = (members: object): unknown => expect.objectContaining(members);
const manifest = `specVersion: 1.0.0
integrations:
  - name: moved
    module: sales
    provider: hubspot
    write:
      objects:
        - objectName: contacts
`;
const project = '{managementUrl}/projects/demo';

const ofProject = { name: 'demo', appName: 'Demo', orgId: text, createTime: text };

/** In order: later requests need earlier ones. */
export const existingShapes: readonly Shape[] = [
  {
    what: 'a project has an organization, and entitlements mean nothing',
    request: ['GET', `${project}?includeEntitlements=true`],
    answer: { status: 200, body: ofProject },
    keep: { projectId: 'id' },
  },
  {
    what: 'who calls is a builder with a role in each of its projects',
    request: ['GET', '{managementUrl}/my-info'],
    answer: {
      status: 200,
      body: {
        builder: { id: text, idpProvider: 'writ', idpRef: text, createTime: text },
        projectRoles: {
          '{projectId}': { role: 'admin', principalType: 'builder', principalId: text, project: ofProject },
        },
      },
    },
  },
  {
    what: 'a write later answers with an operation',
    request: [
      'POST',
      '{writeUrl}/projects/demo/integrations/demo-hubspot/objects/contacts',
      { groupRef: 'acme', type: 'create', mode: 'asynchronous', batch: [{ record: { lastname: 'Byron' } }] },
    ],
    answer: { status: 200, body: { operationId: text } },
    keep: { operationId: 'operationId' },
  },
  {
    what: 'details in the log of an operation are texts',
    request: ['GET', `${project}/operations/{operationId}/logs`],
    answer: {
      status: 200,
      body: expect.arrayContaining([
        holding({ message: holding({ details: { attempt: '1', durationMs: text } }) }),
      ]),
    },
    inTime: true,
  },
  {
    what: 'a connection tells its scheme in the public form, and each fact with its source',
    request: [
      'POST',
      `${project}/connections:generate`,
      {
        provider: 'hubspot',
        groupRef: 'hosted',
        consumerRef: 'ann',
        oauth2AuthorizationCode: {
          accessToken: { token: 'sandbox-hubspot-hosted' },
          refreshToken: { token: 'sandbox-refresh-hubspot-hosted' },
          scopes: ['crm.objects.contacts.write'],
        },
        providerMetadata: { region: { value: 'eu', source: 'input' } },
      },
    ],
    answer: {
      status: 201,
      body: {
        authScheme: 'oauth2/authorizationCode',
        status: 'working',
        group: { groupRef: 'hosted', groupName: 'hosted', projectId: '{projectId}', createTime: text },
        consumer: { consumerRef: 'ann', consumerName: 'ann', projectId: '{projectId}', createTime: text },
        providerMetadata: { region: { value: 'eu', source: 'input' } },
      },
    },
    keep: { connectionId: 'id' },
  },
  {
    what: 'a token that lasts is not renewed, and the refresh token comes with it',
    request: ['GET', `${project}/connections/{connectionId}?refresh=ifExpired&includeRefreshToken=true`],
    answer: {
      status: 200,
      body: {
        creds: { accessToken: 'sandbox-hubspot-hosted', refreshToken: 'sandbox-refresh-hubspot-hosted' },
      },
    },
  },
  {
    what: "a client of an org's own connects it",
    request: [
      'POST',
      `${project}/connections:generate`,
      {
        provider: 'salesforce',
        groupRef: 'hosted',
        consumerRef: 'ann',
        oauth2ClientCredentials: { clientId: 'hosted', clientSecret: 'secret', scopes: ['api'] },
        providerMetadata: { instanceUrl: { value: '{sandboxUrl}/salesforce', source: 'input' } },
      },
    ],
    answer: { status: 201, body: { authScheme: 'oauth2/clientCredentials', status: 'working' } },
  },
  {
    what: 'a user that the provider does not take is an issue',
    request: [
      'POST',
      `${project}/connections:generate`,
      {
        provider: 'hubspot',
        groupRef: 'hosted',
        consumerRef: 'ann',
        basicAuth: { username: 'ann', password: 'secret' },
      },
    ],
    answer: { status: 400, body: { issues: [{ in: 'body', name: '/basicAuth' }] } },
  },
  {
    what: 'a destination that is sent back with its type stays what it is',
    request: [
      'POST',
      `${project}/destinations`,
      { name: 'hook', type: 'webhook', metadata: { url: 'http://127.0.0.1:9/hook' } },
    ],
    answer: { status: 201, body: { type: 'webhook' } },
    keep: { destinationName: 'name' },
  },
  {
    what: 'and may be named in the mask',
    request: [
      'PATCH',
      `${project}/destinations/{destinationName}`,
      { updateMask: ['type', 'name'], destination: { type: 'webhook', name: 'hook' } },
    ],
    answer: { status: 200, body: { name: 'hook', type: 'webhook' } },
  },
  {
    what: 'routes of events are filtered by topic and type',
    request: [
      'GET',
      `${project}/notification-event-topic-routes?topicId={projectId}&eventType=write.async.done`,
    ],
    answer: { status: 200, body: [] },
  },
  {
    what: 'routes of topics are filtered by topic and destination',
    request: [
      'GET',
      `${project}/topic-destination-routes?topicId={projectId}&destinationId={destinationName}`,
    ],
    answer: { status: 200, body: [] },
  },
  {
    what: 'a key without scopes may do everything',
    request: ['POST', `${project}/api-keys`, { label: 'all' }],
    answer: { status: 201, body: { label: 'all', scopes: ['full'] } },
    keep: { keyId: 'id' },
  },
  {
    what: 'a key is switched off',
    request: ['PATCH', `${project}/api-keys/{keyId}`, { updateMask: ['active'], apiKey: { active: false } }],
    answer: { status: 200, body: { active: false } },
  },
  {
    what: 'keys that are accepted',
    request: ['GET', `${project}/api-keys?active=true`],
    answer: { status: 200, body: [holding({ label: 'demo', active: true })] },
  },
  {
    what: 'keys that are not',
    request: ['GET', `${project}/api-keys?active=false`],
    answer: { status: 200, body: [holding({ label: 'all', active: false })] },
  },
  {
    what: "a person's connections",
    request: ['GET', `${project}/connections?consumerRef=ann&provider=hubspot`],
    answer: { status: 200, body: [holding({ group: holding({ groupRef: 'hosted' }) })] },
  },
  {
    what: 'no connection of this person',
    request: ['GET', `${project}/connections?consumerRef=carl`],
    answer: { status: 200, body: [] },
  },
  {
    what: 'a manifest whose integrations name a module',
    request: ['PUT', `${project}/integrations:batch`, { sourceYaml: manifest }],
    answer: {
      status: 200,
      body: expect.arrayContaining([
        holding({ name: 'moved', latestRevision: holding({ content: holding({ module: 'sales' }) }) }),
      ]),
    },
  },
  {
    what: 'a group installs it',
    request: [
      'POST',
      `${project}/integrations/moved/installations`,
      { groupRef: 'hosted', config: { revisionId: 'latest', content: {} } },
    ],
    answer: { status: 201, body: { healthStatus: 'healthy' } },
    keep: { installationId: 'id' },
  },
  {
    what: 'an installation, whatever is to be skipped',
    request: ['GET', `${project}/integrations/moved/installations/{installationId}?skipSampling=true`],
    answer: { status: 200, body: { group: holding({ groupName: 'hosted' }) } },
  },
  {
    what: 'the providers, by name',
    request: ['GET', '{managementUrl}/providers'],
    answer: {
      status: 200,
      body: {
        hubspot: {
          name: 'hubspot',
          displayName: 'HubSpot',
          authType: 'oauth2',
          baseURL: text,
          support: { bulkWrite: { insert: true, upsert: true }, read: false, write: true },
          oauth2Opts: { authURL: text, tokenURL: text, grantType: 'authorizationCode' },
          providerOpts: {},
        },
        salesforce: { name: 'salesforce' },
      },
    },
  },
  {
    what: 'an integration of which nothing is said yet',
    request: ['POST', `${project}/integrations`, { name: 'plain', provider: 'hubspot' }],
    answer: { status: 201, body: { latestRevision: { id: text, specVersion: text, createTime: text } } },
  },
  {
    what: 'a revision that says it',
    request: [
      'POST',
      `${project}/integrations/plain/revisions?destructive=false`,
      { sourceYaml: manifest.replace('moved', 'plain') },
    ],
    answer: { status: 201, body: { content: { write: { objects: [{ objectName: 'contacts' }] } } } },
    keep: { revisionId: 'id' },
  },
  {
    what: "a revision with the fields of a customer's CRM",
    request: [
      'GET',
      `${project}/integrations/plain/revisions/{revisionId}:hydrate?connectionId={connectionId}`,
    ],
    answer: {
      status: 200,
      body: {
        id: '{revisionId}',
        specVersion: '1.0.0',
        createTime: text,
        content: {
          name: 'plain',
          provider: 'hubspot',
          write: {
            objects: [
              {
                objectName: 'contacts',
                displayName: text,
                allFieldsMetadata: { email: { fieldName: 'email', displayName: 'Email' } },
              },
            ],
          },
        },
      },
    },
  },
  {
    what: "an object of a customer's CRM",
    request: ['GET', `${project}/integrations/moved/objects/contacts/metadata?groupRef=hosted`],
    answer: {
      status: 200,
      body: {
        name: 'contacts',
        displayName: text,
        fields: {
          lifecyclestage: {
            fieldName: 'lifecyclestage',
            displayName: 'Lifecycle Stage',
            valueType: 'singleSelect',
            providerType: 'enumeration',
            readOnly: false,
            values: expect.arrayContaining([{ value: 'lead', displayValue: 'lead' }]),
          },
        },
      },
    },
  },
];
