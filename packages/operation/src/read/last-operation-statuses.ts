import { arraysOf, type Queryable } from '@writ/db';
import type { OperationStatus } from '../operation.ts';

const sql = `
  SELECT given.id, last.status
  FROM unnest($1::uuid[], $2::uuid[]) AS given (project_id, id)
  CROSS JOIN LATERAL (
    SELECT o.status FROM operation o
    WHERE o.project_id = given.project_id AND o.installation_id = given.id
    ORDER BY o.id DESC LIMIT 1
  ) AS last`;

/**
 * Absent without operations. In the installation's row, a status would make every write wait for that row.
 */
export async function lastOperationStatuses(
  db: Queryable,
  installations: readonly { projectId: string; id: string }[],
): Promise<ReadonlyMap<string, OperationStatus>> {
  if (installations.length === 0) return new Map();
  const values = arraysOf(installations, 'projectId', 'id');
  const { rows } = await db.query<{ id: string; status: OperationStatus }>(sql, values);
  return new Map(rows.map(({ id, status }) => [id, status]));
}
