import { inputValidationProblemSchema, problemSchema } from '@writ/contracts';
import type { Database } from '@writ/db';
import { endpoint, noContent, Refusal } from '@writ/http-kit';
import { deleteIntegrationIfUnused } from '../integrations/delete-integration-if-unused.ts';
import { integrationNotFound } from '../integrations/must-find-integration.ts';

export const deleteIntegration = ({ database }: { database: Pick<Database, 'pool'> }) => {
  const remove = deleteIntegrationIfUnused(database);
  return endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName',
    summary: 'Delete an integration that nobody has installed',
    access: { scope: 'installations:manage' },
    answers: { 204: null, 404: inputValidationProblemSchema, 409: problemSchema },
    docs: { refusals: ['in-use'] },
    handle: async ({ project, params: { integrationIdOrName } }) => {
      const removal = await remove(project.id, integrationIdOrName);
      if (removal === 'not-found') throw integrationNotFound(integrationIdOrName);
      if (removal === 'removed') return noContent();
      throw new Refusal('in-use', { detail: 'The integration has installations.' });
    },
  });
};
