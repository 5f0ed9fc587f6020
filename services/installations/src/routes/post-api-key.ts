import { apiKeyRequestSchema, inputValidationProblemSchema, newApiKeySchema } from '@writ/contracts';
import { created, endpoint } from '@writ/http-kit';
import type { ApiKeyRepository } from '@writ/tenancy';
import { apiKeyAnswer } from '../answers/api-key-answer.ts';

/** Needs `full`: a key that made another could else get what it may not do itself. */
export const postApiKey = (deps: { apiKeys: Pick<ApiKeyRepository, 'insert'> }) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/api-keys',
    summary: 'Create an API key',
    access: { scope: 'full' },
    body: apiKeyRequestSchema,
    answers: { 201: newApiKeySchema, 400: inputValidationProblemSchema },
    handle: async ({ project, body: { label, scopes } }) => {
      const inserted = await deps.apiKeys.insert({ projectId: project.id, label, scopes });
      return created({ ...apiKeyAnswer(inserted), key: inserted.key });
    },
  });
