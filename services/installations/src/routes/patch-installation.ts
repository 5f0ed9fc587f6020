import { inputValidationProblemSchema, installationPatchSchema, installationSchema } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { installationAnswers } from '../answers/installation-answers.ts';
import { callerName } from '../caller-name.ts';
import type { ChangeInstallation } from '../installations/change-installation.ts';
import { installationNotFound } from '../installations/installation-not-found.ts';
import { maskedChange, maskedConnectionId, maskRule } from '../installations/masked-change.ts';

export const patchInstallation = (deps: { db: Queryable; changeInstallation: ChangeInstallation }) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId',
    summary: 'Change parts of an installation',
    access: { scope: 'installations:manage', frontend: true },
    body: installationPatchSchema,
    rules: ({ body }) => maskRule(body),
    answers: {
      200: installationSchema,
      400: inputValidationProblemSchema,
      404: inputValidationProblemSchema,
    },
    handle: async ({ project, params: { integrationIdOrName, installationId: id }, body, caller }) => {
      const changed = await deps.changeInstallation(
        {
          projectId: project.id,
          integrationIdOrName,
          installation: { id },
          missing: installationNotFound(id),
          connectionId: maskedConnectionId(body),
        },
        (current) => maskedChange(current, body, callerName(caller)),
      );
      return ok((await installationAnswers(deps.db, [changed]))[0]);
    },
  });
