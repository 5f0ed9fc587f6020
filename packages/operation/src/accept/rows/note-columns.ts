import { arraysOf, newId } from '@writ/db';
import type { NoteLine } from '@writ/write-core';

/**
 * SQL: part of a `WITH` that logs notes at the time of the part `moment`.
 * @param first number of the first parameter
 * @param join joins the notes `n`
 */
export const notesInserted = (first: number, { join = '' } = {}): string => `noted AS (
    INSERT INTO operation_log (project_id, operation_id, id, at, severity, msg, details)
    SELECT n.project_id, n.operation_id, n.id, now, n.severity, n.msg, n.details
    FROM unnest($${first}::uuid[], $${first + 1}::uuid[], $${first + 2}::uuid[], $${first + 3}::text[],
      $${first + 4}::text[], $${first + 5}::jsonb[]) AS n (project_id, operation_id, id, severity, msg, details)${join},
      moment
  )`;

type Noted = { projectId: string; id: string; notes: readonly NoteLine[] };

export function noteColumns(operations: readonly Noted[]): unknown[][] {
  const lines = operations.flatMap(({ projectId, id: operationId, notes }) =>
    notes.map((line) => ({
      ...line,
      projectId,
      operationId,
      id: newId(),
      details: JSON.stringify(line.details),
    })),
  );
  return arraysOf(lines, 'projectId', 'operationId', 'id', 'severity', 'msg', 'details');
}
