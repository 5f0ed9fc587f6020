import { inputValidationProblemSchema, operationSchema, pageOf } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { operationsPage, pageParameters } from '../operations/list-page.ts';

const query = {
  type: 'object',
  additionalProperties: false,
  properties: {
    status: { enum: ['in_progress', 'success', 'failure'], description: 'Where the operations stand.' },
    installationId: { type: 'string', format: 'uuid', description: 'Installation that was written to.' },
    groupRef: { type: 'string', minLength: 1, description: 'Customer group that was written to.' },
    resource: { type: 'string', minLength: 1, description: 'Object that was written.' },
    since: { type: 'string', format: 'date-time', description: 'Accepted at this time or later.' },
    until: { type: 'string', format: 'date-time', description: 'Accepted before this time.' },
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
    answers: { 200: pageOf('OperationPage', operationSchema), 400: inputValidationProblemSchema },
    handle: async ({ project, query: { since, until, pageSize, pageToken, ...filter } }) =>
      ok(
        await operationsPage(
          db,
          project.id,
          {
            ...filter,
            ...(since !== undefined && { since: new Date(since) }),
            ...(until !== undefined && { until: new Date(until) }),
          },
          { ...(pageSize !== undefined && { pageSize }), ...(pageToken !== undefined && { pageToken }) },
        ),
      ),
  });
