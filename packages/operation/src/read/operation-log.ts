import type { Queryable } from '@writ/db';
import { attemptWrote } from '../attempt/attempt-wrote.ts';

export type OperationLogEntry = {
  at: Date;
  severity: 'INFO' | 'WARNING' | 'ERROR';
  msg: string;
  error?: string;
  details?: Record<string, unknown>;
};

type Row = {
  at: Date;
  severity: OperationLogEntry['severity'];
  msg: string;
  error: string | null;
  details: Record<string, unknown> | null;
};

/** Last attempts that simply wrote have no row of their own: they are told from the operation. */
type SimpleRow = { at: Date; attempt: number; duration_ms: number };

const rowsSql = `
  SELECT at, severity, msg, error, details FROM operation_log
  WHERE project_id = $1 AND operation_id = $2 ORDER BY id`;

const simpleSql = `
  SELECT update_time AS at, attempt,
    round(extract(epoch FROM update_time - last_attempt_at) * 1000)::int AS duration_ms
  FROM operation WHERE project_id = $1 AND id = $2 AND written_id IS NOT NULL`;

/** What happened to an operation, oldest first; attempts included. */
export async function operationLog(
  db: Queryable,
  projectId: string,
  operationId: string,
): Promise<OperationLogEntry[]> {
  const { rows } = await db.query<Row>(rowsSql, [projectId, operationId]);
  const simple = await db.query<SimpleRow>(simpleSql, [projectId, operationId]);
  return [...rows.map(toEntry), ...simple.rows.map(toSimpleEntry)];
}

const toEntry = (row: Row): OperationLogEntry => ({
  at: row.at,
  severity: row.severity,
  msg: row.msg,
  ...(row.error !== null && { error: row.error }),
  ...(row.details && { details: row.details }),
});

const toSimpleEntry = ({ at, attempt, duration_ms: durationMs }: SimpleRow): OperationLogEntry => ({
  at,
  severity: 'INFO',
  msg: attemptWrote(attempt),
  details: { attempt, durationMs },
});
