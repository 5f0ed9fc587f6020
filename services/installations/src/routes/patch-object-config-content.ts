import { inputValidationProblemSchema, installationSchema, objectConfigPatchSchema } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { objectPatchFaults } from '../installations/object-patch-faults.ts';
import { installationOfGroup, noInstallation } from '../installations/installation-of-group.ts';
import type { IssueInput } from '@writ/problem-details';
import { installationAnswers } from '../answers/installation-answers.ts';
import { callerName } from '../caller-name.ts';
import type { ChangeInstallation, ChangeFaults } from '../installations/change-installation.ts';
import { patchedObject, type ObjectPatch } from '../installations/patched-object.ts';
import { mustFindIntegration } from '../integrations/must-find-integration.ts';

export const patchObjectConfigContent = (deps: {
  db: Queryable;
  changeInstallation: ChangeInstallation;
  changeFaults: ChangeFaults;
}) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/objects/:objectName/config-content',
    summary: "Change one object's config by JSON Patch",
    access: { scope: 'installations:manage', frontend: true },
    body: objectConfigPatchSchema,
    rules: ({ body }) => whoseRule(body),
    lookUpFaults: objectPatchFaults(deps),
    answers: {
      200: installationSchema,
      400: inputValidationProblemSchema,
      404: inputValidationProblemSchema,
    },
    handle: async ({ project, params: { integrationIdOrName, objectName }, body, caller }) => {
      const integration = await mustFindIntegration(deps.db, project.id, integrationIdOrName);
      const id =
        body.installationId ?? (await installationOfGroup(deps.db, integration, body.groupRef ?? ''));
      const changed =
        id === undefined
          ? undefined
          : await deps.changeInstallation({ projectId: project.id, integration, id }, (current) =>
              patchedObject(current, objectName, body as ObjectPatch, callerName(caller)),
            );
      if (changed) return ok((await installationAnswers(deps.db, [changed]))[0]);
      throw noInstallation(body);
    },
  });

function whoseRule(body: unknown): readonly IssueInput[] {
  if (typeof body !== 'object' || body === null) return [];
  if ('groupRef' in body !== 'installationId' in body) return [];
  const detail = 'Give either `groupRef` or `installationId`.';
  return [{ in: 'body', name: '/groupRef', detail }];
}
