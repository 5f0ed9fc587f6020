import { plainArray, type Queryable } from '@writ/db';

/** `known`: our own consumer has stored the event; other readers can wait. */
export type OutboxRow = {
  projectId: string;
  seq: string;
  key: string;
  body: string;
  traceParent: string | null;
  known: boolean;
};

const readSql = `
  SELECT project_id AS "projectId", seq, key, body, trace_parent AS "traceParent", known
  FROM (
    SELECT *, sum(octet_length(body)) OVER (ORDER BY seq) - octet_length(body) AS bytes_before
    FROM (SELECT * FROM outbox ORDER BY seq LIMIT $1) AS oldest
  ) AS measured
  WHERE bytes_before < $2
  ORDER BY seq`;

/** The oldest rows: up to `maxRows` that begin within the first `maxBytes`. */
export async function readOutbox(
  db: Queryable,
  limits: { maxRows: number; maxBytes: number },
): Promise<OutboxRow[]> {
  const { rows } = await db.query<OutboxRow>(readSql, [limits.maxRows, limits.maxBytes]);
  return rows;
}

const removeSql = `
  DELETE FROM outbox
  USING unnest($1::uuid[], $2::bigint[]) AS published (project_id, seq)
  WHERE outbox.project_id = published.project_id AND outbox.seq = published.seq`;

/** Returns how many there were. */
export async function removeFromOutbox(db: Queryable, rows: readonly OutboxRow[]): Promise<number> {
  const { rowCount } = await db.query(removeSql, [
    plainArray(rows.map((row) => row.projectId)),
    plainArray(rows.map((row) => row.seq)),
  ]);
  return rowCount ?? 0;
}
