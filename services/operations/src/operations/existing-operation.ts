import { isId, type Prisma } from '@writ/db';
import { findOperation, type OperationRow } from '@writ/operation';
import { existing } from '@writ/problems';

/** @throws Refusal (404) */
export async function existingOperation(
  prisma: Prisma.TransactionClient,
  projectId: string,
  id: string,
): Promise<OperationRow> {
  const operation = isId(id) ? await findOperation(prisma, projectId, id) : undefined;
  return existing(operation, 'operationId', id, 'The project has no operation with this id.');
}
