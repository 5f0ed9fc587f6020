import { inputValidationProblemSchema, operationSchema, pageOf } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { endpoint, ok, pageTokenRule } from '@writ/http-kit';
import { filterParameters, toFilter } from '../operations/list-filter.ts';
import { operationsPage, pageParameters } from '../operations/list-page.ts';

const query = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...filterParameters,
    ...pageParameters,
  },
} as const;

/** The project's operations, newest first (Contract §4.7). */
export const getOperations = ({ db }: { db: Queryable }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/operations',
    summary: 'List operations',
    access: { scope: 'operations:read' },
    query,
    rules: pageTokenRule,
    answers: { 200: pageOf('OperationPage', operationSchema), 400: inputValidationProblemSchema },
    handle: async ({ project, query: { pageSize, pageToken, ...filter } }) =>
      ok(
        await operationsPage(db, project.id, toFilter(filter), {
          ...(pageSize !== undefined && { pageSize }),
          ...(pageToken !== undefined && { pageToken }),
        }),
      ),
  });
