import { inputValidationProblemSchema, installationRequestSchema, installationSchema } from '@writ/contracts';
import { created, endpoint } from '@writ/http-kit';
import { installationAnswer } from '../answers/installation-answer.ts';
import { callerName } from '../caller-name.ts';
import type { Install } from '../installations/install.ts';

export const postInstallation = (deps: { install: Install }) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations',
    summary: 'Install an integration for a customer group',
    access: { scope: 'installations:manage', frontend: true },
    body: installationRequestSchema,
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
