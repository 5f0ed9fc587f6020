import type { Queryable } from '@writ/db';
import type { NewOperation } from '../operation.ts';

const sql = `
  SELECT count(*)::int AS stored
  FROM unnest($1::uuid[], $2::uuid[]) AS given (project_id, id) JOIN operation USING (project_id, id)`;

/** True where each of these operations is stored: asked after an acceptance whose answer was lost. */
export async function areStored(
  db: Queryable,
  operations: readonly Pick<NewOperation, 'projectId' | 'id'>[],
): Promise<boolean> {
  const { rows } = await db.query<{ stored: number }>(sql, [
    operations.map(({ projectId }) => projectId),
    operations.map(({ id }) => id),
  ]);
  return rows[0]?.stored === operations.length;
}
