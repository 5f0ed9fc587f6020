import { inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, noContent } from '@writ/http-kit';
import type { Deps } from '../deps.ts';
import { apiKeyNotFound } from '../not-found.ts';

export const deleteApiKey = ({ apiKeys }: Deps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/api-keys/:apiKeyId',
    summary: 'Delete an API key',
    access: { scope: 'full' },
    answers: { 204: null, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { apiKeyId } }) => {
      if (await apiKeys.remove(project.id, apiKeyId)) return noContent();
      throw apiKeyNotFound(apiKeyId);
    },
  });
