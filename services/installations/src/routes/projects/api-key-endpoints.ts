import {
  apiKeyListQuerySchema,
  apiKeyListSchema,
  apiKeyPatchSchema,
  apiKeyRequestSchema,
  apiKeySchema,
  newApiKeySchema,
  type Scope,
} from '@writ/contracts';
import type { Endpoint } from '@writ/http';
import { invalidInput } from '@writ/problems';
import { resource, toldBy, unlessLost } from '@writ/service-parts';
import { isForPages, type ApiKey } from '@writ/tenancy';
import type { Deps } from '../../deps.ts';
import { maskedMembers, maskRule } from '../../masked-members.ts';

const everything = ['full'] as const;

/** `full`: a key must not create a key that may do more. */
export function apiKeyEndpoints({ apiKeys, projects }: Deps): readonly Endpoint[] {
  const keys = resource({
    path: '/projects/:projectIdOrName/api-keys',
    id: 'apiKeyId',
    // A caller that has only the key itself may delete it; logs and answers hide it.
    params: {
      type: 'object',
      properties: { apiKeyId: { type: 'string', description: 'Id of the key, or the key itself.' } },
    },
    missing: 'The project has no key with this id.',
    scopes: { read: 'full', manage: 'full' },
    schema: apiKeySchema,
    answer: (key: ApiKey) => toldBy(apiKeySchema, key),
  });
  return [
    keys.list({
      summary: 'List the API keys of a project',
      schema: apiKeyListSchema,
      query: apiKeyListQuerySchema,
      read: ({ project }, span, filter) => apiKeys.list({ ...filter, projectId: project.id }, span),
    }),
    keys.create({
      summary: 'Create an API key',
      body: apiKeyRequestSchema,
      insert: async ({ project, body: { label, scopes = everything }, by }) => {
        await assertForPages(projects, project.id, { scopes, at: '/scopes' });
        const inserting = apiKeys.insert({ projectId: project.id, label, scopes }, by);
        const remedy = `Look for its label in \`GET /v1/projects/${project.id}/api-keys\`. If it is there, delete it before you create another one.`;
        return unlessLost(inserting, { remedy });
      },
      schema: newApiKeySchema,
      answer: (key) => toldBy(newApiKeySchema, key),
    }),
    keys.patch({
      summary: 'Change an API key',
      body: apiKeyPatchSchema,
      rules: maskRule(apiKeyPatchSchema, 'apiKey'),
      change: async ({ project, params: { apiKeyId: id }, body: { updateMask, apiKey }, by }) => {
        const changes = maskedMembers(updateMask, apiKey);
        const { scopes } = changes;
        const key = scopes && (await apiKeys.find(project.id, id));
        if (key) {
          assertFitting(key, scopes);
          await assertForPages(projects, project.id, { scopes, at: '/apiKey/scopes' });
        }
        return apiKeys.change(project.id, id, changes, by);
      },
    }),
    keys.remove({
      summary: 'Delete an API key',
      remove: ({ project, params, by }) => apiKeys.remove(project.id, params.apiKeyId, by),
    }),
  ];
}

/** @throws Fault if the project accepts no keys of pages */
async function assertForPages(
  projects: Deps['projects'],
  projectId: string,
  { scopes, at }: { scopes: readonly Scope[]; at: string },
): Promise<void> {
  if (!scopes.includes('frontend') || (await projects.find(projectId))?.pageKeys !== false) return;
  const detail = 'The project does not accept keys in pages, so no key gets the scope `frontend`.';
  const remedy = `Register a key with \`POST /v1/projects/${projectId}/jwt-keys\`, and give pages tokens with the claim \`groupRef\`. Or switch keys of pages on: \`PATCH /v1/projects/${projectId}\` with \`pageKeys\`.`;
  throw invalidInput([{ in: 'body', name: at, detail, value: scopes, remedy }]);
}

/** @throws Fault if a key for pages would get another scope: its prefix marks it as public */
function assertFitting(key: ApiKey, scopes: readonly Scope[]): void {
  if (!isForPages(key.scopes) || isForPages(scopes)) return;
  const detail = 'The key is for pages, where everybody can read it, so its only scope is `frontend`.';
  const remedy = `Make another key with \`POST /v1/projects/${key.projectId}/api-keys\`.`;
  throw invalidInput([{ in: 'body', name: '/apiKey/scopes', detail, value: scopes, remedy }]);
}
