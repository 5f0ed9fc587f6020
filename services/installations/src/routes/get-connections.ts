import {
  connectionListQuerySchema,
  connectionListSchema,
  inputValidationProblemSchema,
} from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { listConnections } from '@writ/installation';
import { connectionAnswer } from '../answers/connection-answer.ts';

export const getConnections = ({ db }: { db: Queryable }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/connections',
    summary: 'List the connections of a project',
    access: { scope: 'installations:read', frontend: true },
    query: connectionListQuerySchema,
    answers: { 200: connectionListSchema, 400: inputValidationProblemSchema },
    handle: async ({ project, query }) => {
      const connections = await listConnections(db, { ...query, projectId: project.id });
      return ok(connections.map((connection) => connectionAnswer(connection)));
    },
  });
