import type { Prisma } from '@writ/db';
import { attemptWrote } from '../attempt/settlement.ts';
import type { OperationRow } from '../operation.ts';

/** A line of an operation's log. */
export type OperationLogEntry = Pick<Prisma.OperationLogModel, 'at' | 'msg' | 'error'> & {
  severity: 'INFO' | 'WARNING' | 'ERROR';
  details: Record<string, unknown> | null;
};

type Logged = Pick<
  OperationRow,
  'projectId' | 'id' | 'writtenId' | 'attempt' | 'lastAttemptAt' | 'updateTime'
>;

/** What happened to an operation, oldest first; attempts included. */
export async function operationLog(
  prisma: Prisma.TransactionClient,
  operation: Logged,
): Promise<readonly OperationLogEntry[]> {
  const { projectId, id } = operation;
  const rows = await prisma.operationLog.findMany({
    where: { projectId, operationId: id },
    select: { at: true, severity: true, msg: true, error: true, details: true },
    // By the database's time: ids are made by the clocks of several processes.
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });
  return [...(rows as OperationLogEntry[]), ...simpleWrite(operation)];
}

/** A last attempt that simply wrote has no line of its own: it is told from the operation. */
function simpleWrite({ writtenId, attempt, lastAttemptAt, updateTime }: Logged): OperationLogEntry[] {
  if (writtenId === null || !lastAttemptAt) return [];
  const durationMs = updateTime.getTime() - lastAttemptAt.getTime();
  const line = { severity: 'INFO', msg: attemptWrote(attempt), error: null } as const;
  return [{ ...line, at: updateTime, details: { attempt, durationMs } }];
}
