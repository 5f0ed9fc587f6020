import {
  inputValidationProblemSchema,
  installationListQuerySchema,
  installationListSchema,
} from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { listInstallations } from '@writ/installation';
import { installationAnswers } from '../answers/installation-answers.ts';
import { mustFindIntegration } from '../integrations/must-find-integration.ts';

export const getIntegrationInstallations = ({ db }: { db: Queryable }) =>
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
      const { id: integrationId } = await mustFindIntegration(db, project.id, integrationIdOrName);
      const found = await listInstallations(db, { ...query, projectId: project.id, integrationId });
      return ok(await installationAnswers(db, found));
    },
  });
