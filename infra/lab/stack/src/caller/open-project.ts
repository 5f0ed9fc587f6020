import type { Management } from './management.ts';

/** With a key for everything. */
export type StackProject = {
  id: string;
  name: string;
  apiKey: string;
  management: Management;
  provider: StackProvider;
};

export const targets = {
  hubspot: { integrationName: 'to-hubspot', objectName: 'contacts' },
  salesforce: { integrationName: 'to-salesforce', objectName: 'Contact' },
} as const;
export type StackProvider = keyof typeof targets;

export const { integrationName } = targets.hubspot;

export const writePath = ({ name, provider }: StackProject): string =>
  `/v1/projects/${name}/integrations/${targets[provider].integrationName}/objects/${targets[provider].objectName}`;

const manifestOf = (provider: StackProvider): string => `specVersion: 1.0.0
integrations:
  - name: ${targets[provider].integrationName}
    provider: ${provider}
    write:
      objects:
        - objectName: ${targets[provider].objectName}
`;

export async function openProject(
  management: Management,
  name: string,
  provider: StackProvider = 'hubspot',
): Promise<StackProject> {
  const { id } = await management.call<{ id: string }>('POST', '/projects', { name, appName: name });
  const { key } = await management.call<{ key: string }>('POST', `/projects/${name}/api-keys`, {
    label: name,
    scopes: ['full'],
  });
  const own = management.withKey(key);
  await own.call('PUT', `/projects/${name}/integrations:batch`, { sourceYaml: manifestOf(provider) });
  return { id, name, apiKey: key, management: own, provider };
}
