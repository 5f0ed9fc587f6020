import type { Prisma } from '@writ/db';
import { attemptWrote } from '../attempt/settlement.ts';
import type { OperationRow } from '../operation.ts';

export type OperationLogEntry = Pick<Prisma.OperationLogModel, 'at' | 'msg' | 'error'> & {
  severity: 'INFO' | 'WARNING' | 'ERROR';
  details: Record<string, unknown> | null;
};

type Logged = Pick<
  OperationRow,
  'projectId' | 'id' | 'writtenId' | 'attempt' | 'lastAttemptAt' | 'updateTime'
>;

/** Oldest first, with attempts. */
export async function operationLog(
  prisma: Prisma.TransactionClient,
  operation: Logged,
): Promise<readonly OperationLogEntry[]> {
  const { projectId, id } = operation;
  const rows = await prisma.operationLog.findMany({
    where: { projectId, operationId: id },
    ...logEntries,
  });
  return toLog(operation, rows);
}

export const logEntries = {
  select: { operationId: true, at: true, severity: true, msg: true, error: true, details: true },
  // Ids come from several processes' clocks.
  orderBy: [{ at: 'asc' }, { id: 'asc' }],
} satisfies Prisma.OperationLogFindManyArgs;

export const toLog = (operation: Logged, rows: readonly object[]): readonly OperationLogEntry[] => [
  ...(rows as OperationLogEntry[]),
  ...simpleWrite(operation),
];

/** A last attempt that wrote a single record has no line. */
function simpleWrite({ writtenId, attempt, lastAttemptAt, updateTime }: Logged): OperationLogEntry[] {
  if (writtenId === null || !lastAttemptAt) return [];
  const durationMs = updateTime.getTime() - lastAttemptAt.getTime();
  const line = { severity: 'INFO', msg: attemptWrote(attempt), error: null } as const;
  return [{ ...line, at: updateTime, details: { attempt, durationMs } }];
}
