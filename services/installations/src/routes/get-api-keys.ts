import { apiKeyListSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { told } from '../answers.ts';
import type { Deps } from '../deps.ts';

export const getApiKeys = ({ apiKeys }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/api-keys',
    summary: 'List the API keys of a project',
    access: { scope: 'full' },
    answers: { 200: apiKeyListSchema },
    handle: async ({ project }) => ok((await apiKeys.list(project.id)).map(told)),
  });
