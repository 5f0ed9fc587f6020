import { isDeepStrictEqual } from 'node:util';
import type { Actor, ConfigContent } from '@writ/contracts';
import type { Database } from '@writ/db';
import {
  changeConnection,
  findInstallation,
  findIntegration,
  holdIntegration,
  insertIntegrations,
  listIntegrations,
  reviseIntegrations,
  type Connection,
  type Installation,
  type ManifestIntegration,
} from '@writ/installation';
import {
  apiKeys,
  createTokenReader,
  findHolders,
  insertAuditEntries,
  lockProject,
  projects,
  type Secrets,
} from '@writ/tenancy';
import { createProviders, providerEndpoints } from '@writ/providers';
import { providerAddressVariables, readEnvironment, sandboxAddresses } from '@writ/service-kit';
import { generateConnection } from '../connections/generate-connection.ts';
import { probed } from '../connections/probed-credentials.ts';
import { depsOf, type Deps } from '../deps.ts';
import { integrationActs } from '../integrations/integration-acts.ts';
import { install } from '../installations/install.ts';
import { updateInstallation } from '../installations/update-installation.ts';
import { installationNotFound } from '../not-found.ts';
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
  /** Addresses as callers see them; the first two end in `/v1`. */
  managementUrl: string;
  writeUrl: string;
  sandboxUrl: string;
  /** Where `demo.json` is kept. */
  dataDir: string;
  pokeRelay?: () => void;
  by: Actor;
};

/**
 * Makes the demo's project, key, integrations, provider apps, connections and installations, as far as they are missing, and writes
 * `demo.json` (Contract §7). It may be repeated: what is there is kept, with the same key while it works; what an older
 * release made and nobody changed since is brought up to date.
 */
export async function seedDemo(options: SeedDemoOptions): Promise<DemoFile> {
  const projectId = await seedProject(options);
  const apiKey = await seedKey(options, projectId);
  await seedIntegrations(options, projectId);
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
    integrations: { hubspot: 'demo-hubspot', salesforce: 'demo-salesforce' },
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

/** Adds the missing ones, and revises those of before: a manifest would undo what somebody changed in the demo. */
const seedIntegrations = (
  { database: { transaction }, by }: SeedDemoOptions,
  projectId: string,
): Promise<void> =>
  transaction(async (tx) => {
    const { prisma, sql } = tx;
    await lockProject(sql, projectId);
    const before = await listIntegrations(prisma, projectId);
    const revised = { projectId, specVersion: demoSpecVersion };
    for (const { entry } of demoInstallations) {
      const integration = await holdIntegration(tx, 'UPDATE', projectId, entry.name);
      if (!integration) await insertIntegrations(prisma, revised, [entry]);
      else if (isDeepStrictEqual(integration.revision.content, ofBefore(entry)))
        await reviseIntegrations(tx, revised, [{ integration, entry }]);
    }
    const after = await listIntegrations(prisma, projectId);
    await insertAuditEntries(prisma, by, ...integrationActs(before, after));
  });

/** The entry as releases made it in which the demo mapped nothing. */
const ofBefore = ({ write, ...entry }: ManifestIntegration): ManifestIntegration => ({
  ...entry,
  write: { objects: (write?.objects ?? []).map(({ objectName }) => ({ objectName })) },
});

/** What the service stands on, with the sandbox in place of every provider: the demo never touches real data. */
function onSandbox({ managementUrl, sandboxUrl, ...options }: SeedDemoOptions): Deps {
  const addresses = readEnvironment(providerAddressVariables, sandboxAddresses(sandboxUrl));
  const providers = createProviders({
    endpoints: providerEndpoints(addresses),
    connectionsPerOrigin: 1,
    userAgent: 'writ',
  });
  const config = {
    ...addresses,
    PUBLIC_MANAGEMENT_URL: managementUrl,
    SALESFORCE_ALLOW_HOSTS: [],
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
  await deps.providerApps.insert({ ...app, projectId, provider: entry.provider }, by);
  const address = instancePath === undefined ? {} : { instanceUrl: `${sandboxUrl}${instancePath}` };
  const integration = await findIntegration(prisma, projectId, entry.name);
  if (integration === undefined) throw new Error(`the demo integration ${entry.name} is gone`);
  const key = { projectId, integrationId: integration.id, groupRef: demoGroup.groupRef };
  const installed = await findInstallation(prisma, key);
  if (installed) {
    await moveConnection(deps, installed.connection, address, by);
    await renewConfig(deps, installed, demo, by);
    return;
  }
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
    createdBy,
    ofGroup: {},
    by,
    content: contentOf(demo),
  });
}

const createdBy = 'demo';

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

/** A config that somebody changed is another one, made by them, and stays. */
async function renewConfig(
  deps: Deps,
  { id, projectId, integrationId, config }: Installation,
  demo: DemoInstallation,
  by: Actor,
): Promise<void> {
  const content = contentOf(demo);
  if (config.createdBy !== createdBy || isDeepStrictEqual(config.content, content)) return;
  await updateInstallation(
    deps,
    {
      projectId,
      integrationIdOrName: integrationId,
      installation: { id },
      ofGroup: {},
      by,
      missing: installationNotFound(id),
      // Only the one that was looked at.
      ifMatch: `"${config.id}"`,
    },
    () => ({ content, createdBy, placeOf: (name) => ({ in: 'body', name }) }),
  );
}

/** The sandbox may listen at another port than when the demo was made. */
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
