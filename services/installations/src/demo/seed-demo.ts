import { inTransaction, type Database } from '@writ/db';
import { findIntegration, listInstallations, insertIntegration, setInstanceUrl } from '@writ/installation';
import { apiKeys, findApiKeys, lockProject, projects, type Keyring } from '@writ/tenancy';
import { createProviders, providerEndpoints } from '@writ/providers';
import { providerAddressVariables, readEnvironment, sandboxAddresses } from '@writ/service-kit';
import { composeUseCases } from '../compose.ts';
import { readDemoKey, writeDemoFile, type DemoFile } from './demo-file.ts';
import {
  demoGroup,
  demoInstallations,
  demoProject,
  demoSpecVersion,
  type DemoInstallation,
} from './demo-facts.ts';

export type SeedDemoOptions = {
  database: Database;
  keyring: Keyring;
  /** Addresses as callers see them; the first two end in `/v1`. */
  managementUrl: string;
  writeUrl: string;
  sandboxUrl: string;
  /** Where `demo.json` is kept. */
  dataDir: string;
  pokeRelay?: () => void;
};

/**
 * Makes the demo's project, key, integrations, connections and installations, as far as they are missing, and writes
 * `demo.json` (Contract §7). It may be repeated: what is there is kept, with the same key while it works.
 */
export async function seedDemo(options: SeedDemoOptions): Promise<DemoFile> {
  const projectId = await seedProject(options.database);
  const apiKey = await seedKey(options, projectId);
  await seedIntegrations(options.database, projectId);
  const { useCases, close } = sandboxUseCases(options);
  try {
    for (const demo of demoInstallations) await seedInstallation(options, useCases, projectId, demo);
  } finally {
    await close();
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

async function seedProject(database: Database): Promise<string> {
  const repository = projects(database);
  await repository.insert(demoProject);
  const project = await repository.find(demoProject.name);
  if (project === undefined) throw new Error('the demo project is gone');
  return project.id;
}

async function seedKey({ database, dataDir }: SeedDemoOptions, projectId: string): Promise<string> {
  const known = await readDemoKey(dataDir);
  const holder = known === undefined ? undefined : await findApiKeys(database)(known);
  if (known !== undefined && holder?.project.id === projectId && holder.scopes.has('full')) return known;
  return (await apiKeys(database).insert({ projectId, label: 'demo', scopes: ['full'] })).key;
}

/** Adds the missing ones alone: a manifest would undo what somebody changed in the demo. */
const seedIntegrations = ({ pool }: Database, projectId: string): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await lockProject(tx, projectId);
    for (const { entry } of demoInstallations) {
      if (await findIntegration(tx, projectId, entry.name)) continue;
      await insertIntegration(tx, { projectId, specVersion: demoSpecVersion, entry });
    }
  });

/** The service's use cases with the sandbox in place of every provider: the demo never touches real data. */
function sandboxUseCases({ database, keyring, managementUrl, sandboxUrl, pokeRelay }: SeedDemoOptions) {
  const addresses = readEnvironment(providerAddressVariables, sandboxAddresses(sandboxUrl));
  const providers = createProviders({
    endpoints: providerEndpoints(addresses),
    connectionsPerOrigin: 1,
    userAgent: 'writ',
  });
  const config = { ...addresses, PUBLIC_MANAGEMENT_URL: managementUrl, SALESFORCE_ALLOW_HOSTS: [] };
  const tell = pokeRelay ?? (() => undefined);
  const useCases = composeUseCases({ config, database, keyring, providers, pokeRelay: tell });
  return { useCases, close: () => providers.close() };
}

type UseCases = ReturnType<typeof composeUseCases>;

async function seedInstallation(
  { database: { pool }, sandboxUrl }: SeedDemoOptions,
  { generateConnection, install }: UseCases,
  projectId: string,
  { entry, accessToken, deletable, instancePath }: DemoInstallation,
): Promise<void> {
  const instanceUrl = instancePath === undefined ? undefined : `${sandboxUrl}${instancePath}`;
  const integration = await findIntegration(pool, projectId, entry.name);
  if (integration === undefined) throw new Error(`the demo integration ${entry.name} is gone`);
  const filter = { projectId, integrationId: integration.id, groupRef: demoGroup.groupRef };
  const [installed] = await listInstallations(pool, filter);
  if (installed) {
    // The sandbox may listen at another port than when the demo was made.
    if (instanceUrl !== undefined) await setInstanceUrl(pool, installed.connection.id, instanceUrl);
    return;
  }
  const connection = await generateConnection(
    projectId,
    {
      ...demoGroup,
      provider: entry.provider,
      oauth2AuthorizationCode: { accessToken },
      ...(instanceUrl !== undefined && { providerMetadata: { instanceUrl } }),
    },
    AbortSignal.timeout(10_000),
  );
  const objects = Object.fromEntries(
    (entry.write?.objects ?? []).map(({ objectName }) => [
      objectName,
      { objectName, ...(objectName === deletable && { deletionSettings: { enabled: true } }) },
    ]),
  );
  await install({
    projectId,
    integrationIdOrName: integration.id,
    ...demoGroup,
    connectionId: connection.id,
    createdBy: 'demo',
    content: { provider: entry.provider, write: { objects } },
  });
}
