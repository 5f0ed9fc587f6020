import type { Queryable } from '@writ/db';

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

/** What happened to an operation, oldest first; attempts included. */
export async function operationLog(
  db: Queryable,
  projectId: string,
  operationId: string,
): Promise<OperationLogEntry[]> {
  const { rows } = await db.query<Row>(
    `SELECT at, severity, msg, error, details FROM operation_log
     WHERE project_id = $1 AND operation_id = $2 ORDER BY id`,
    [projectId, operationId],
  );
  return rows.map((row) => ({
    at: row.at,
    severity: row.severity,
    msg: row.msg,
    ...(row.error !== null && { error: row.error }),
    ...(row.details && { details: row.details }),
  }));
}
