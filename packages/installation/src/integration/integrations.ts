import { holdRow, isId, newId, type Queryable, type RowLock } from '@writ/db';
import type { ManifestIntegration } from '../manifest/manifest.ts';
import { storable } from '../storable.ts';

/** An integration with its revision in force. */
export type Integration = {
  id: string;
  projectId: string;
  name: string;
  displayName: string | null;
  provider: string;
  createTime: Date;
  updateTime: Date | null;
  revisionId: string;
  revisionTime: Date;
  specVersion: string;
  content: ManifestIntegration;
};

const select = `
  SELECT integration.id, integration.project_id AS "projectId", integration.name,
         integration.display_name AS "displayName", integration.provider, integration.create_time AS "createTime",
         integration.update_time AS "updateTime", integration.revision_id AS "revisionId",
         revision.create_time AS "revisionTime", revision.spec_version AS "specVersion", revision.content
  FROM integration JOIN revision ON revision.id = integration.revision_id
  WHERE integration.project_id = $1`;

/** The integrations of a project, oldest first; with a lock none of them changes until the transaction ends. */
export async function listIntegrations(
  db: Queryable,
  projectId: string,
  lock?: 'update',
): Promise<Integration[]> {
  if (lock) {
    await db.query('SELECT FROM integration WHERE project_id = $1 ORDER BY id FOR UPDATE', [projectId]);
  }
  return (await db.query<Integration>(`${select} ORDER BY integration.id`, [projectId])).rows;
}

/** An integration of a project by id or name. */
export async function findIntegration(
  db: Queryable,
  projectId: string,
  idOrName: string,
): Promise<Integration | undefined> {
  const text = `${select} AND ${isId(idOrName) ? 'integration.id = $2' : 'integration.name = $2'}`;
  return (await db.query<Integration>(text, [projectId, storable(idOrName)])).rows[0];
}

/** The same, held until the transaction ends. */
export const holdIntegration = (
  tx: Queryable,
  lock: RowLock,
  projectId: string,
  idOrName: string,
): Promise<Integration | undefined> =>
  holdRow(tx, { table: 'integration', lock }, () => findIntegration(tx, projectId, idOrName));

/** The content of one revision of an integration: what configs based on it are checked against. */
export async function findRevision(
  db: Queryable,
  integrationId: string,
  revisionId: string,
): Promise<ManifestIntegration | undefined> {
  const { rows } = await db.query<{ content: ManifestIntegration }>(
    'SELECT content FROM revision WHERE integration_id = $1 AND id = $2',
    [integrationId, revisionId],
  );
  return rows[0]?.content;
}

type Entry = { projectId: string; specVersion: string; entry: ManifestIntegration };

/** Opens an integration with its first revision. */
export async function insertIntegration(
  tx: Queryable,
  { projectId, specVersion, entry }: Entry,
): Promise<void> {
  const id = newId();
  const revisionId = await addRevision(tx, id, { projectId, specVersion, entry });
  await tx.query(
    `INSERT INTO integration (id, project_id, name, display_name, provider, revision_id)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, projectId, entry.name, entry.displayName ?? null, entry.provider, revisionId],
  );
}

/** Gives an integration a new revision, which is in force from then on. */
export async function reviseIntegration(tx: Queryable, id: string, revision: Entry): Promise<void> {
  const revisionId = await addRevision(tx, id, revision);
  await tx.query(
    'UPDATE integration SET revision_id = $2, display_name = $3, update_time = clock_timestamp() WHERE id = $1',
    [id, revisionId, revision.entry.displayName ?? null],
  );
}

/** Drops an integration. Its revisions stay: configs, and operations through them, name them. */
export async function dropIntegration(tx: Queryable, id: string): Promise<void> {
  await tx.query('DELETE FROM integration WHERE id = $1', [id]);
}

async function addRevision(
  tx: Queryable,
  integrationId: string,
  { projectId, specVersion, entry }: Entry,
): Promise<string> {
  const id = newId();
  await tx.query(
    `INSERT INTO revision (id, project_id, integration_id, spec_version, content, create_time)
     VALUES ($1, $2, $3, $4, $5, clock_timestamp())`,
    [id, projectId, integrationId, specVersion, entry],
  );
  return id;
}
