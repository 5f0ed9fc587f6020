import {
  holdRow,
  inOrderOfIds,
  inParts,
  isId,
  newId,
  type Prisma,
  type Queryable,
  type RowLock,
  type Span,
  type Transaction,
} from '@writ/db';
import type { Manifest, ManifestIntegration } from '../manifest/manifest.ts';

/** Never changes. */
export type Revision = Omit<Prisma.RevisionModel, 'content'> & { content: ManifestIntegration };

/** Without its revision, which may be a megabyte. */
export type IntegrationHead = Prisma.IntegrationModel;

export type Integration = IntegrationHead & { revision: Revision };

/** Oldest first, as all lists here. */
export async function listIntegrations(
  prisma: Prisma.TransactionClient,
  projectId: string,
  span?: Span,
): Promise<Integration[]> {
  const rows = await prisma.integration.findMany(inOrderOfIds({ projectId }, span));
  return withRevisions(prisma, rows);
}

export const listIntegrationHeads = (
  prisma: Prisma.TransactionClient,
  projectId: string,
): Promise<IntegrationHead[]> => prisma.integration.findMany(inOrderOfIds({ projectId }));

/** Ids of integrations that already equal their entry in a manifest. The database compares them. */
export async function findRepeated(
  tx: Queryable,
  projectId: string,
  { specVersion, integrations }: Manifest,
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT integration.id
     FROM unnest($3::text[], $4::jsonb[]) AS said (name, content)
     JOIN integration ON integration.project_id = $1 AND integration.name = said.name
     JOIN revision ON revision.id = integration.revision_id
     WHERE revision.spec_version = $2 AND revision.content = said.content`,
    [
      projectId,
      specVersion,
      integrations.map(({ name }) => name),
      integrations.map((entry) => JSON.stringify(entry)),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Until the transaction ends. */
export async function lockIntegrations(tx: Queryable, projectId: string): Promise<void> {
  await tx.query('SELECT FROM integration WHERE project_id = $1 ORDER BY id FOR UPDATE', [projectId]);
}

export async function findIntegration(
  prisma: Prisma.TransactionClient,
  projectId: string,
  idOrName: string,
): Promise<Integration | undefined> {
  const where = { projectId, ...(isId(idOrName) ? { id: idOrName } : { name: idOrName }) };
  return (await withRevisions(prisma, await prisma.integration.findMany({ where })))[0];
}

/** Read after the integrations: revisions stay and never change. */
async function withRevisions(
  prisma: Prisma.TransactionClient,
  integrations: readonly IntegrationHead[],
): Promise<Integration[]> {
  const ids = integrations.map(({ revisionId }) => revisionId);
  const revisions = await prisma.revision.findMany({ where: { id: { in: ids } } });
  const byId = new Map(revisions.map((revision) => [revision.id, toRevision(revision)]));
  return integrations.flatMap((integration) => {
    const revision = byId.get(integration.revisionId);
    return revision ? [{ ...integration, revision }] : [];
  });
}

/** Manifests are checked when they arrive. */
const toRevision = (row: Omit<Revision, 'content'> & { content: unknown }): Revision => row as Revision;

/** The same, locked until the transaction ends. */
export const holdIntegration = (
  { prisma, sql }: Transaction,
  lock: RowLock,
  projectId: string,
  idOrName: string,
): Promise<Integration | undefined> =>
  holdRow(sql, { table: 'integration', lock }, () => findIntegration(prisma, projectId, idOrName));

export async function findRevision(
  prisma: Prisma.TransactionClient,
  integrationId: string,
  id: string,
): Promise<Revision | undefined> {
  if (!isId(integrationId) || !isId(id)) return undefined;
  const revision = await prisma.revision.findUnique({ where: { id, integrationId } });
  return revision ? toRevision(revision) : undefined;
}

type Revised = { projectId: string; specVersion: string };

/** Some hundred per statement, with their first revisions. */
export async function insertIntegrations(
  prisma: Prisma.TransactionClient,
  revised: Revised,
  entries: readonly ManifestIntegration[],
): Promise<void> {
  const opened = entries.map((entry) => ({ id: newId(), entry, revisionId: newId() }));
  await addRevisions(prisma, revised, opened);
  const rows = opened.map(({ id, revisionId, entry: { name, displayName = null, provider } }) => ({
    id,
    projectId: revised.projectId,
    name,
    displayName,
    provider,
    revisionId,
  }));
  await inParts(rows, (data) => prisma.integration.createMany({ data }));
}

/** The new revisions are in force from now on. */
export async function reviseIntegrations(
  { prisma, sql }: Transaction,
  revised: Revised,
  changes: readonly { integration: IntegrationHead; entry: ManifestIntegration }[],
): Promise<void> {
  const made = changes.map(({ integration: { id }, entry }) => ({ id, entry, revisionId: newId() }));
  await addRevisions(prisma, revised, made);
  await sql.query(
    `UPDATE integration SET revision_id = made.revision_id, display_name = made.display_name, update_time = clock_timestamp()
     FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS made (id, revision_id, display_name)
     WHERE integration.id = made.id`,
    [
      made.map(({ id }) => id),
      made.map(({ revisionId }) => revisionId),
      made.map(({ entry }) => entry.displayName ?? null),
    ],
  );
}

export async function dropIntegrations(
  prisma: Prisma.TransactionClient,
  ids: readonly string[],
): Promise<void> {
  await prisma.integration.deleteMany({ where: { id: { in: [...ids] } } });
}

async function addRevisions(
  prisma: Prisma.TransactionClient,
  revised: Revised,
  made: readonly { id: string; revisionId: string; entry: ManifestIntegration }[],
): Promise<void> {
  const rows = made.map(({ id, revisionId, entry }) => ({
    ...revised,
    id: revisionId,
    integrationId: id,
    content: entry,
  }));
  await inParts(rows, (data) => prisma.revision.createMany({ data }));
}
