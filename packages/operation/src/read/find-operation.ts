import type { Prisma } from '@writ/db';
import type { OperationRow } from '../operation.ts';

export async function findOperation(
  prisma: Prisma.TransactionClient,
  projectId: string,
  id: string,
): Promise<OperationRow | undefined> {
  const row = await prisma.operation.findUnique({ where: { projectId_id: { projectId, id } } });
  return row ? (row as OperationRow) : undefined;
}
