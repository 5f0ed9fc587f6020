import { inputValidationProblemSchema, installationSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { findInstallation } from '@writ/installation';
import { installationAnswers } from '../answers.ts';
import type { Deps } from '../deps.ts';
import { installationNotFound, mustFindIntegration } from '../not-found.ts';

export const getInstallation = (deps: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId',
    summary: 'Get an installation',
    access: { scope: 'installations:read', frontend: true },
    answers: { 200: installationSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { integrationIdOrName, installationId } }) => {
      const { id: integrationId } = await mustFindIntegration(deps, project.id, integrationIdOrName);
      const key = { projectId: project.id, integrationId, id: installationId };
      const installation = await findInstallation(deps.database.prisma, key);
      if (installation) return ok((await installationAnswers(deps, [installation]))[0]);
      throw installationNotFound(installationId);
    },
  });
