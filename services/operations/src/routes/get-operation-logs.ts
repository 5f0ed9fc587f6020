import { inputValidationProblemSchema, operationLogSchema } from '@writ/contracts';
import type { Database } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { operationLog } from '@writ/operation';
import { existingOperation } from '../operations/existing-operation.ts';
import { toOperationLog } from '../operations/to-operation.ts';

/** What happened to an operation (Contract §4.7). */
export const getOperationLogs = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/operations/:operationId/logs',
    summary: "Get an operation's log",
    access: { scope: 'operations:read' },
    answers: { 200: operationLogSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params }) => {
      const operation = await existingOperation(prisma, project.id, params.operationId);
      return ok(toOperationLog(operation, await operationLog(prisma, operation)));
    },
  });
