import { connectionRequestSchema, connectionSchema, inputValidationProblemSchema } from '@writ/contracts';
import { created, endpoint } from '@writ/http-kit';
import { connectionAnswer } from '../answers.ts';
import { connectionRule } from '../connections/connection-rule.ts';
import { generateConnection } from '../connections/generate-connection.ts';
import type { Deps } from '../deps.ts';

export const postConnectionsGenerate = (deps: Deps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/connections\\:generate',
    summary: 'Make a connection from credentials',
    access: { scope: 'installations:manage', frontend: true },
    body: connectionRequestSchema,
    rules: ({ body }) => connectionRule(deps, body),
    answers: { 201: connectionSchema, 400: inputValidationProblemSchema },
    handle: async ({ project, body, signal }) =>
      created(connectionAnswer(await generateConnection(deps, project.id, body, signal))),
  });
