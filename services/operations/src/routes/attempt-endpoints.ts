import { operationAttemptSchema, pageOf, partialObject } from '@writ/contracts';
import type { Database } from '@writ/db';
import { listAttempts, toOperationViews } from '@writ/operation';
import { paged } from '@writ/service-parts';
import { existingOperation } from '../operations/existing-operation.ts';
import { parametersOfPage, toOperations } from '../operations/list-page.ts';
import { toAttempt } from '../operations/to-attempt.ts';

const query = partialObject({ properties: parametersOfPage });
export const getOperationAttempts = ({ prisma }: Pick<Database, 'prisma'>) =>
  paged({
    list: 'attempts',
    path: '/projects/:projectIdOrName/operations/:operationId/attempts',
    summary: "List an operation's attempts",
    access: { scope: 'operations:read' },
    query,
    page: pageOf('OperationAttemptPage', operationAttemptSchema),
    // Pages end at an attempt's number.
    isPlace: (place) => /^\d{1,9}$/.test(place),
    read: async ({ project, params }, { limit, place = 0 }) => {
      const row = await existingOperation(prisma, project.id, params.operationId);
      const [[view], [operation]] = await Promise.all([
        toOperationViews(prisma, [row]),
        toOperations(prisma, [row]),
      ]);
      const found = view ? await listAttempts(prisma, view, { limit, after: Number(place) }) : [];
      const last = found.at(-1)?.number ?? row.attempt;
      const results = found.map((attempt) => toAttempt(attempt, row, operation));
      return { results, next: last < row.attempt ? String(last) : undefined };
    },
  });
