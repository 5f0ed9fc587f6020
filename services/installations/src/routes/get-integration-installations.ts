import {
  inputValidationProblemSchema,
  installationListQuerySchema,
  installationListSchema,
} from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { listInstallations } from '@writ/installation';
import { installationAnswers } from '../answers.ts';
import type { Deps } from '../deps.ts';
import { mustFindIntegration } from '../not-found.ts';

export const getIntegrationInstallations = (deps: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations',
    summary: 'List the installations of an integration',
    access: { scope: 'installations:read', frontend: true },
    query: installationListQuerySchema,
    answers: {
      200: installationListSchema,
      400: inputValidationProblemSchema,
      404: inputValidationProblemSchema,
    },
    handle: async ({ project, params: { integrationIdOrName }, query }) => {
      const { id: integrationId } = await mustFindIntegration(deps, project.id, integrationIdOrName);
      const filter = { ...query, projectId: project.id, integrationId };
      const found = await listInstallations(deps.database.prisma, filter);
      return ok(await installationAnswers(deps, found));
    },
  });
