import { inputValidationProblemSchema } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { endpoint, noContent } from '@writ/http-kit';
import { installationNotFound } from '../installations/installation-not-found.ts';
import type { Uninstall } from '../installations/uninstall.ts';
import { mustFindIntegration } from '../integrations/must-find-integration.ts';

export const deleteInstallation = ({ db, uninstall }: { db: Queryable; uninstall: Uninstall }) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId',
    summary: 'Delete an installation, and its connection when nobody else uses it',
    access: { scope: 'installations:manage', frontend: true },
    answers: { 204: null, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { integrationIdOrName, installationId } }) => {
      const { id: integrationId } = await mustFindIntegration(db, project.id, integrationIdOrName);
      if (await uninstall({ projectId: project.id, integrationId, id: installationId })) return noContent();
      throw installationNotFound(installationId);
    },
  });
