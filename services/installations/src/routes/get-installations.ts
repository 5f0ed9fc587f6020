import {
  inputValidationProblemSchema,
  installationListQuerySchema,
  installationListSchema,
} from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { listInstallations } from '@writ/installation';
import { installationAnswers } from '../answers.ts';
import type { Deps } from '../deps.ts';

export const getInstallations = (deps: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/installations',
    summary: 'List the installations of a project',
    access: { scope: 'installations:read', frontend: true },
    query: installationListQuerySchema,
    answers: { 200: installationListSchema, 400: inputValidationProblemSchema },
    handle: async ({ project, query }) => {
      const filter = { ...query, projectId: project.id };
      const found = await listInstallations(deps.database.prisma, filter);
      return ok(await installationAnswers(deps, found));
    },
  });
