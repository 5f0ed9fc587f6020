import {
  configAnswerHeaders,
  configHeadersSchema,
  inputValidationProblemSchema,
  installationSchema,
  objectConfigPatchSchema,
} from '@writ/contracts';
import { endpoint, notFound, type IssueInput } from '@writ/http-kit';
import { callerName } from '../../caller-name.ts';
import type { AskingDeps } from '../../deps.ts';
import { patchedObject, type ObjectPatch } from '../../installations/patched-object.ts';
import { savedAnswer } from '../../installations/saved-answer.ts';
import { updateInstallation } from '../../installations/update-installation.ts';

export const patchObjectConfigContent = (deps: AskingDeps) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/objects/:objectName/config-content',
    summary: "Change one object's config by JSON Patch",
    access: { scope: 'installations:manage', frontend: true },
    headers: configHeadersSchema,
    body: objectConfigPatchSchema,
    rules: ({ body }) => whoseRule(body),
    answers: { 200: installationSchema, 412: inputValidationProblemSchema },
    docs: {
      answerHeaders: configAnswerHeaders,
      refusals: ['config-changed'],
    },
    handle: async ({ project, params, body, caller, ofGroup, header, by }) => {
      const { integrationIdOrName, objectName } = params;
      const ifMatch = header('If-Match');
      const changed = await updateInstallation(
        deps,
        { projectId: project.id, integrationIdOrName, ofGroup, by, ifMatch, ...installationOf(body) },
        (current) => patchedObject(current, objectName, body as ObjectPatch, callerName(caller)),
      );
      return savedAnswer(deps, changed);
    },
  });

/** Which installation a body means, and what is told where there is none. */
function installationOf({
  installationId: id,
  groupRef = '',
}: {
  installationId?: string;
  groupRef?: string;
}) {
  const detail = 'The integration has no such installation.';
  return id === undefined
    ? { installation: { groupRef }, missing: notFound('body', '/groupRef', groupRef, detail) }
    : { installation: { id }, missing: notFound('body', '/installationId', id, detail) };
}

function whoseRule(body: unknown): readonly IssueInput[] {
  if (typeof body !== 'object' || body === null) return [];
  if ('groupRef' in body !== 'installationId' in body) return [];
  const detail = 'Give either `groupRef` or `installationId`.';
  return [{ in: 'body', name: '/groupRef', detail }];
}
