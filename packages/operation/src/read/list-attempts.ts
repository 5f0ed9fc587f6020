import type { Prisma } from '@writ/db';
import type { AttemptRow, OperationView, StoredCall } from '../operation.ts';

/** Without an end it still runs, or was cut off. */
export type AttemptView = Pick<AttemptRow, 'number'> &
  Partial<Omit<AttemptRow, 'projectId' | 'operationId' | 'outcome' | 'call' | 'number'>> & {
    outcome: AttemptRow['outcome'] | 'running';
    call?: StoredCall | null;
  };

/**
 * A number without further data was cut off.
 * @param page.after last number of the previous page
 */
export async function listAttempts(
  prisma: Prisma.TransactionClient,
  operation: OperationView,
  page: { limit: number; after: number },
): Promise<readonly AttemptView[]> {
  const { projectId, id: operationId, attempt } = operation;
  const to = Math.min(page.after + page.limit, attempt);
  const rows = await prisma.operationAttempt.findMany({
    where: { projectId, operationId, number: { gt: page.after, lte: to } },
  });
  return toAttempts(operation, rows, page);
}

export function toAttempts(
  operation: OperationView,
  rows: readonly Prisma.OperationAttemptModel[],
  page: { limit: number; after: number },
): readonly AttemptView[] {
  const { attempt } = operation;
  const to = Math.min(page.after + page.limit, attempt);
  const known = new Map((rows as AttemptRow[]).map((row) => [row.number, row]));
  return Array.from({ length: Math.max(0, to - page.after) }, (_, at) => {
    const number = page.after + 1 + at;
    return (
      known.get(number) ?? (number === attempt ? lastAttempt(operation) : { number, outcome: 'unknown' })
    );
  });
}

function lastAttempt(operation: OperationView): AttemptView {
  const { attempt: number, lastAttemptAt: startedAt, status, mode, writtenId, call, underWay } = operation;
  if (status === 'in_progress' || (mode === 'asynchronous' && writtenId === null))
    return { number, outcome: underWay ? 'running' : 'unknown', startedAt };
  const { succeeded: written, failed, recordCount, updateTime: endedAt } = operation;
  const fault = operation.fault === 'cancelled' ? null : operation.fault;
  const { sent = recordCount, message = null } = call ?? {};
  return { number, outcome: status, startedAt, endedAt, call, sent, written, failed, fault, message };
}
