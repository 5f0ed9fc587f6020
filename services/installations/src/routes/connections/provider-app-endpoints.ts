import {
  hiddenText,
  providerAppListSchema,
  providerAppPatchSchema,
  providerAppRequestSchema,
  providerAppSchema,
} from '@writ/contracts';
import { hidesNothing, type Endpoint } from '@writ/http';
import type { IssueInput } from '@writ/problems';
import type { ProviderApp } from '@writ/installation';
import { resource, toldBy } from '@writ/service-parts';
import { providerRule } from '../../connections/connection-rule.ts';
import type { Deps } from '../../deps.ts';
import { maskedMembers, maskRule } from '../../masked-members.ts';

/** Access tokens outlive a deleted app, but need another one for renewal. */
export function providerAppEndpoints({ providerApps, providers }: Deps): readonly Endpoint[] {
  const apps = resource({
    path: '/projects/:projectIdOrName/provider-apps',
    id: 'providerAppId',
    missing: 'The project has no provider app with this id.',
    scopes: { read: 'installations:read', manage: 'installations:manage' },
    schema: providerAppSchema,
    answer: (app: ProviderApp) => toldBy(providerAppSchema, app),
  });
  return [
    apps.list({
      summary: 'List the provider apps of a project',
      schema: providerAppListSchema,
      read: ({ project }, span) => providerApps.list(project.id, span),
    }),
    apps.create({
      summary: 'Add a provider app',
      status: 200,
      body: providerAppRequestSchema,
      rules: ({ body }) => [
        ...providerRule(providers, body),
        ...scopesRule(providers, body),
        ...hidesNothing('clientSecret')(body),
      ],
      taken: {
        kind: 'already-exists',
        at: '/provider',
        detail: (provider) => `The project already has an app at \`${provider}\`.`,
        remedy: 'Change the existing one.',
      },
      insert: ({ project, body: { scopes = [], ...app }, by }) =>
        providerApps.insert({ ...app, scopes, projectId: project.id }, by),
    }),
    apps.patch({
      summary: 'Change a provider app',
      body: providerAppPatchSchema,
      rules: maskRule(providerAppPatchSchema, 'providerApp'),
      change: ({ project, params, body: { updateMask, providerApp }, by }) => {
        const staysHidden = providerApp.clientSecret === hiddenText;
        const mask = updateMask.filter((name) => name !== 'clientSecret' || !staysHidden);
        return providerApps.change(project.id, params.providerAppId, maskedMembers(mask, providerApp), by);
      },
    }),
    apps.remove({
      summary: 'Remove a provider app',
      remove: ({ project, params, by }) => providerApps.remove(project.id, params.providerAppId, by),
    }),
  ];
}

type Sent = { provider?: string | undefined; scopes?: readonly unknown[] | undefined };

/** If the provider needs scopes, refuses an app without them before the first customer connects. */
function scopesRule({ all }: Deps['providers'], { provider, scopes = [] }: Sent): readonly IssueInput[] {
  const named = all.find(({ declaration }) => declaration.name === provider);
  if (!named?.access.oauth.explicitScopesRequired || scopes.length > 0) return [];
  const { displayName } = named.declaration;
  const detail = `${displayName} asks a customer for the scopes that an app names: name at least one.`;
  const remedy = `Give the scopes that the app has at ${displayName}, such as \`"scopes":["…"]\`.`;
  return [{ in: 'body', name: '/scopes', detail, remedy }];
}
