import { newId, type Database } from '@writ/db';
import { testActor } from '@writ/test-kit';
import {
  findIntegration,
  insertConnection,
  insertInstallation,
  insertIntegrations,
  sealCredentials,
} from '@writ/installation';
import { apiKeys, projects, type Secrets } from '@writ/tenancy';
import type { SandboxCrm } from '@writ/sandbox-crm';

export type ProviderName = 'hubspot' | 'salesforce';

/** A project whose group `acme` has an installation at each provider. */
export type SeededProject = { id: string; key: string };

const objects = { hubspot: ['contacts'], salesforce: ['Contact'] } as const;

/** The account at both providers of the sandbox. */
export const account = 'abused';
export const groupRef = 'acme';

export const pathTo = ({ id }: SeededProject, provider: ProviderName): string =>
  `/v1/projects/${id}/integrations/${provider}/objects/${objects[provider][0]}`;

/** Stores project, key, and for each provider an integration with an installation that may also delete. */
export async function seedProject(
  database: Database,
  secrets: Secrets,
  sandbox: SandboxCrm,
  name: string,
): Promise<SeededProject> {
  const project = await projects(database).insert({ name, appName: name }, testActor);
  if (project === 'name-taken') throw new Error('the database is not new');
  for (const provider of ['hubspot', 'salesforce'] as const) {
    sandbox.settings(provider, account, {
      quota: null,
      dailyLimit: null,
    });
    await installProvider(database, secrets, project.id, provider);
  }
  const { key } = await apiKeys(database).insert(
    { projectId: project.id, label: 'abuse', scopes: ['full'] },
    testActor,
  );
  return { id: project.id, key };
}

async function installProvider(
  { prisma }: Database,
  secrets: Secrets,
  projectId: string,
  provider: ProviderName,
): Promise<void> {
  const entry = {
    name: provider,
    provider,
    write: { objects: objects[provider].map((objectName) => ({ objectName })) },
  };
  await insertIntegrations(prisma, { projectId, specVersion: '1.0.0' }, [entry]);
  const integration = await findIntegration(prisma, projectId, provider);
  if (!integration) throw new Error('the integration that was just made is not there');
  const of = { projectId, groupRef, groupName: null };
  const id = newId();
  await insertConnection(prisma, {
    ...of,
    id,
    provider,
    consumerRef: null,
    consumerName: null,
    providerWorkspaceRef: null,
    account,
    authScheme: 'apiKey',
    credentials: sealCredentials(
      await secrets.sealer(projectId),
      { accessToken: `sandbox-${provider}-${account}` },
      id,
    ),
    expireTime: null,
    providerMetadata: null,
  });
  const settings = { deletionSettings: { enabled: true } };
  const content = {
    write: { objects: Object.fromEntries(objects[provider].map((name) => [name, settings])) },
  };
  await insertInstallation(prisma, {
    ...of,
    integrationId: integration.id,
    connectionId: id,
    createdBy: 'abuse',
    config: { revisionId: integration.revisionId, content },
  });
}
