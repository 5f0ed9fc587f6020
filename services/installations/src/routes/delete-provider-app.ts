import { inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, noContent } from '@writ/http-kit';
import type { Deps } from '../deps.ts';
import { providerAppNotFound } from '../not-found.ts';

/** Tokens of connections live on until they end; from then on customers have to connect again. */
export const deleteProviderApp = ({ providerApps }: Deps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/provider-apps/:providerAppId',
    summary: 'Remove a provider app',
    access: { scope: 'installations:manage' },
    answers: { 204: null, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { providerAppId } }) => {
      if (await providerApps.remove(project.id, providerAppId)) return noContent();
      throw providerAppNotFound(providerAppId);
    },
  });
