import { inputValidationProblemSchema, operationSchema, pageOf } from '@writ/contracts';
import type { Database } from '@writ/db';
import { endpoint, ok, pageTokens } from '@writ/http-kit';
import { filterParameters } from '../operations/list-filter.ts';
import { pageParameters, operationsPage } from '../operations/list-page.ts';

const query = {
  type: 'object',
  additionalProperties: false,
  properties: { ...filterParameters, ...pageParameters },
} as const;

const tokens = pageTokens('operations');

/** The project's operations, newest first (Contract §4.7). */
export const getOperations = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/operations',
    summary: 'List operations',
    access: { scope: 'operations:read' },
    query,
    rules: tokens.rule,
    answers: { 200: pageOf('OperationPage', operationSchema), 400: inputValidationProblemSchema },
    handle: async (asked) => {
      const { pageSize, pageToken: _token, ...filter } = asked.query;
      const page = { pageSize, beforeId: tokens.placeOf(asked) };
      const { operations, nextBelow } = await operationsPage(prisma, asked.project.id, filter, page);
      return ok({ results: operations, pagination: tokens.paginationOf(asked, nextBelow) });
    },
  });
