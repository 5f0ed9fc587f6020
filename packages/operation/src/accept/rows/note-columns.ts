import { arraysOf, newId } from '@writ/db';
import type { NoteLine } from '@writ/write-core';

/**
 * SQL: a part of a `WITH` that puts notes into the log, at the time that the part `moment` tells.
 * @param first number of the first of the parameters that `noteColumns` gives
 * @param join what the notes `n` are joined with
 */
export const notesInserted = (first: number, { join = '' } = {}): string => `noted AS (
    INSERT INTO operation_log (project_id, operation_id, id, at, severity, msg, details)
    SELECT n.project_id, n.operation_id, n.id, now, n.severity, n.msg, n.details
    FROM unnest($${first}::uuid[], $${first + 1}::uuid[], $${first + 2}::uuid[], $${first + 3}::text[],
      $${first + 4}::text[], $${first + 5}::jsonb[]) AS n (project_id, operation_id, id, severity, msg, details)${join},
      moment
  )`;

type Noted = { projectId: string; id: string; notes: readonly NoteLine[] };

/** The values of `notesInserted`: the notes of all operations. */
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
