import { connectionPatchSchema, connectionSchema, inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { connectionAnswer } from '../answers/connection-answer.ts';
import type { ChangeConnection } from '../connections/change-connection.ts';
import { connectionNotFound } from '../connections/connection-not-found.ts';
import { connectionMaskRule } from '../connections/masked-connection.ts';

export const patchConnection = (deps: { changeConnection: ChangeConnection }) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/connections/:connectionId',
    summary: 'Change a connection, or give it new credentials',
    access: { scope: 'installations:manage', frontend: true },
    body: connectionPatchSchema,
    rules: ({ body }) => connectionMaskRule(body),
    answers: { 200: connectionSchema, 400: inputValidationProblemSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { connectionId }, body, signal }) => {
      const key = { projectId: project.id, id: connectionId };
      const changed = await deps.changeConnection(key, body, signal);
      if (changed) return ok(connectionAnswer(changed));
      throw connectionNotFound(connectionId);
    },
  });
