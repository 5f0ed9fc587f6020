import { invalidInput, notFound, type IssueInput } from '@writ/problems';
import { insertOauthConnect, type OauthConnect, type ProviderApp } from '@writ/installation';
import type { ProviderAdapter } from '@writ/providers';
import { noProvider } from '../connections/connection-rule.ts';
import { statedAddress } from '../connections/instance-address.ts';
import type { Deps } from '../deps.ts';

export type Connecting = Omit<OauthConnect, 'providerAppId' | 'baseUrl'> & { providerAppId?: string };

type Place = Pick<IssueInput, 'in' | 'name'>;

/**
 * Stores an authorization for some minutes, and returns the address of the provider's page.
 * @throws Fault if the project has no suitable app at the provider
 */
export async function beginConnect(deps: Deps, connecting: Connecting, place: Place): Promise<string> {
  const { projectId, provider, providerAppId } = connecting;
  const adapter = deps.providers.adapterFor(provider);
  if (adapter === undefined) throw invalidInput([noProvider]);
  const apps = await deps.providerApps.list(projectId);
  if (providerAppId !== undefined && !apps.some(({ id }) => id === providerAppId)) {
    throw notFound('body', '/providerAppId', providerAppId, 'The project has no provider app with this id.');
  }
  const app = askingApp(adapter, connecting, apps, place);
  const baseUrl = baseUrlOf(deps, connecting);
  const connect = { ...connecting, providerAppId: app.id, baseUrl: baseUrl ?? null };
  const { state, codeChallenge } = await insertOauthConnect(
    deps.database.prisma,
    deps.secrets,
    connect,
    deps.config.ADMIN_TOKEN,
  );
  return adapter.authorizationAddress({
    clientId: app.clientId,
    scopes: app.scopes,
    redirectUri: redirectUriOf(deps),
    state,
    codeChallenge,
    ...(baseUrl !== undefined && { baseUrl }),
  });
}

/** Builders register it with their app. */
export const redirectUriOf = ({ managementUrl }: Pick<Deps, 'managementUrl'>): string =>
  `${managementUrl}/oauth/callback`;

/** @throws Fault with the request that fixes it */
function askingApp(
  { declaration, access }: ProviderAdapter,
  { projectId, provider, providerAppId }: Connecting,
  apps: readonly ProviderApp[],
  place: Place,
): ProviderApp {
  const { displayName } = declaration;
  const path = `/v1/projects/${projectId}/provider-apps`;
  const app = apps.find((one) => one.provider === provider);
  if (app === undefined) {
    const detail = `The project has no app at ${displayName}, which customers could authorize.`;
    const body = `{"provider":"${provider}","clientId":"…","clientSecret":"…","scopes":["…"]}`;
    throw invalidInput([{ ...place, detail, remedy: `Add it with \`POST ${path}\`, such as \`${body}\`.` }]);
  }
  if (providerAppId !== undefined && app.id !== providerAppId) {
    const detail = `This app is at another provider than ${displayName}.`;
    throw invalidInput([{ in: 'body', name: '/providerAppId', detail, value: providerAppId }]);
  }
  if (app.scopes.length === 0 && access.oauth.explicitScopesRequired) {
    const detail = `${displayName} needs scopes in the consent request, and the project's app names none.`;
    const body = '{"updateMask":["scopes"],"providerApp":{"scopes":["…"]}}';
    const remedy = `Name them with \`PATCH ${path}/${app.id}\`, such as \`${body}\`.`;
    throw invalidInput([{ ...place, detail, remedy }]);
  }
  return app;
}

/** Undefined if it is unknown before the person signs in. */
function baseUrlOf(
  { accountAddresses }: Deps,
  { provider, providerWorkspaceRef, providerMetadata }: Connecting,
): string | undefined {
  const instanceUrl = providerMetadata?.['instanceUrl'];
  const workspaceRef = providerWorkspaceRef ?? undefined;
  if (instanceUrl === undefined && workspaceRef === undefined) return undefined;
  return statedAddress(accountAddresses, provider, { instanceUrl, workspaceRef });
}
