import {
  inputValidationProblemSchema,
  installationRequestSchema,
  installationSchema,
  configContentSchema,
} from '@writ/contracts';
import { created, endpoint } from '@writ/http-kit';
import { installationAnswer } from '../answers/installation-answer.ts';
import { callerName } from '../caller-name.ts';
import { type Install, installFaults, type ReadableInstall } from '../installations/install.ts';
import { isId, type Queryable } from '@writ/db';
import { createSchemaCompiler, invalidInput, issuesOf } from '@writ/problem-details';
import type { ConfigContent } from '@writ/installation';
import { isName, isObject } from '../readable-patch.ts';

export const postInstallation = (deps: { db: Queryable; install: Install }) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations',
    summary: 'Install an integration for a customer group',
    access: { scope: 'installations:manage', frontend: true },
    body: installationRequestSchema,
    lookUpFaults: ({ project, params, body }) =>
      issuesOf(async () => {
        const readable = readableInstall(body);
        throw invalidInput(await installFaults(deps.db, { projectId: project.id, ...params, ...readable }));
      }),
    answers: {
      201: installationSchema,
      400: inputValidationProblemSchema,
      404: inputValidationProblemSchema,
      409: inputValidationProblemSchema,
    },
    docs: { refusals: ['name-taken'] },
    handle: async ({ project, params: { integrationIdOrName }, body, caller }) => {
      const { groupRef, groupName, connectionId, config } = body;
      const installation = await deps.install({
        projectId: project.id,
        integrationIdOrName,
        groupRef,
        groupName,
        connectionId,
        createdBy: config.createdBy ?? callerName(caller),
        revisionId: config.revisionId,
        content: config.content,
      });
      return created(installationAnswer(installation));
    },
  });

const checkContent = createSchemaCompiler()(configContentSchema, 'body');

function readableInstall(body: unknown): Partial<ReadableInstall> {
  const { groupRef, connectionId, config } = isObject(body) ? body : {};
  const { revisionId, content } = isObject(config) ? config : {};
  return {
    // Only where no connection is named is it one of the group's; one whose id has no right form is told already.
    ...(isName(groupRef) && connectionId === undefined && { groupRef }),
    ...(typeof connectionId === 'string' && isId(connectionId) && { connectionId }),
    ...(typeof revisionId === 'string' && isId(revisionId) && { revisionId }),
    ...(checkContent(content).length === 0 && { content: content as ConfigContent }),
  };
}
