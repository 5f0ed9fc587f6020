import { apiKeyRequestSchema, inputValidationProblemSchema, newApiKeySchema } from '@writ/contracts';
import { created, endpoint } from '@writ/http-kit';
import { told } from '../answers.ts';
import type { Deps } from '../deps.ts';

/** Needs `full`: a key that made another could else get what it may not do itself. */
export const postApiKey = ({ apiKeys }: Deps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/api-keys',
    summary: 'Create an API key',
    access: { scope: 'full' },
    body: apiKeyRequestSchema,
    answers: { 201: newApiKeySchema, 400: inputValidationProblemSchema },
    handle: async ({ project, body: { label, scopes } }) => {
      const inserted = await apiKeys.insert({ projectId: project.id, label, scopes });
      return created({ ...told(inserted), key: inserted.key });
    },
  });
