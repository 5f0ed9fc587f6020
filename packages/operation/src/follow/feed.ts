import { arraysOf, type Queryable } from '@writ/db';

/**
 * What became of operations. `joined`: records came into an auto batch; `recorded`: a synchronous write was accepted and
 * has ended; `old`: it was there before there was a feed.
 */
type FedStep = 'accepted' | 'joined' | 'ended' | 'recorded' | 'old';

/**
 * SQL: a part of the `WITH` of the statement that changes operations. It tells the feed of the rows of `changed
 * (project_id, id, what)`: one row a project and step, however many operations there are.
 */
export const fed = (changed: string): string => `fed AS (
    INSERT INTO operation_feed (project_id, what, operation_ids)
    SELECT project_id, what, array_agg(id) FROM (${changed}) AS changed GROUP BY project_id, what
  )`;

/** SQL: all rows of another part of the statement took the same step. */
export const allTook = (step: FedStep, part: string): string =>
  `SELECT project_id, id, '${step}' AS what FROM ${part}`;

const endedSql = `WITH ${fed(allTook('ended', 'unnest($1::uuid[], $2::uuid[]) AS g (project_id, id)'))} SELECT`;

/** Tells the feed of operations that the transaction has ended. */
export async function feedEnded(
  tx: Queryable,
  operations: readonly { projectId: string; id: string }[],
): Promise<void> {
  if (operations.length > 0) await tx.query(endedSql, arraysOf(operations, 'projectId', 'id'));
}

const oldestSql = `
  SELECT extract(epoch FROM clock_timestamp() - create_time)::float8 AS seconds
  FROM operation_feed ORDER BY seq LIMIT 1`;

/** The age of what the feed tells first and nobody has followed yet; 0 where there is nothing. */
export async function feedSeconds(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(oldestSql);
  return rows[0]?.seconds ?? 0;
}
