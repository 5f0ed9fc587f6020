import { holdsScope, type Actor } from '@writ/contracts';
import { Fault, Refusal } from '@writ/http-kit';
import { findAppCredentials, findConnection, type Connection, type TakenConnect } from '@writ/installation';
import type { GrantedTokens, ProviderAdapter } from '@writ/providers';
import { scopesNow, SealedError } from '@writ/tenancy';
import { generateConnection } from '../connections/generate-connection.ts';
import { probed, type AskProvider } from '../connections/probed-credentials.ts';
import { updateConnection } from '../connections/update-connection.ts';
import type { Deps } from '../deps.ts';
import { redirectUriOf } from './begin-connect.ts';
import { failed, notGranted, refusedBy, senderRefused } from './connect-refusals.ts';

/** What a provider sent a browser back with. */
export type BroughtBack = { code?: string; error?: string };

/** With either of them customers may be connected. */
const connectScopes = ['installations:manage', 'frontend'] as const;

/** The provider has to answer by then. */
const exchangeLimitMs = 15_000;

/**
 * Makes a connection of what somebody brought back from a provider's page, or gives the tokens to the one that it was begun
 * for. It goes on when they leave: the code is for one use.
 * @throws Refusal in words for the person
 */
export async function finishConnect(
  deps: Deps,
  { taken, by }: { taken: TakenConnect; by: Actor },
  { code, error }: BroughtBack,
): Promise<Connection> {
  const adapter = deps.providers.adapterFor(taken.provider);
  if (adapter === undefined) throw new Error(`There is no adapter for the provider ${taken.provider}`);
  const { displayName } = adapter.declaration;
  await assertSenderMayConnect(deps, taken);
  if (error !== undefined || code === undefined) throw refusedBy(displayName, error);
  const { signal } = new AbortController();
  const granted = await adapter.exchangeCode({
    ...(await secretsOf(deps, taken, displayName)),
    code,
    redirectUri: redirectUriOf(deps),
    ...(taken.baseUrl !== null && { baseUrl: taken.baseUrl }),
    signal,
    timeoutMs: exchangeLimitMs,
  });
  if (granted.kind === 'failed') throw notGranted(displayName, granted);
  const tokenFacts =
    granted.baseUrl !== undefined && taken.provider in deps.accountAddresses
      ? { instanceUrl: granted.baseUrl }
      : undefined;
  // Whose account it is the provider has told with the tokens; where it has not, it is asked.
  const ask: AskProvider = async (access) => ({
    ...(granted.account === undefined
      ? await probed(deps, access, signal)
      : { status: 'working', account: granted.account }),
    ...(tokenFacts && { tokenFacts }),
  });
  await assertSameAccount(deps, taken, granted.account);
  return inWordsForPeople(() => store(deps, { taken, by, granted, tokenFacts }, ask));
}

/** Who sent the person there may have lost their credential, or what it allowed, since. */
async function assertSenderMayConnect(
  { database }: Deps,
  { projectId, begunBy }: TakenConnect,
): Promise<void> {
  const scopes = await scopesNow(database.prisma, projectId, begunBy);
  if (!scopes || !connectScopes.some((scope) => holdsScope(scopes, scope))) throw senderRefused();
}

/** Looked at once more when the tokens are stored; here it is told in words for the person. */
async function assertSameAccount(
  { database }: Deps,
  { projectId, connectionId }: TakenConnect,
  account: string | undefined,
): Promise<void> {
  if (connectionId === null || account === undefined) return;
  const renewed = await findConnection(database.prisma, { projectId, id: connectionId });
  // The connection's own id stands for an account that nobody has told yet.
  if (!renewed || [renewed.id, account].includes(renewed.account)) return;
  throw failed(
    `You let the app into the account ${account}, and this connection is for the account ${renewed.account}.`,
    'Close this window, connect again and choose that account.',
  );
}

/** What the project's app and this authorization prove themselves with. */
async function secretsOf(
  { database, secrets }: Deps,
  { projectId, provider, providerAppId, codeVerifier }: TakenConnect,
  displayName: string,
): Promise<
  Pick<Parameters<ProviderAdapter['exchangeCode']>[0], 'clientId' | 'clientSecret' | 'codeVerifier'>
> {
  try {
    const app = await findAppCredentials(database.pool, secrets, { projectId, provider });
    if (app?.id !== providerAppId) {
      const remedy = 'Close this window, and connect again when the app has been set up.';
      throw failed(`The app that asked for access to ${displayName} was removed meanwhile.`, remedy);
    }
    const { clientId, clientSecret } = app;
    return { clientId, clientSecret, codeVerifier: await codeVerifier() };
  } catch (error) {
    if (!(error instanceof SealedError)) throw error;
    throw new Refusal('unavailable', {
      detail: 'A secret that is needed for this cannot be opened with the keys of this service.',
      remedy: 'Ask those who run the service to give its encryption key back, then connect again.',
    });
  }
}

type Storing = {
  taken: TakenConnect;
  by: Actor;
  granted: GrantedTokens;
  /** What the provider told of the account with its tokens. */
  tokenFacts: Readonly<Record<string, string>> | undefined;
};

function store(
  deps: Deps,
  { taken, by, granted, tokenFacts }: Storing,
  ask: AskProvider,
): Promise<Connection> {
  const { accessToken, refreshToken, expiresInMs } = granted;
  const { projectId, provider, connectionId, groupRef } = taken;
  const oauth2AuthorizationCode = {
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(expiresInMs !== undefined && {
      expiresAt: new Date(taken.takenAt.getTime() + expiresInMs).toISOString(),
    }),
  };
  if (connectionId !== null) {
    const updateMask = [
      'oauth2AuthorizationCode',
      ...Object.keys(tokenFacts ?? {}).map((name) => `providerMetadata.${name}`),
    ];
    const connection = { oauth2AuthorizationCode, ...(tokenFacts && { providerMetadata: tokenFacts }) };
    return updateConnection(
      deps,
      { key: { projectId, id: connectionId }, by },
      { updateMask, connection },
      ask,
    );
  }
  const { groupName, consumerRef, consumerName, providerWorkspaceRef, providerMetadata } = taken;
  return generateConnection(
    deps,
    { projectId, by },
    {
      provider,
      groupRef,
      ...(groupName !== null && { groupName }),
      ...(consumerRef !== null && { consumerRef }),
      ...(consumerName !== null && { consumerName }),
      ...(providerWorkspaceRef !== null && { providerWorkspaceRef }),
      providerMetadata: { ...providerMetadata, ...tokenFacts },
      oauth2AuthorizationCode,
    },
    ask,
  );
}

/** The same refusal without the place in a body that nobody has sent. */
async function inWordsForPeople<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.kind === 'not-found')
      throw failed('The connection that this was for has been removed meanwhile.');
    const [{ detail, remedy }] = error.issues;
    throw failed(detail, remedy);
  }
}
