import type { Prisma } from '@writ/db';
import type { OperationRow, RecordRow } from '../operation.ts';

/**
 * @param page.afterIndex end of the previous page; -1 for the first
 * @param page.limit absent: all remaining records
 */
export async function listRecords(
  prisma: Prisma.TransactionClient,
  {
    projectId,
    id,
    writtenId,
    writtenNew,
  }: Pick<OperationRow, 'projectId' | 'id' | 'writtenId' | 'writtenNew'>,
  page: { limit?: number; afterIndex: number },
): Promise<readonly RecordRow[]> {
  const rows = await prisma.operationRecord.findMany({
    where: { projectId, operationId: id, index: { gt: page.afterIndex } },
    orderBy: { index: 'asc' },
    ...(page.limit !== undefined && { take: page.limit }),
  });
  // A single write that was written left the row unchanged.
  const ended = writtenId !== null && { status: 'written', recordId: writtenId, created: writtenNew };
  return rows.map((row) => ({ ...row, ...ended }) as RecordRow);
}
