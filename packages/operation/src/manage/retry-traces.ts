import { newId, type Queryable } from '@writ/db';

/** An operation that was tried again, and the operation that it is tried again as. */
export type Retry = { projectId: string; before: string; after: string };

const logSql = `
  INSERT INTO operation_log (project_id, operation_id, id, at, severity, msg, details)
  SELECT project_id, operation_id, id, clock_timestamp(), 'INFO', msg, details
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::jsonb[])
    AS given (project_id, operation_id, id, msg, details)`;

/** Tells in the logs of both which operation was tried again as which. */
export async function logRetries(tx: Queryable, retries: readonly Retry[], requestId: string): Promise<void> {
  const lines = retries.flatMap(({ projectId, before, after }) => [
    { projectId, id: before, msg: `Its failed records are tried again as operation ${after}`, other: after },
    { projectId, id: after, msg: `These are the failed records of operation ${before}`, other: before },
  ]);
  await tx.query(logSql, [
    lines.map(({ projectId }) => projectId),
    lines.map(({ id }) => id),
    lines.map(() => newId()),
    lines.map(({ msg }) => msg),
    lines.map(({ other }) => JSON.stringify({ operationId: other, requestId })),
  ]);
}

const originsSql = `
  UPDATE operation_record n
  SET request_id = b.request_id, idempotency_key = b.idempotency_key, forward_headers = b.forward_headers
  FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::uuid[], $5::int[])
    AS g (project_id, after_id, after_index, before_id, before_index)
  JOIN operation_record b ON b.project_id = g.project_id AND b.operation_id = g.before_id AND b.index = g.before_index
  WHERE n.project_id = g.project_id AND n.operation_id = g.after_id AND n.index = g.after_index`;

/** Records of an auto batch keep the requests that brought them, and the headers that those wanted forwarded. */
export async function keepOrigins(
  tx: Queryable,
  records: readonly (Retry & { index: number; indexBefore: number })[],
): Promise<void> {
  if (records.length === 0) return;
  await tx.query(originsSql, [
    records.map(({ projectId }) => projectId),
    records.map(({ after }) => after),
    records.map(({ index }) => index),
    records.map(({ before }) => before),
    records.map(({ indexBefore }) => indexBefore),
  ]);
}

const doubtsSql = `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[])
      AS g (project_id, before_id, after_id, after_index)
  ), begun AS (
    UPDATE operation n SET first_attempt_at = b.first_attempt_at, ambiguous = true
    FROM (SELECT DISTINCT project_id, before_id, after_id FROM given) AS g
    JOIN operation b ON b.project_id = g.project_id AND b.id = g.before_id
    WHERE n.project_id = g.project_id AND n.id = g.after_id
  )
  UPDATE operation_record n SET ambiguous = true
  FROM given g
  WHERE n.project_id = g.project_id AND n.operation_id = g.after_id AND n.index = g.after_index`;

/** Creates that may have been made before are looked for from the first attempt of the first operation on. */
export async function keepDoubts(
  tx: Queryable,
  records: readonly (Retry & { index: number })[],
): Promise<void> {
  if (records.length === 0) return;
  await tx.query(doubtsSql, [
    records.map(({ projectId }) => projectId),
    records.map(({ before }) => before),
    records.map(({ after }) => after),
    records.map(({ index }) => index),
  ]);
}
