import type { ConfigContent } from '@writ/contracts';
import { testActor } from '@writ/test-kit';
import { newId, type Database } from '@writ/db';
import {
  findIntegration,
  insertConnection,
  insertInstallation,
  insertIntegrations,
  sealCredentials,
  switchUnmappedFieldRemoval,
} from '@writ/installation';
import { apiKeys, projects, type Secrets } from '@writ/tenancy';
import type { SandboxCrm } from '@writ/sandbox-crm';
import type { Send } from './send.ts';

export type Provider = 'hubspot' | 'salesforce';

export type Installing = {
  provider: Provider;
  objectName: string;
  content?: ConfigContent;
  inheritMapping?: boolean;
  removeUnmapped?: boolean;
  /** At the sandbox; a new one by default. */
  account?: string;
  /** By default one that always works. */
  accessToken?: string;
};
type Running = { database: Database; secrets: Secrets; sandbox: SandboxCrm; send: Send };

/** A project with an installation for the group `acme`, and verbs to write to it. */
export async function install(running: Running, options: Installing) {
  const { database, sandbox, send } = running;
  const { provider, objectName, account = newId() } = options;
  sandbox.settings(provider, account, { quota: null, dailyLimit: null });
  const project = await projects(database).insert({ name: `project-${newId()}`, appName: 'App' }, testActor);
  if (project === 'name-taken') throw new Error('two projects of one name');
  await storeInstallation(running, project.id, { ...options, account });
  const { key } = await apiKeys(database).insert(
    { projectId: project.id, label: 'test', scopes: ['full'] },
    testActor,
  );
  const path = `/v1/projects/${project.id}/integrations/crm/objects/${objectName}`;

  return {
    projectId: project.id,
    key,
    path,
    account,
    /** For the group `acme` by default. */
    write: (body: object, headers: Record<string, string> = {}) =>
      send(path, { headers: { 'X-Api-Key': key, ...headers }, body: { groupRef: 'acme', ...body } }),
    /** Undefined if it does not exist or is deleted. */
    held: (recordId: string) =>
      sandbox
        .records(provider, account, objectName)
        .find(({ id, deletedAt }) => id === recordId && deletedAt === undefined)?.fields,
    records: () => sandbox.records(provider, account, objectName),
    calls: () => sandbox.journal({ provider, account }),
  };
}

export type Installed = Awaited<ReturnType<typeof install>>;

async function storeInstallation(
  { database, secrets }: Running,
  projectId: string,
  options: Installing & { account: string },
): Promise<void> {
  const { provider, objectName, inheritMapping, account } = options;
  const of = { projectId, groupRef: 'acme', groupName: null };
  const object = { objectName, ...(inheritMapping !== undefined && { inheritMapping }) };
  const entry = { name: 'crm', provider, write: { objects: [object] } };
  await insertIntegrations(database.prisma, { projectId, specVersion: '1.0.0' }, [entry]);
  const integration = there(await findIntegration(database.prisma, projectId, 'crm'));
  const id = newId();
  const seal = await secrets.sealer(projectId);
  const accessToken = options.accessToken ?? `sandbox-${provider}-${account}`;
  await insertConnection(database.prisma, {
    ...of,
    id,
    provider,
    consumerRef: null,
    consumerName: null,
    providerWorkspaceRef: null,
    account,
    authScheme: 'apiKey',
    credentials: sealCredentials(seal, { accessToken }, id),
    expireTime: null,
    providerMetadata: null,
  });
  const opened = await insertInstallation(database.prisma, {
    ...of,
    integrationId: integration.id,
    connectionId: id,
    createdBy: 'test',
    config: { revisionId: integration.revisionId, content: options.content ?? {} },
  });
  if (options.removeUnmapped)
    await switchUnmappedFieldRemoval(database.prisma, { projectId, id: there(opened).id }, true);
}

function there<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('what the test has just made is not there');
  return found;
}
