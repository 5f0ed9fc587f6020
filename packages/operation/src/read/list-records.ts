import type { Prisma } from '@writ/db';
import type { OperationRow, RecordRow } from '../operation.ts';

type Recorded = Pick<OperationRow, 'projectId' | 'id' | 'writtenId' | 'writtenNew'>;

/**
 * @param page.afterIndex end of the previous page; -1 for the first
 * @param page.limit absent: all remaining records
 */
export async function listRecords(
  prisma: Prisma.TransactionClient,
  operation: Recorded,
  page: { limit?: number; afterIndex: number },
): Promise<readonly RecordRow[]> {
  const rows = await prisma.operationRecord.findMany({
    where: { projectId: operation.projectId, operationId: operation.id, index: { gt: page.afterIndex } },
    orderBy: { index: 'asc' },
    ...(page.limit !== undefined && { take: page.limit }),
  });
  return toRecords(operation, rows);
}

/** A single write that was written left the row unchanged. */
export function toRecords(
  { writtenId, writtenNew }: Recorded,
  rows: readonly Prisma.OperationRecordModel[],
): readonly RecordRow[] {
  const ended = writtenId !== null && { status: 'written', recordId: writtenId, created: writtenNew };
  return rows.map((row) => ({ ...row, ...ended }) as RecordRow);
}
