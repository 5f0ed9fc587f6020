import { inTransaction, type Database, type Queryable } from '@writ/db';
import {
  dropIntegration,
  listInstallations,
  listIntegrations,
  insertIntegration,
  planManifest,
  readManifest,
  reviseIntegration,
  type Integration,
  type Manifest,
} from '@writ/installation';
import { lockProject } from '@writ/tenancy';
import { Fault, invalidInput, type IssueInput } from '@writ/http-kit';
import type { Providers } from '@writ/providers';
import { manifestIssues } from './manifest-issues.ts';

export type ApplyManifestDeps = {
  database: Pick<Database, 'pool'>;
  providers: Pick<Providers, 'all'>;
};

export type ManifestRequest = { projectId: string; sourceYaml: string; destructive: boolean };

export type ApplyManifest = (request: ManifestRequest) => Promise<Integration[]>;

/**
 * Opens and revises the integrations that a manifest names, and gives all that the project has then. Only where it is
 * `destructive` those go that the manifest lacks, or names with another provider. Every change is made, or none.
 * @throws Refusal with every fault of the manifest, or with every integration that stands in its way.
 */
export const applyManifest =
  ({ database, providers }: ApplyManifestDeps): ApplyManifest =>
  async ({ projectId, sourceYaml, destructive }) => {
    const manifest = await manifestOf(sourceYaml, providers);
    if (manifest instanceof Fault) throw manifest;
    return inTransaction(database.pool, async (tx) => {
      await lockProject(tx, projectId);
      await apply(tx, { projectId, manifest, destructive });
      return listIntegrations(tx, projectId);
    });
  };

/** The manifest, or every fault of it. */
export async function manifestOf(
  sourceYaml: string,
  { all }: Pick<Providers, 'all'>,
): Promise<Manifest | Fault> {
  const providers = all.map(({ declaration }) => declaration.name);
  const read = await readManifest(sourceYaml, { providers });
  return 'faults' in read ? invalidInput(manifestIssues(read.faults)) : read.manifest;
}

type Application = { projectId: string; manifest: Manifest; destructive: boolean };

async function apply(tx: Queryable, { projectId, manifest, destructive }: Application): Promise<void> {
  const plan = planManifest(await listIntegrations(tx, projectId, 'update'), manifest);
  if (destructive) await dropAll(tx, [...plan.unnamed, ...plan.replaced]);
  else if (plan.replaced.length > 0) throw wouldReplace(plan.replaced);
  const revision = { projectId, specVersion: manifest.specVersion };
  for (const { integration, entry } of plan.revise) {
    await reviseIntegration(tx, integration.id, { ...revision, entry });
  }
  for (const entry of plan.open) await insertIntegration(tx, { ...revision, entry });
}

/** @throws Refusal with every one of them that is installed: then none is dropped. */
async function dropAll(tx: Queryable, integrations: readonly Integration[]): Promise<void> {
  const installed: IssueInput[] = [];
  for (const { id, projectId, name } of integrations) {
    const { length } = await listInstallations(tx, { projectId, integrationId: id });
    if (length > 0)
      installed.push(inTheWay(name, `The integration \`${name}\` has installations: ${length}.`));
  }
  if (installed.length > 0) throw wouldDrop(installed);
  for (const { id } of integrations) await dropIntegration(tx, id);
}

const wouldDrop = (issues: readonly IssueInput[]): Fault =>
  new Fault('in-use', issues, {
    detail: 'The manifest would drop integrations that have installations.',
    remedy:
      'Name them in the manifest with the provider that they have, or delete their installations first.',
  });

const wouldReplace = (integrations: readonly Integration[]): Fault =>
  new Fault(
    'name-taken',
    integrations.map(({ name, provider }) =>
      inTheWay(name, `The provider of the integration \`${name}\` is \`${provider}\`.`),
    ),
    {
      detail: 'The manifest names integrations with another provider than they have.',
      remedy:
        'Give the new ones other names, or replace those that nobody has installed by `?destructive=true`.',
    },
  );

const inTheWay = (name: string, detail: string): IssueInput => ({
  in: 'body',
  name: '/sourceYaml',
  detail,
  value: name,
});
