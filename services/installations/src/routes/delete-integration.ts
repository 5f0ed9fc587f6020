import { inputValidationProblemSchema, problemSchema } from '@writ/contracts';
import { endpoint, noContent, Refusal } from '@writ/http-kit';
import { countInstallations, dropIntegration, holdIntegration } from '@writ/installation';
import type { Deps } from '../deps.ts';
import { integrationNotFound } from '../not-found.ts';

export const deleteIntegration = ({ database }: Deps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName',
    summary: 'Delete an integration that nobody has installed',
    access: { scope: 'installations:manage' },
    answers: { 204: null, 404: inputValidationProblemSchema, 409: problemSchema },
    docs: { refusals: ['in-use'] },
    handle: ({ project, params: { integrationIdOrName } }) =>
      database.transaction(async (tx) => {
        const integration = await holdIntegration(tx, 'UPDATE', project.id, integrationIdOrName);
        if (integration === undefined) throw integrationNotFound(integrationIdOrName);
        if ((await countInstallations(tx.prisma, integration.id)) > 0)
          throw new Refusal('in-use', { detail: 'The integration has installations.' });
        await dropIntegration(tx.prisma, integration.id);
        return noContent();
      }),
  });
