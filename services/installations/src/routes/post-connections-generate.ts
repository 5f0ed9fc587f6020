import { connectionRequestSchema, connectionSchema, inputValidationProblemSchema } from '@writ/contracts';
import { created, endpoint } from '@writ/http-kit';
import { connectionAnswer } from '../answers/connection-answer.ts';
import type { GenerateConnection } from '../connections/generate-connection.ts';
import { credentialsRule } from '../connections/given-credentials.ts';

export const postConnectionsGenerate = (deps: { generateConnection: GenerateConnection }) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/connections\\:generate',
    summary: 'Make a connection from credentials',
    access: { scope: 'installations:manage', frontend: true },
    body: connectionRequestSchema,
    rules: credentialsRule,
    answers: { 201: connectionSchema, 400: inputValidationProblemSchema },
    handle: async ({ project, body, signal }) =>
      created(connectionAnswer(await deps.generateConnection(project.id, body, signal))),
  });
