import type { Prisma } from '@writ/db';
import type { OperationRow, OperationView } from '../operation.ts';
import { toOperationViews } from './operation-view.ts';

/** The operation, if the project has it. */
export async function findOperation(
  prisma: Prisma.TransactionClient,
  projectId: string,
  id: string,
): Promise<OperationView | undefined> {
  const row = await prisma.operation.findUnique({ where: { projectId_id: { projectId, id } } });
  return row ? (await toOperationViews(prisma, [row as OperationRow]))[0] : undefined;
}
