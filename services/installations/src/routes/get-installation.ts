import { inputValidationProblemSchema, installationSchema } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { findInstallation } from '@writ/installation';
import { installationAnswers } from '../answers/installation-answers.ts';
import { installationNotFound } from '../installations/installation-not-found.ts';
import { mustFindIntegration } from '../integrations/must-find-integration.ts';

export const getInstallation = ({ db }: { db: Queryable }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId',
    summary: 'Get an installation',
    access: { scope: 'installations:read', frontend: true },
    answers: { 200: installationSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { integrationIdOrName, installationId } }) => {
      const { id: integrationId } = await mustFindIntegration(db, project.id, integrationIdOrName);
      const key = { projectId: project.id, integrationId, id: installationId };
      const installation = await findInstallation(db, key);
      if (installation) return ok((await installationAnswers(db, [installation]))[0]);
      throw installationNotFound(installationId);
    },
  });
