import { inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, noContent, notFound } from '@writ/http-kit';
import type { ApiKeyRepository } from '@writ/tenancy';

export const deleteApiKey = (deps: { apiKeys: Pick<ApiKeyRepository, 'remove'> }) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/api-keys/:apiKeyId',
    summary: 'Delete an API key',
    access: { scope: 'full' },
    answers: { 204: null, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { apiKeyId } }) => {
      if (await deps.apiKeys.remove(project.id, apiKeyId)) return noContent();
      throw notFound('path', 'apiKeyId', apiKeyId, 'The project has no key with this id.');
    },
  });
