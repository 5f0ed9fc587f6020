import { arraysOf, type Queryable } from '@writ/db';

/** `joined`: records entered a batch; `recorded`: a synchronous write; `old`: from before the feed. */
type FedStep = 'accepted' | 'joined' | 'ended' | 'recorded' | 'old';

/** SQL: part of a `WITH` that feeds `changed (project_id, id, what)`, one row per project and step. */
export const fed = (changed: string): string => `fed AS (
    INSERT INTO operation_feed (project_id, what, operation_ids)
    SELECT project_id, what, array_agg(id) FROM (${changed}) AS changed GROUP BY project_id, what
  )`;

export const allTook = (step: FedStep, part: string): string =>
  `SELECT project_id, id, '${step}' AS what FROM ${part}`;

const endedSql = `WITH ${fed(allTook('ended', 'unnest($1::uuid[], $2::uuid[]) AS g (project_id, id)'))} SELECT`;

export async function feedEnded(
  tx: Queryable,
  operations: readonly { projectId: string; id: string }[],
): Promise<void> {
  if (operations.length > 0) await tx.query(endedSql, arraysOf(operations, 'projectId', 'id'));
}

const oldestSql = `
  SELECT extract(epoch FROM clock_timestamp() - create_time)::float8 AS seconds
  FROM operation_feed ORDER BY seq LIMIT 1`;

/** Age of the first row; 0 without any. */
export async function feedSeconds(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(oldestSql);
  return rows[0]?.seconds ?? 0;
}
