import type { Management } from './management.ts';

/** A project of a stack, with a key that may do everything in it. */
export type StackProject = { id: string; name: string; apiKey: string; management: Management };

/** Writes HubSpot contacts. */
export const integrationName = 'to-hubspot';

const manifest = `specVersion: 1.0.0
integrations:
  - name: ${integrationName}
    provider: hubspot
    write:
      objects:
        - objectName: contacts
`;

/** Makes a project, its key and an integration that writes HubSpot contacts. */
export async function openProject(management: Management, name: string): Promise<StackProject> {
  const { id } = await management.call<{ id: string }>('POST', '/projects', { name, appName: name });
  const { key } = await management.call<{ key: string }>('POST', `/projects/${name}/api-keys`, {
    label: name,
    scopes: ['full'],
  });
  const own = management.withKey(key);
  await own.call('PUT', `/projects/${name}/integrations:batch`, { sourceYaml: manifest });
  return { id, name, apiKey: key, management: own };
}
