import {
  configAnswerHeaders,
  configHeadersSchema,
  inputValidationProblemSchema,
  installationPatchSchema,
  installationSchema,
  objectConfigPatchSchema,
  type Actor,
} from '@writ/contracts';
import { endpoint, type Caller } from '@writ/http';
import { notFound, type IssueInput } from '@writ/problems';
import { findConfig } from '@writ/installation';
import { callerName } from '../../caller-name.ts';
import type { AskingDeps } from '../../deps.ts';
import { configBodyBytes } from '../../installations/config-limits.ts';
import { maskedChange, maskedConnectionId, maskRule } from '../../installations/masked-change.ts';
import { patchedObject, type ObjectPatch } from '../../installations/patched-object.ts';
import { savedAnswer } from '../../installations/saved-answer.ts';
import { updateInstallation } from '../../installations/update-installation.ts';
import { configNotFound, installationNotFound } from '../../not-found.ts';

/** Common to endpoints that make a new config. */
const saving = {
  access: { scope: 'installations:manage', frontend: true },
  headers: configHeadersSchema,
  answers: { 200: installationSchema, 412: inputValidationProblemSchema },
  docs: { answerHeaders: configAnswerHeaders, refusals: ['config-changed'] },
} as const;

type Saving = {
  project: { id: string };
  params: { integrationIdOrName: string };
  ofGroup: { groupRef?: string };
  header: (name: string) => string | undefined;
  caller: Caller;
  by: Actor;
};
type Names = Parameters<typeof updateInstallation>[1];
type Want = Parameters<typeof updateInstallation>[2];

async function save(
  deps: AskingDeps,
  { project, params, ofGroup, header, by }: Saving,
  names: Pick<Names, 'installation' | 'missing' | 'unfound' | 'connectionId'>,
  want: Want,
) {
  const { integrationIdOrName } = params;
  const ifMatch = header('If-Match');
  const all = { projectId: project.id, integrationIdOrName, ofGroup, by, ifMatch, ...names };
  return savedAnswer(deps, await updateInstallation(deps, all, want));
}

export const patchInstallation = (deps: AskingDeps) =>
  endpoint({
    ...saving,
    method: 'patch',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId',
    summary: 'Change parts of an installation',
    body: installationPatchSchema,
    bodyLimitBytes: configBodyBytes,
    rules: ({ body }) => maskRule(body),
    handle: (request) => {
      const { installationId: id } = request.params;
      const { body, caller } = request;
      const connectionId = maskedConnectionId(body);
      const names = { installation: { id }, missing: installationNotFound(id), connectionId };
      return save(deps, request, names, (current) => maskedChange(current, body, callerName(caller)));
    },
  });

export const patchObjectConfigContent = (deps: AskingDeps) =>
  endpoint({
    ...saving,
    method: 'patch',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/objects/:objectName/config-content',
    summary: "Change one object's config by JSON Patch",
    body: objectConfigPatchSchema,
    rules: ({ body }) => whoseRule(body),
    handle: (request) => {
      const { body, caller } = request;
      const { objectName } = request.params;
      return save(deps, request, installationOf(body), (current) =>
        patchedObject(current, objectName, body as ObjectPatch, callerName(caller)),
      );
    },
  });

/** With the 404 if there is none. */
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

function whoseRule(body: object): readonly IssueInput[] {
  if ('groupRef' in body !== 'installationId' in body) return [];
  const detail = 'Give either `groupRef` or `installationId`.';
  return [{ in: 'body', name: '/groupRef', detail }];
}

export const restoreInstallationConfig = (deps: AskingDeps) =>
  endpoint({
    ...saving,
    method: 'post',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId/configs/:configId\\:restore',
    summary: 'Restore an old config as a new one',
    handle: async (request) => {
      const { installationId: id, configId } = request.params;
      // Configs never change: no lock is needed yet.
      const key = { projectId: request.project.id, installationId: id };
      const old = await findConfig(deps.database.prisma, key, configId);
      const unfound = old ? undefined : configNotFound(configId);
      const names = { installation: { id }, missing: installationNotFound(id), unfound };
      return save(deps, request, names, () => ({
        ...(old && { content: old.content, stored: old.content }),
        createdBy: callerName(request.caller),
        placeOf: () => ({ in: 'path', name: 'configId' }) as const,
      }));
    },
  });
