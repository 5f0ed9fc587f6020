import { apiKeyListSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import type { ApiKeyRepository } from '@writ/tenancy';
import { apiKeyAnswer } from '../answers/api-key-answer.ts';

export const getApiKeys = (deps: { apiKeys: Pick<ApiKeyRepository, 'list'> }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/api-keys',
    summary: 'List the API keys of a project',
    access: { scope: 'full' },
    answers: { 200: apiKeyListSchema },
    handle: async ({ project }) => ok((await deps.apiKeys.list(project.id)).map(apiKeyAnswer)),
  });
