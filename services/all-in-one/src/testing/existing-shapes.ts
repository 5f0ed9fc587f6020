import { expect } from '@jest/globals';

/** A request as existing clients send it, and what they have to find in its answer. */
export type Shape = {
  what: string;
  /** `{name}` stands for a kept member of an earlier answer, or an address of the demo. */
  request: [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown];
  answer: { status: number; body?: unknown };
  /** Members of the answer that later requests name. */
  keep?: readonly string[];
  /** The answer is so after a while. */
  inTime?: true;
};

const text = expect.any(String) as unknown as string;
const holding = (members: object): unknown => expect.objectContaining(members);
const project = '{managementUrl}/projects/demo';

const ofProject = { name: 'demo', appName: 'Demo', orgId: text, createTime: text };

/** In their order: later requests stand on what earlier ones have made. */
export const existingShapes: readonly Shape[] = [
  {
    what: 'a project has an organization, and entitlements mean nothing',
    request: ['GET', `${project}?includeEntitlements=true`],
    answer: { status: 200, body: ofProject },
    keep: ['id'],
  },
  {
    what: 'who calls is a builder with a role in each of its projects',
    request: ['GET', '{managementUrl}/my-info'],
    answer: {
      status: 200,
      body: {
        builder: { id: text, idpProvider: 'writ', idpRef: text, createTime: text },
        projectRoles: {
          '{id}': { role: 'admin', principalType: 'builder', principalId: text, project: ofProject },
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
    keep: ['operationId'],
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
        group: { groupRef: 'hosted', groupName: 'hosted', projectId: '{id}', createTime: text },
        consumer: { consumerRef: 'ann', consumerName: 'ann', projectId: '{id}', createTime: text },
        providerMetadata: { region: { value: 'eu', source: 'input' } },
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
    keep: ['name'],
  },
  {
    what: 'and may be named in the mask',
    request: [
      'PATCH',
      `${project}/destinations/{name}`,
      { updateMask: ['type', 'name'], destination: { type: 'webhook', name: 'hook' } },
    ],
    answer: { status: 200, body: { name: 'hook', type: 'webhook' } },
  },
  {
    what: 'routes of events are filtered by topic and type',
    request: ['GET', `${project}/notification-event-topic-routes?topicId={id}&eventType=write.async.done`],
    answer: { status: 200, body: [] },
  },
  {
    what: 'routes of topics are filtered by topic and destination',
    request: ['GET', `${project}/topic-destination-routes?topicId={id}&destinationId={name}`],
    answer: { status: 200, body: [] },
  },
];
