import type { Actor, ConfigContent } from '@writ/contracts';
import { unlessTaken, type Database } from '@writ/db';
import { changeConnection, findInstallation, findIntegration, type Connection } from '@writ/installation';
import {
  apiKeys,
  createTokenReader,
  findHolders,
  insertAuditEntries,
  projects,
  type Secrets,
} from '@writ/tenancy';
import { createProviders, sandboxConfig } from '@writ/providers';
import { generateConnection } from '../connections/generate-connection.ts';
import { probed } from '../connections/probed-credentials.ts';
import { depsOf, type Deps } from '../deps.ts';
import { install } from '../installations/install.ts';
import { makeIntegration } from '../integrations/one-integration.ts';
import { readDemoFile, writeDemoFile, type DemoFile } from './demo-file.ts';
import {
  demoGroup,
  demoInstallations,
  demoProject,
  demoSpecVersion,
  type DemoInstallation,
} from './demo-facts.ts';

export type SeedDemoOptions = {
  database: Database;
  secrets: Secrets;
  /** The first two end in `/v1`. */
  managementUrl: string;
  writeUrl: string;
  sandboxUrl: string;
  dataDir: string;
  pokeRelay?: () => void;
  by: Actor;
};

/** Adds missing parts and writes `demo.json`. Existing parts stay; the key if it works. */
export async function seedDemo(options: SeedDemoOptions): Promise<DemoFile> {
  const projectId = await seedProject(options);
  const apiKey = await seedKey(options, projectId);
  const deps = onSandbox(options);
  try {
    for (const demo of demoInstallations) await seedInstallation(deps, options, projectId, demo);
  } finally {
    await deps.providers.close();
  }
  const { managementUrl, writeUrl, sandboxUrl, dataDir } = options;
  const file: DemoFile = {
    managementUrl,
    writeUrl,
    sandboxUrl,
    project: demoProject.name,
    apiKey,
    integrations: Object.fromEntries(
      demoInstallations.map(({ entry }) => [entry.provider, entry.name]),
    ) as DemoFile['integrations'],
    groupRef: demoGroup.groupRef,
  };
  await writeDemoFile(dataDir, file);
  return file;
}

async function seedProject({ database, by }: SeedDemoOptions): Promise<string> {
  const repository = projects(database);
  await repository.insert(demoProject, by);
  const project = await repository.find(demoProject.name);
  if (project === undefined) throw new Error('the demo project is gone');
  return project.id;
}

async function seedKey({ database, dataDir, by }: SeedDemoOptions, projectId: string): Promise<string> {
  const { apiKey: known } = await readDemoFile(dataDir);
  const findHolder = findHolders(
    database,
    createTokenReader(() => new Date()),
  );
  const holder = known === undefined ? undefined : await findHolder({ kind: 'apiKey', text: known });
  if (known !== undefined && holder?.project.id === projectId && holder.scopes.has('full')) return known;
  const given = { projectId, label: 'demo', scopes: ['full'] } as const;
  return (await apiKeys(database).insert(given, by)).key;
}

/** The demo never touches real data. */
function onSandbox({ managementUrl, sandboxUrl, ...options }: SeedDemoOptions): Deps {
  const providers = createProviders({ config: sandboxConfig(sandboxUrl), connectionsPerOrigin: 1 });
  const config = {
    PUBLIC_MANAGEMENT_URL: managementUrl,
    ADMIN_TOKEN: undefined,
    CORS_ORIGINS: [],
  };
  return depsOf({ pokeRelay: () => undefined, ...options, config, providers });
}

async function seedInstallation(
  deps: Deps,
  { sandboxUrl, by }: SeedDemoOptions,
  projectId: string,
  demo: DemoInstallation,
): Promise<void> {
  const { entry, app, accessToken, instancePath } = demo;
  const { prisma } = deps.database;
  await unlessTaken(() => deps.providerApps.insert({ ...app, projectId, provider: entry.provider }, by));
  const address = instancePath === undefined ? {} : { instanceUrl: `${sandboxUrl}${instancePath}` };
  const integration =
    (await findIntegration(prisma, projectId, entry.name)) ??
    (await makeIntegration(deps, { projectId, by }, { specVersion: demoSpecVersion, entry }));
  const key = { projectId, integrationId: integration.id, groupRef: demoGroup.groupRef };
  const installed = await findInstallation(prisma, key);
  if (installed) return moveConnection(deps, installed.connection, address, by);
  const connection = await generateConnection(
    deps,
    { projectId, by },
    {
      ...demoGroup,
      provider: entry.provider,
      oauth2AuthorizationCode: { accessToken },
      providerMetadata: address,
    },
    (access) => probed(deps, access, AbortSignal.timeout(10_000)),
  );
  await install(deps, {
    projectId,
    integrationIdOrName: integration.id,
    ...demoGroup,
    connectionId: connection.id,
    createdBy: 'demo',
    ofGroup: {},
    by,
    content: contentOf(demo),
  });
}

function contentOf({ entry, people, mapping }: DemoInstallation): ConfigContent {
  const objects = Object.fromEntries(
    (entry.write?.objects ?? []).map(({ objectName }) => [
      objectName,
      { objectName, ...(objectName === people && { deletionSettings: { enabled: true } }) },
    ]),
  );
  return {
    provider: entry.provider,
    read: { objects: { [people]: { objectName: people, selectedFieldMappings: mapping } } },
    write: { objects },
  };
}

/** The sandbox may have moved to another port. */
async function moveConnection(
  { database }: Deps,
  before: Connection,
  address: { instanceUrl?: string },
  by: Actor,
): Promise<void> {
  const { instanceUrl } = address;
  if (instanceUrl === undefined || before.providerMetadata?.['instanceUrl'] === instanceUrl) return;
  const providerMetadata = { ...before.providerMetadata, instanceUrl };
  await database.transaction(async ({ prisma }) => {
    const after = await changeConnection(prisma, before.id, { ...before, providerMetadata });
    await insertAuditEntries(prisma, by, { resource: 'connection', before, after });
  });
}
