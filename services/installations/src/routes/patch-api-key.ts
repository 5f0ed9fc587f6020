import { apiKeyPatchSchema, apiKeySchema, inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, notFound, ok } from '@writ/http-kit';
import type { ApiKeyRepository } from '@writ/tenancy';
import { apiKeyAnswer } from '../answers/api-key-answer.ts';
import { maskedMembers, maskedMembersRule } from '../masked-members.ts';

export const patchApiKey = (deps: { apiKeys: Pick<ApiKeyRepository, 'change'> }) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/api-keys/:apiKeyId',
    summary: 'Change an API key',
    access: { scope: 'full' },
    body: apiKeyPatchSchema,
    rules: maskedMembersRule('apiKey', apiKeyPatchSchema.properties.updateMask.items.enum),
    answers: { 200: apiKeySchema, 400: inputValidationProblemSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { apiKeyId }, body }) => {
      const changes = maskedMembers(body.updateMask, body.apiKey);
      const changed = await deps.apiKeys.change(project.id, apiKeyId, changes);
      if (changed) return ok(apiKeyAnswer(changed));
      throw notFound('path', 'apiKeyId', apiKeyId, 'The project has no key with this id.');
    },
  });
