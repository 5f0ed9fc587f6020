import { inputValidationProblemSchema, installationPatchSchema, installationSchema } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { installationAnswers } from '../answers/installation-answers.ts';
import { callerName } from '../caller-name.ts';
import type { ChangeInstallation, ChangeFaults } from '../installations/change-installation.ts';
import { installationNotFound } from '../installations/installation-not-found.ts';
import { maskedChange, maskRule, type InstallationPatch } from '../installations/masked-change.ts';
import { mustFindIntegration } from '../integrations/must-find-integration.ts';
import { invalidInput, issuesOf } from '@writ/problem-details';
import { readablePatch } from '../readable-patch.ts';

export const patchInstallation = (deps: {
  db: Queryable;
  changeInstallation: ChangeInstallation;
  changeFaults: ChangeFaults;
}) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId',
    summary: 'Change parts of an installation',
    access: { scope: 'installations:manage', frontend: true },
    body: installationPatchSchema,
    rules: ({ body }) => maskRule(body),
    lookUpFaults: ({ project, params: { integrationIdOrName, installationId: id }, body }) =>
      issuesOf(async () => {
        const integration = await mustFindIntegration(deps.db, project.id, integrationIdOrName);
        const patch = readablePatch<InstallationPatch>(body, 'installation', maskRule) ?? nothing;
        const key = { projectId: project.id, integration, id };
        const found = await deps.changeFaults(key, (current) => maskedChange(current, patch, ''));
        throw found ? invalidInput(found) : installationNotFound(id);
      }),
    answers: {
      200: installationSchema,
      400: inputValidationProblemSchema,
      404: inputValidationProblemSchema,
    },
    handle: async ({ project, params: { integrationIdOrName, installationId: id }, body, caller }) => {
      const integration = await mustFindIntegration(deps.db, project.id, integrationIdOrName);
      const key = { projectId: project.id, integration, id };
      const changed = await deps.changeInstallation(key, (current) =>
        maskedChange(current, body, callerName(caller)),
      );
      if (changed) return ok((await installationAnswers(deps.db, [changed]))[0]);
      throw installationNotFound(id);
    },
  });

const nothing: InstallationPatch = { updateMask: [], installation: {} };
