import { coalesceById, type Database } from '@writ/db';

/** Whether a project has accepted an operation after another one. */
export type AnyNewer = (projectId: string, operationId: string) => Promise<boolean>;

const newest = {
  name: 'newest-operations',
  text: `
  SELECT asked.id AS "projectId", newest.id FROM unnest($1::uuid[]) AS asked (id), LATERAL (
    SELECT id FROM operation WHERE project_id = asked.id ORDER BY id DESC LIMIT 1) AS newest`,
};

/**
 * Lists that somebody looks at ask it again and again, mostly in vain, where to look through a list costs ten times as much:
 * the newest operation alone is read, of all projects that are asked about meanwhile in one statement.
 */
export function anyNewer({ pool }: Pick<Database, 'pool'>): AnyNewer {
  const newestOf = coalesceById(async (projectIds) => {
    const { rows } = await pool.query<{ projectId: string; id: string }>({ ...newest, values: [projectIds] });
    return new Map(rows.map(({ projectId, id }) => [projectId, id]));
  });
  return async (projectId, operationId) => ((await newestOf(projectId)) ?? '') > operationId;
}
