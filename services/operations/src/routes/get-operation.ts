import { inputValidationProblemSchema, operationSchema } from '@writ/contracts';
import type { Database } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { existingOperation } from '../operations/existing-operation.ts';
import { toOperations } from '../operations/list-page.ts';

/** Get an operation (Specification, Get an operation). */
export const getOperation = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/operations/:operationId',
    summary: 'Get an operation',
    access: { scope: 'operations:read' },
    answers: { 200: operationSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params }) => {
      const operation = await existingOperation(prisma, project.id, params.operationId);
      return ok((await toOperations(prisma, [operation]))[0]);
    },
  });
