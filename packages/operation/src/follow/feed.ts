import { arraysOf, type Queryable } from '@writ/db';

/**
 * `joined`: records entered an auto batch; `recorded`: a synchronous write ended; `old`: accepted before the feed
 * existed.
 */
type FedStep = 'accepted' | 'joined' | 'ended' | 'recorded' | 'old';

/** SQL: part of a `WITH` that adds `changed (project_id, id, what)` to the feed, one row per project and step. */
export const fed = (changed: string): string => `fed AS (
    INSERT INTO operation_feed (project_id, what, operation_ids)
    SELECT project_id, what, array_agg(id) FROM (${changed}) AS changed GROUP BY project_id, what
  )`;

/** SQL: all rows of a part took the same step. */
export const allTook = (step: FedStep, part: string): string =>
  `SELECT project_id, id, '${step}' AS what FROM ${part}`;

const endedSql = `WITH ${fed(allTook('ended', 'unnest($1::uuid[], $2::uuid[]) AS g (project_id, id)'))} SELECT`;

/** Feeds operations that the transaction has ended. */
export async function feedEnded(
  tx: Queryable,
  operations: readonly { projectId: string; id: string }[],
): Promise<void> {
  if (operations.length > 0) await tx.query(endedSql, arraysOf(operations, 'projectId', 'id'));
}

const oldestSql = `
  SELECT extract(epoch FROM clock_timestamp() - create_time)::float8 AS seconds
  FROM operation_feed ORDER BY seq LIMIT 1`;

/** Age of the feed's first row; 0 if it is empty. */
export async function feedSeconds(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(oldestSql);
  return rows[0]?.seconds ?? 0;
}
