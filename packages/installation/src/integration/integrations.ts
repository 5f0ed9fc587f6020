import { holdRow, isId, newId, type Prisma, type Queryable, type RowLock, type Transaction } from '@writ/db';
import type { ManifestIntegration } from '../manifest/manifest.ts';

/** What an integration was at a time. It never changes. */
export type Revision = Omit<Prisma.RevisionModel, 'content'> & { content: ManifestIntegration };

/** An integration with its revision in force. */
export type Integration = Prisma.IntegrationModel & { revision: Revision };

/** The integrations of a project, oldest first. */
export async function listIntegrations(
  prisma: Prisma.TransactionClient,
  projectId: string,
): Promise<Integration[]> {
  const rows = await prisma.integration.findMany({ where: { projectId }, orderBy: { id: 'asc' } });
  return withRevisions(prisma, rows);
}

/** None of the integrations of a project changes until the transaction ends. */
export async function lockIntegrations(tx: Queryable, projectId: string): Promise<void> {
  await tx.query('SELECT FROM integration WHERE project_id = $1 ORDER BY id FOR UPDATE', [projectId]);
}

/** An integration of a project by id or name. */
export async function findIntegration(
  prisma: Prisma.TransactionClient,
  projectId: string,
  idOrName: string,
): Promise<Integration | undefined> {
  const where = { projectId, ...(isId(idOrName) ? { id: idOrName } : { name: idOrName }) };
  return (await withRevisions(prisma, await prisma.integration.findMany({ where })))[0];
}

/** Revisions are read after the integrations that name them: they stay, and are never changed. */
async function withRevisions(
  prisma: Prisma.TransactionClient,
  integrations: readonly Prisma.IntegrationModel[],
): Promise<Integration[]> {
  const ids = integrations.map(({ revisionId }) => revisionId);
  const revisions = await prisma.revision.findMany({ where: { id: { in: ids } } });
  const byId = new Map(revisions.map((revision) => [revision.id, toRevision(revision)]));
  return integrations.flatMap((integration) => {
    const revision = byId.get(integration.revisionId);
    return revision ? [{ ...integration, revision }] : [];
  });
}

/** Manifests are checked where they come in. */
const toRevision = (row: Omit<Revision, 'content'> & { content: unknown }): Revision => row as Revision;

/** The same as `findIntegration`, held until the transaction ends. */
export const holdIntegration = (
  { prisma, sql }: Transaction,
  lock: RowLock,
  projectId: string,
  idOrName: string,
): Promise<Integration | undefined> =>
  holdRow(sql, { table: 'integration', lock }, () => findIntegration(prisma, projectId, idOrName));

/** The content of one revision of an integration: what configs based on it are checked against. */
export async function findRevision(
  prisma: Prisma.TransactionClient,
  integrationId: string,
  id: string,
): Promise<ManifestIntegration | undefined> {
  const revision = await prisma.revision.findUnique({ where: { id, integrationId } });
  return revision ? toRevision(revision).content : undefined;
}

type Entry = { projectId: string; specVersion: string; entry: ManifestIntegration };

/** Opens an integration with its first revision. */
export async function insertIntegration(
  prisma: Prisma.TransactionClient,
  { projectId, specVersion, entry }: Entry,
): Promise<void> {
  const id = newId();
  const revisionId = await addRevision(prisma, id, { projectId, specVersion, entry });
  const { name, displayName = null, provider } = entry;
  await prisma.integration.create({ data: { id, projectId, name, displayName, provider, revisionId } });
}

/** Gives an integration a new revision, which is in force from then on. */
export async function reviseIntegration(
  prisma: Prisma.TransactionClient,
  id: string,
  revision: Entry,
): Promise<void> {
  const revisionId = await addRevision(prisma, id, revision);
  const { displayName = null } = revision.entry;
  await prisma.integration.update({
    where: { id },
    data: { revisionId, displayName, updateTime: new Date() },
  });
}

/** Drops an integration. Its revisions stay: configs, and operations through them, name them. */
export async function dropIntegration(prisma: Prisma.TransactionClient, id: string): Promise<void> {
  await prisma.integration.delete({ where: { id } });
}

async function addRevision(
  prisma: Prisma.TransactionClient,
  integrationId: string,
  { projectId, specVersion, entry: content }: Entry,
): Promise<string> {
  const id = newId();
  await prisma.revision.create({ data: { id, projectId, integrationId, specVersion, content } });
  return id;
}
