import { apiKeyPatchSchema, apiKeySchema, inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { told } from '../answers.ts';
import type { Deps } from '../deps.ts';
import { maskedMembers, maskedMembersRule } from '../masked-members.ts';
import { apiKeyNotFound } from '../not-found.ts';

export const patchApiKey = ({ apiKeys }: Deps) =>
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
      const changed = await apiKeys.change(project.id, apiKeyId, changes);
      if (changed) return ok(told(changed));
      throw apiKeyNotFound(apiKeyId);
    },
  });
