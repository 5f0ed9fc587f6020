import {
  hiddenText,
  inputValidationProblemSchema,
  isJsonObject,
  listQuerySchema,
  providerAppListSchema,
  providerAppPatchSchema,
  providerAppRequestSchema,
  providerAppSchema,
} from '@writ/contracts';
import { endpoint, Fault, hidesNothing, linkedPages, noContent, ok, type IssueInput } from '@writ/http-kit';
import { toldBy } from '../../answers.ts';
import { providerRule } from '../../connections/connection-rule.ts';
import type { Deps } from '../../deps.ts';
import { maskedMembers, maskedMembersRule } from '../../masked-members.ts';
import { providerAppNotFound } from '../../not-found.ts';

const pages = linkedPages('provider-apps');

export const getProviderApps = ({ providerApps }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/provider-apps',
    summary: 'List the provider apps of a project',
    access: { scope: 'installations:read' },
    query: listQuerySchema,
    rules: pages.rule,
    answers: { 200: providerAppListSchema },
    docs: pages.docs,
    handle: (asked) =>
      pages.answer(
        asked,
        (span) => providerApps.list(asked.project.id, span),
        (apps) => apps.map((app) => toldBy(providerAppSchema, app)),
      ),
  });

export const postProviderApp = ({ providerApps, providers }: Deps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/provider-apps',
    summary: 'Add the app that a project has at a provider',
    access: { scope: 'installations:manage' },
    body: providerAppRequestSchema,
    rules: ({ body }) => [
      ...providerRule(providers, body),
      ...scopesRule(providers, body),
      ...hidesNothing('clientSecret')(body),
    ],
    answers: { 200: providerAppSchema, 409: inputValidationProblemSchema },
    docs: { refusals: ['already-exists'] },
    handle: async ({ project, body: { scopes = [], ...app }, by }) => {
      const inserted = await providerApps.insert({ ...app, scopes, projectId: project.id }, by);
      if (inserted !== 'name-taken') return ok(toldBy(providerAppSchema, inserted));
      const detail = `The project already has an app at \`${app.provider}\`.`;
      const issue = { in: 'body', name: '/provider', detail, value: app.provider } as const;
      throw new Fault('already-exists', [issue], { remedy: 'Change the existing one.' });
    },
  });

/** An app that could ask no customer for anything is refused here, not when the first customer connects. */
function scopesRule({ all }: Deps['providers'], body: unknown): readonly IssueInput[] {
  const { provider, scopes = [] } = isJsonObject(body) ? body : {};
  const named = all.find(({ declaration }) => declaration.name === provider);
  if (!named?.access.oauth.explicitScopesRequired || !Array.isArray(scopes) || scopes.length > 0) return [];
  const detail = `${named.declaration.displayName} asks a customer for the scopes that an app names: name at least one.`;
  const remedy = `Give the scopes that the app has at ${named.declaration.displayName}, such as \`"scopes":["…"]\`.`;
  return [{ in: 'body', name: '/scopes', detail, remedy }];
}

export const patchProviderApp = ({ providerApps }: Deps) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/provider-apps/:providerAppId',
    summary: 'Change a provider app',
    access: { scope: 'installations:manage' },
    body: providerAppPatchSchema,
    rules: maskedMembersRule('providerApp', providerAppPatchSchema.properties.updateMask.items.enum),
    answers: { 200: providerAppSchema },
    handle: async ({ project, params: { providerAppId: id }, body, by }) => {
      const staysHidden = body.providerApp.clientSecret === hiddenText;
      const mask = body.updateMask.filter((name) => name !== 'clientSecret' || !staysHidden);
      const changes = maskedMembers(mask, body.providerApp);
      const changed = await providerApps.change(project.id, id, changes, by);
      if (changed) return ok(toldBy(providerAppSchema, changed));
      throw providerAppNotFound(id);
    },
  });

/** Access tokens stay valid until they end. To renew them again, the project needs a provider app. */
export const deleteProviderApp = ({ providerApps }: Deps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/provider-apps/:providerAppId',
    summary: 'Remove a provider app',
    access: { scope: 'installations:manage' },
    answers: { 204: null },
    handle: async ({ project, params: { providerAppId }, by }) => {
      if (await providerApps.remove(project.id, providerAppId, by)) return noContent();
      throw providerAppNotFound(providerAppId);
    },
  });
