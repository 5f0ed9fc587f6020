import { holdsScope, type Actor } from '@writ/contracts';
import { Fault } from '@writ/problems';
import { findAppCredentials, findConnection, type Connection, type TakenConnect } from '@writ/installation';
import type { GrantedTokens, ProviderAdapter } from '@writ/providers';
import { told, unlessSealed } from '@writ/service-parts';
import { scopesNow } from '@writ/tenancy';
import { generateConnection } from '../connections/generate-connection.ts';
import { probed, type AskProvider } from '../connections/probed-credentials.ts';
import { updateConnection } from '../connections/update-connection.ts';
import type { Deps } from '../deps.ts';
import { redirectUriOf } from './begin-connect.ts';
import { failed, notGranted, refusedBy, senderRefused } from './connect-refusals.ts';

export type BroughtBack = { code?: string; error?: string };

/** Either may connect customers. */
const connectScopes = ['installations:manage', 'frontend'] as const;

const exchangeLimitMs = 15_000;

/**
 * Makes a connection from a provider's redirect, or gives its tokens to the connection that the authorization was
 * for. Continues if the person leaves: the code works once.
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
  // The account came with the tokens; otherwise the provider is asked.
  const ask: AskProvider = async (access) => ({
    ...(granted.account === undefined
      ? await probed(deps, access, signal)
      : { status: 'working', account: granted.account }),
    ...(tokenFacts && { tokenFacts }),
  });
  await assertSameAccount(deps, taken, granted.account);
  return inWordsForPeople(() => store(deps, { taken, by, granted, tokenFacts }, ask));
}

/** The sender's credential may have been revoked or narrowed since. */
async function assertSenderMayConnect(
  { database }: Deps,
  { projectId, begunBy }: TakenConnect,
): Promise<void> {
  const scopes = await scopesNow(database.prisma, projectId, begunBy);
  if (!scopes || !connectScopes.some((scope) => holdsScope(scopes, scope))) throw senderRefused();
}

/** Checked again on storing; here the refusal has words for the person. */
async function assertSameAccount(
  { database }: Deps,
  { projectId, connectionId }: TakenConnect,
  account: string | undefined,
): Promise<void> {
  if (connectionId === null || account === undefined) return;
  const renewed = await findConnection(database.prisma, { projectId, id: connectionId });
  // The connection's id stands for an unknown account.
  if (!renewed || [renewed.id, account].includes(renewed.account)) return;
  throw failed(
    `You let the app into the account ${account}, and this connection is for the account ${renewed.account}.`,
    'Close this window, connect again and choose that account.',
  );
}

async function secretsOf(
  { database, secrets }: Deps,
  { projectId, provider, providerAppId, codeVerifier }: TakenConnect,
  displayName: string,
): Promise<
  Pick<Parameters<ProviderAdapter['exchangeCode']>[0], 'clientId' | 'clientSecret' | 'codeVerifier'>
> {
  return unlessSealed({ what: 'A secret of the app', orElse: 'connect again later' }, async () => {
    const app = await findAppCredentials(database.pool, secrets, { projectId, provider });
    if (app?.id !== providerAppId) {
      const remedy = 'Close this window, and connect again when the app has been set up.';
      throw failed(`The app that asked for access to ${displayName} was removed meanwhile.`, remedy);
    }
    const { clientId, clientSecret } = app;
    return { clientId, clientSecret, codeVerifier: await codeVerifier() };
  });
}

type Storing = {
  taken: TakenConnect;
  by: Actor;
  granted: GrantedTokens;
  /** Came with the account's tokens. */
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
    const key = { projectId, id: connectionId };
    return updateConnection(deps, { key, by, grantedHere: true }, { updateMask, connection }, ask);
  }
  const { groupName, consumerRef, consumerName, providerWorkspaceRef } = taken;
  const body = {
    provider,
    groupRef,
    ...told({ groupName, consumerRef, consumerName, providerWorkspaceRef }),
    providerMetadata: { ...taken.providerMetadata, ...tokenFacts },
    oauth2AuthorizationCode,
  };
  return generateConnection(deps, { projectId, by, grantedHere: true }, body, ask);
}

/** Drops places in the body: the person sent none. */
async function inWordsForPeople<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.kind === 'not-found') throw failed('The connection to renew has been removed.');
    const [{ detail, remedy }] = error.issues;
    throw failed(detail, remedy);
  }
}
