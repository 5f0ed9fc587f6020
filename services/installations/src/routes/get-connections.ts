import {
  connectionListQuerySchema,
  connectionListSchema,
  inputValidationProblemSchema,
} from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { listConnections } from '@writ/installation';
import { connectionAnswer } from '../answers.ts';
import type { Deps } from '../deps.ts';

export const getConnections = ({ database }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/connections',
    summary: 'List the connections of a project',
    access: { scope: 'installations:read', frontend: true },
    query: connectionListQuerySchema,
    answers: { 200: connectionListSchema, 400: inputValidationProblemSchema },
    handle: async ({ project, query }) => {
      const connections = await listConnections(database.prisma, { ...query, projectId: project.id });
      return ok(connections.map((connection) => connectionAnswer(connection)));
    },
  });
