import { inTransaction, type Database, type Queryable } from '@writ/db';
import {
  dropIntegration,
  listInstallations,
  listIntegrations,
  lockProject,
  openIntegration,
  planManifest,
  readManifest,
  reviseIntegration,
  type Integration,
  type Manifest,
} from '@writ/installation';
import { invalidInput, Refusal } from '@writ/problem-details';
import type { Providers } from '@writ/providers';
import { uninstallWithin } from '../installations/uninstall.ts';
import { manifestIssues } from './manifest-issues.ts';

export type ApplyManifestDeps = {
  database: Pick<Database, 'pool'>;
  providers: Pick<Providers, 'all'>;
  managementUrl: string;
  pokeRelay: () => void;
};

export type ManifestRequest = { projectId: string; sourceYaml: string; destructive: boolean };

export type ApplyManifest = (request: ManifestRequest) => Promise<Integration[]>;

/**
 * Makes the integrations of a project what a manifest says, or nothing at all: either every change is made or none.
 * @throws Refusal with every fault of the manifest, or when it would drop an integration that has installations.
 */
export const applyManifest =
  (deps: ApplyManifestDeps): ApplyManifest =>
  async ({ projectId, sourceYaml, destructive }) => {
    const manifest = mustReadManifest(sourceYaml, deps.providers);
    const integrations = await inTransaction(deps.database.pool, async (tx) => {
      await lockProject(tx, projectId);
      await apply(tx, { projectId, manifest, destructive, managementUrl: deps.managementUrl });
      return listIntegrations(tx, projectId);
    });
    deps.pokeRelay();
    return integrations;
  };

/** @throws Refusal with every fault of the manifest. */
export function mustReadManifest(sourceYaml: string, { all }: Pick<Providers, 'all'>): Manifest {
  const read = readManifest(sourceYaml, { providers: all.map(({ declaration }) => declaration.name) });
  if ('faults' in read) throw invalidInput(manifestIssues(read.faults));
  return read.manifest;
}

type Application = { projectId: string; manifest: Manifest; destructive: boolean; managementUrl: string };

async function apply(tx: Queryable, application: Application): Promise<void> {
  const { projectId, manifest } = application;
  const plan = planManifest(await listIntegrations(tx, projectId, 'update'), manifest);
  await dropAll(tx, plan.drop, application);
  const revision = { projectId, specVersion: manifest.specVersion };
  for (const { integration, entry } of plan.revise) {
    await reviseIntegration(tx, integration.id, { ...revision, entry });
  }
  for (const entry of plan.open) await openIntegration(tx, { ...revision, entry });
}

async function dropAll(
  tx: Queryable,
  integrations: readonly Integration[],
  { projectId, destructive, managementUrl }: Application,
): Promise<void> {
  const installed: string[] = [];
  for (const { id, name } of integrations) {
    const installations = await listInstallations(tx, { projectId, integrationId: id });
    if (installations.length > 0) installed.push(`\`${name}\` (${installations.length})`);
    if (!destructive) continue;
    for (const installation of installations) await uninstallWithin(tx, installation, managementUrl);
  }
  if (installed.length > 0 && !destructive) throw wouldDrop(installed);
  for (const { id } of integrations) await dropIntegration(tx, id);
}

const wouldDrop = (installed: readonly string[]): Refusal =>
  new Refusal('in-use', {
    detail: `The manifest drops integrations that have installations: ${installed.join(', ')}.`,
    remedy: 'Name them in the manifest, delete their installations, or send it with `?destructive=true`.',
  });
