import { inputValidationProblemSchema, installationRequestSchema, installationSchema } from '@writ/contracts';
import { created, endpoint } from '@writ/http-kit';
import { installationAnswer } from '../answers.ts';
import { callerName } from '../caller-name.ts';
import type { Deps } from '../deps.ts';
import { install } from '../installations/install.ts';

export const postInstallation = (deps: Deps) =>
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
      const { config, ...asked } = body;
      const createdBy = config.createdBy ?? callerName(caller);
      const request = { ...asked, ...config, createdBy, projectId: project.id, integrationIdOrName };
      return created(installationAnswer(await install(deps, request)));
    },
  });
