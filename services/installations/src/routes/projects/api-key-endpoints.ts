import {
  apiKeyListQuerySchema,
  apiKeyListSchema,
  apiKeyPatchSchema,
  apiKeyRequestSchema,
  apiKeySchema,
  newApiKeySchema,
  type Scope,
} from '@writ/contracts';
import { created, endpoint, invalidInput, linkedPages, noContent, ok } from '@writ/http-kit';
import { unlessLost } from '@writ/service-parts';
import { isForPages, type ApiKey } from '@writ/tenancy';
import { toldBy } from '../../answers.ts';
import type { Deps } from '../../deps.ts';
import { maskedMembers, maskedMembersRule } from '../../masked-members.ts';
import { apiKeyNotFound } from '../../not-found.ts';

const pages = linkedPages('api-keys');

export const getApiKeys = ({ apiKeys }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/api-keys',
    summary: 'List the API keys of a project',
    access: { scope: 'full' },
    query: apiKeyListQuerySchema,
    rules: pages.rule,
    answers: { 200: apiKeyListSchema },
    docs: pages.docs,
    handle: (asked) =>
      pages.answer(
        asked,
        (span, filter) => apiKeys.list({ ...filter, projectId: asked.project.id }, span),
        (keys) => keys.map((key) => toldBy(apiKeySchema, key)),
      ),
  });

/** Needs `full`: a key that made another could else get what it may not do itself. */
export const postApiKey = ({ apiKeys, projects }: Deps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/api-keys',
    summary: 'Create an API key',
    access: { scope: 'full' },
    body: apiKeyRequestSchema,
    answers: { 201: newApiKeySchema },
    handle: async ({ project, body: { label, scopes = ['full' as const] }, by }) => {
      await assertForPages(projects, project.id, { scopes, at: '/scopes' });
      const inserting = apiKeys.insert({ projectId: project.id, label, scopes }, by);
      const list = `GET /v1/projects/${project.id}/api-keys`;
      const remedy = `Look for its label in \`${list}\`, and delete it where it is there, before you make another one.`;
      return created(toldBy(newApiKeySchema, await unlessLost(inserting, { remedy })));
    },
  });

/** Who holds a key alone may revoke it; logs and answers have it hidden. */
const byIdOrKey = {
  type: 'object',
  properties: { apiKeyId: { type: 'string', description: 'Id of the key, or the key itself.' } },
} as const;

export const patchApiKey = ({ apiKeys, projects }: Deps) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/api-keys/:apiKeyId',
    summary: 'Change an API key',
    access: { scope: 'full' },
    params: byIdOrKey,
    body: apiKeyPatchSchema,
    rules: maskedMembersRule('apiKey', apiKeyPatchSchema.properties.updateMask.items.enum),
    answers: { 200: apiKeySchema },
    handle: async ({ project, params: { apiKeyId: id }, body, by }) => {
      const changes = maskedMembers(body.updateMask, body.apiKey);
      const key = await apiKeys.find(project.id, id);
      if (key) assertFitting(key, changes.scopes);
      if (key && changes.scopes)
        await assertForPages(projects, project.id, { scopes: changes.scopes, at: '/apiKey/scopes' });
      const changed = await apiKeys.change(project.id, id, changes, by);
      if (changed) return ok(toldBy(apiKeySchema, changed));
      throw apiKeyNotFound(id);
    },
  });

/** A key for pages would be refused wherever it is used. @throws Fault where the project accepts none */
async function assertForPages(
  projects: Deps['projects'],
  projectId: string,
  { scopes, at }: { scopes: readonly Scope[]; at: string },
): Promise<void> {
  if (!scopes.includes('frontend') || (await projects.find(projectId))?.pageKeys !== false) return;
  const detail = 'The project accepts no keys of pages, so no key gets the scope `frontend`.';
  const remedy = `Register a key with \`POST /v1/projects/${projectId}/jwt-keys\`, and give pages tokens with the claim \`groupRef\`. Or switch keys of pages on: \`PATCH /v1/projects/${projectId}\` with \`pageKeys\`.`;
  throw invalidInput([{ in: 'body', name: at, detail, value: scopes, remedy }]);
}

/** Who finds a key in a page reads in its prefix that it may be there, and that has to stay true. @throws Fault */
function assertFitting(key: ApiKey, scopes: ApiKey['scopes'] = key.scopes): void {
  if (!isForPages(key.scopes) || isForPages(scopes)) return;
  const detail =
    'The key is for pages alone, where everybody can read it, and gets no other scope than `frontend`.';
  const remedy = `Make another key with \`POST /v1/projects/${key.projectId}/api-keys\`.`;
  throw invalidInput([{ in: 'body', name: '/apiKey/scopes', detail, value: scopes, remedy }]);
}

export const deleteApiKey = ({ apiKeys }: Deps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/api-keys/:apiKeyId',
    summary: 'Delete an API key',
    access: { scope: 'full' },
    params: byIdOrKey,
    answers: { 204: null },
    handle: async ({ project, params: { apiKeyId }, by }) => {
      if (await apiKeys.remove(project.id, apiKeyId, by)) return noContent();
      throw apiKeyNotFound(apiKeyId);
    },
  });
