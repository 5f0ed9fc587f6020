import { newId } from '@writ/db';
import type { Answer, TestService } from './start-service.ts';

type WithId = { id: string };

export const manifest = `specVersion: 1.0.0
integrations:
  - name: crm
    displayName: The CRM
    provider: hubspot
    read:
      objects:
        - objectName: contacts
    write:
      objects:
        - objectName: contacts
          inheritMapping: true
        - objectName: deals
  - name: sales
    provider: salesforce
    write:
      objects:
        - objectName: Contact
`;

/** With a second HubSpot integration, so that two installations can share a connection. */
export const manifestWithTwin = `${manifest}  - name: twin
    provider: hubspot
    write:
      objects:
        - objectName: contacts
`;

/** A project with a key for everything, and common verbs. */
export async function testProject({ send, sandbox }: Pick<TestService, 'send' | 'sandbox'>) {
  const name = `project-${newId()}`;
  const { id } = (await send('POST', '/projects', { body: { name, appName: 'App', pageKeys: true } }))
    .body as WithId;
  const path = `/projects/${id}`;
  const keyWith = async (...scopes: string[]): Promise<string> =>
    ((await send('POST', `${path}/api-keys`, { body: { label: 'test', scopes } })).body as { key: string })
      .key;
  const key = await keyWith('full');
  const call = (
    method: Parameters<typeof send>[0],
    below: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => send(method, path + below, { key, body, headers });
  return {
    id,
    name,
    key,
    keyWith,
    call,
    apply: (sourceYaml = manifest, query = '') => call('PUT', `/integrations:batch${query}`, { sourceYaml }),
    connect: async (groupRef = 'acme', more: object = {}): Promise<string> => {
      const body = { provider: 'hubspot', groupRef, apiKey: 'sandbox-hubspot-acme', ...more };
      return ((await call('POST', '/connections:generate', body)).body as WithId).id;
    },
    install: (body: object, integration = 'crm') =>
      call('POST', `/integrations/${integration}/installations`, body),
    sandboxUrl: sandbox.url,
  };
}

export const issuesOf = ({ body }: Answer): { in: string; name: string; detail: string }[] =>
  (body as { issues?: { in: string; name: string; detail: string }[] }).issues ?? [];
