import type { Actor, ManifestPlan } from '@writ/contracts';
import type { Prisma, Transaction } from '@writ/db';
import {
  countInstallations,
  dropIntegrations,
  findRepeated,
  listIntegrationHeads,
  lockIntegrations,
  insertIntegrations,
  planManifest,
  reviseIntegrations,
  type IntegrationHead,
  type Manifest,
} from '@writ/installation';
import { insertAuditEntries, lockProject } from '@writ/tenancy';
import { Fault, issuesOf, type IssueInput, type Issues } from '@writ/problems';
import type { Deps } from '../deps.ts';
import { integrationActs } from './integration-acts.ts';

type Application = { projectId: string; manifest: Manifest; destructive: boolean };

/**
 * Creates and revises the integrations of a manifest, all or none. `destructive` drops those that it lacks or names
 * with another provider.
 * @throws Fault with every integration in the way
 */
export const applyManifest = (
  { database }: Deps,
  { projectId, manifest, destructive }: Application,
  by: Actor,
): Promise<void> =>
  database.transaction(async (tx) => {
    const { prisma, sql } = tx;
    await lockProject(sql, projectId);
    await lockIntegrations(sql, projectId);
    const { existing, drop, revise, open } = await look(tx, { projectId, manifest, destructive });
    await dropIntegrations(
      prisma,
      drop.map(({ id }) => id),
    );
    const revised = { projectId, specVersion: manifest.specVersion };
    await reviseIntegrations(tx, revised, revise);
    await insertIntegrations(prisma, revised, open);
    const after = await listIntegrationHeads(prisma, projectId);
    await insertAuditEntries(prisma, by, ...integrationActs(existing, after));
  });

/** @throws like `applyManifest` */
export async function plannedManifest(
  { database }: Deps,
  application: Application,
): Promise<ManifestPlan['changes']> {
  const { prisma, pool } = database;
  const { existing, drop, revise, open } = await look({ prisma, sql: pool }, application);
  const dropped = new Set(drop.map(({ id }) => id));
  const revised = new Set(revise.map(({ integration }) => integration.id));
  return [
    ...existing.map(({ id, name, provider }) => {
      const change = dropped.has(id) ? 'drop' : revised.has(id) ? 'revise' : 'keep';
      return { name, provider, change } as const;
    }),
    ...open.map(({ name, provider }) => ({ name, provider, change: 'make' }) as const),
  ];
}

/** @throws Fault with every integration in the way */
async function look({ prisma, sql }: Transaction, { projectId, manifest, destructive }: Application) {
  const existing = await listIntegrationHeads(prisma, projectId);
  const repeated = await findRepeated(sql, projectId, manifest);
  const { unnamed, replaced, revise, open } = planManifest(existing, manifest, repeated);
  const drop = destructive ? [...unnamed, ...replaced] : [];
  if (destructive) await assertNoneInstalled(prisma, projectId, drop);
  else assertNoneReplaced(replaced);
  return { existing, drop, revise, open };
}

async function assertNoneInstalled(
  prisma: Prisma.TransactionClient,
  projectId: string,
  integrations: readonly IntegrationHead[],
): Promise<void> {
  const ids = integrations.map(({ id }) => id);
  const counts = await countInstallations(prisma, projectId, ids);
  const installed = integrations.flatMap(({ id, name }) => {
    const count = counts.get(id);
    return count === undefined
      ? []
      : [inTheWay(name, `The integration \`${name}\` has installations: ${count}.`)];
  });
  const [first, ...others] = installed;
  if (first) throw wouldDrop([first, ...others]);
}

const wouldDrop = (issues: Issues): Fault =>
  new Fault('in-use', issues, {
    detail: 'The manifest would drop integrations that have installations.',
    remedy:
      'Name them in the manifest with the provider that they have, or delete their installations first.',
  });

/** @throws Fault with the integrations that would change their provider */
export function assertNoneReplaced([first, ...others]: readonly IntegrationHead[]): void {
  if (first === undefined) return;
  const issues = issuesOf([first, ...others], ({ name, provider }) =>
    inTheWay(name, `The provider of the integration \`${name}\` is \`${provider}\`.`),
  );
  throw new Fault('name-taken', issues, {
    detail: 'The manifest names integrations with another provider than they have.',
    remedy:
      'Give the new ones other names, or replace those that nobody has installed by `?destructive=true`.',
  });
}

const inTheWay = (name: string, detail: string): IssueInput => ({
  in: 'body',
  name: '/sourceYaml',
  detail,
  value: name,
});
