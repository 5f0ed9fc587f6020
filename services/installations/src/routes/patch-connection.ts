import { connectionPatchSchema, connectionSchema, inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { connectionAnswer } from '../answers.ts';
import { connectionMaskRule } from '../connections/masked-connection.ts';
import { updateConnection } from '../connections/update-connection.ts';
import type { Deps } from '../deps.ts';

export const patchConnection = (deps: Deps) =>
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
      return ok(connectionAnswer(await updateConnection(deps, key, body, signal)));
    },
  });
