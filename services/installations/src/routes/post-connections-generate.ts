import { connectionRequestSchema, connectionSchema, inputValidationProblemSchema } from '@writ/contracts';
import { created, endpoint, type IssueInput } from '@writ/http-kit';
import { connectionAnswer } from '../answers/connection-answer.ts';
import type { GenerateConnection } from '../connections/generate-connection.ts';

export const postConnectionsGenerate = (deps: {
  generateConnection: GenerateConnection;
  connectionRule: (body: unknown) => readonly IssueInput[];
}) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/connections\\:generate',
    summary: 'Make a connection from credentials',
    access: { scope: 'installations:manage', frontend: true },
    body: connectionRequestSchema,
    rules: ({ body }) => deps.connectionRule(body),
    answers: { 201: connectionSchema, 400: inputValidationProblemSchema },
    handle: async ({ project, body, signal }) =>
      created(connectionAnswer(await deps.generateConnection(project.id, body, signal))),
  });
