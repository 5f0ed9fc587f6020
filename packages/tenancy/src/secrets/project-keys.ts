import { randomBytes } from 'node:crypto';
import { newId, type Queryable } from '@writ/db';
import { keyOf, type Keyring } from './keyring.ts';
import { keyNamedBy, sealWith, unsealWith } from './seal.ts';

/** A project's data key, sealed with an environment key. */
export type ProjectKey = { id: string; number: number; sealed: string };

export const projectKeyColumn = { table: 'project_key', column: 'sealed' } as const;
const placeOf = (id: string) => ({ ...projectKeyColumn, rowId: id });
const keyBytes = 32;

const newestSql = `
  SELECT id, number, sealed FROM project_key WHERE project_id = $1 ORDER BY number DESC LIMIT 1`;

export const newestProjectKey = async (db: Queryable, projectId: string): Promise<ProjectKey | undefined> =>
  (await db.query<ProjectKey>(newestSql, [projectId])).rows[0];

/** `madeWith`: the environment key that first sealed it; null if unknown. */
type ProjectKeyOfAll = ProjectKey & { projectId: string; madeWith: string | null };

export const newestProjectKeys = async (db: Queryable): Promise<ProjectKeyOfAll[]> =>
  (
    await db.query<ProjectKeyOfAll>(
      `SELECT DISTINCT ON (project_id) id, project_id AS "projectId", number, sealed, made_with AS "madeWith"
       FROM project_key ORDER BY project_id, number DESC`,
    )
  ).rows;

/** Newest first. */
export const allProjectKeys = async (db: Queryable, projectId: string): Promise<ProjectKey[]> =>
  (
    await db.query<ProjectKey>(
      'SELECT id, number, sealed FROM project_key WHERE project_id = $1 ORDER BY number DESC',
      [projectId],
    )
  ).rows;

export async function sealedProjectKeys(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<ProjectKey>(
    'SELECT id, sealed FROM project_key WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, sealed }) => [id, sealed]));
}

const addSql = `
  INSERT INTO project_key (id, project_id, number, sealed, made_with) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING`;

/** False if another process has created this number. */
export async function addProjectKey(
  db: Queryable,
  keyring: Keyring,
  { projectId, number }: { projectId: string; number: number },
): Promise<boolean> {
  const id = newId();
  const sealed = sealDataKey(keyring, id, randomBytes(keyBytes));
  return (await db.query(addSql, [id, projectId, number, sealed, keyring.sealingKeyId])).rowCount === 1;
}

export const sealDataKey = (keyring: Keyring, id: string, bytes: Buffer): string =>
  sealWith(
    { form: 'v1', id: keyring.sealingKeyId, key: keyOf(keyring, keyring.sealingKeyId) },
    bytes.toString('base64'),
    placeOf(id),
  );

/** @throws SealedError */
export function openDataKey(keyring: Keyring, id: string, sealed: string): Buffer {
  const place = placeOf(id);
  return Buffer.from(unsealWith(keyOf(keyring, keyNamedBy(sealed, place).id), sealed, place), 'base64');
}
