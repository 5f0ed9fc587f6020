import type { Prisma } from '@writ/db';
import type { OperationRow, OperationView, RecordRow } from '../operation.ts';
import { toAttempts, type AttemptView } from './list-attempts.ts';
import { toRecords } from './list-records.ts';
import { logEntries, toLog, type OperationLogEntry } from './operation-log.ts';

export type OperationParts = {
  records: readonly RecordRow[];
  attempts: readonly AttemptView[];
  log: readonly OperationLogEntry[];
};

/** The parts of operations of one project, by three statements. */
export async function operationParts(
  prisma: Prisma.TransactionClient,
  operations: readonly OperationView[],
): Promise<(operation: OperationView) => OperationParts> {
  const projectId = operations[0]?.projectId ?? '';
  const where = { projectId, operationId: { in: operations.map(({ id }) => id) } };
  if (operations.length === 0) return () => ({ records: [], attempts: [], log: [] });
  const [records, attempts, entries] = await Promise.all([
    prisma.operationRecord.findMany({ where, orderBy: { index: 'asc' } }),
    prisma.operationAttempt.findMany({ where }),
    prisma.operationLog.findMany({ where, ...logEntries }),
  ]);
  const recordsOf = rowsOf(records);
  const attemptsOf = rowsOf(attempts);
  const entriesOf = rowsOf(entries);
  return (operation) => ({
    records: toRecords(operation, recordsOf(operation)),
    attempts: toAttempts(operation, attemptsOf(operation), { after: 0, limit: operation.attempt }),
    log: toLog(operation, entriesOf(operation)),
  });
}

function rowsOf<Row extends { operationId: string }>(rows: readonly Row[]) {
  const byOperation = Map.groupBy(rows, ({ operationId }) => operationId);
  return ({ id }: Pick<OperationRow, 'id'>): readonly Row[] => byOperation.get(id) ?? [];
}
