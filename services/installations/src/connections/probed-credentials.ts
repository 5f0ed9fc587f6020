import { faultText, type ProviderFault } from '@writ/write-core';
import { invalidInput, type Fault } from '@writ/http-kit';
import type { ConnectionCredentials } from '@writ/installation';
import { probe, type ProviderAdapter } from '@writ/providers';
import type { Deps } from '../deps.ts';
import type { GivenCredentials } from './given-credentials.ts';

/** How long the provider is asked whose account it is, before the connection does without knowing. */
const probeTimeoutMs = 5_000;

/** Credentials, and the address where they are used. */
export type Access = {
  projectId: string;
  provider: string;
  credentials: GivenCredentials['credentials'];
  baseUrl: string | undefined;
};

/** What a provider says to credentials, and the account that they open where it tells that. */
export type Probed =
  | {
      status: 'working' | 'unverified';
      account?: string;
      /** Facts about the account that came with its tokens. */
      tokenFacts?: Readonly<Record<string, string>>;
      /** The credentials with the token that a client has been granted on asking. */
      granted?: ConnectionCredentials;
    }
  | { status: 'refused'; fault: ProviderFault };

/** Asks a provider, or tells what it has told already. */
export type AskProvider = (access: Access) => Promise<Probed>;

/**
 * Asks the provider whether it takes credentials. `unverified`: it could not be asked, or the access token may only have
 * ended and can be refreshed. A worker verifies such a connection as soon as it can.
 */
export async function probed(deps: Deps, access: Access, signal: AbortSignal): Promise<Probed> {
  const { projectId, provider, credentials, baseUrl } = access;
  const { accessToken, refreshToken, clientId } = credentials;
  const adapter = deps.providers.adapterFor(provider);
  if (!adapter) throw new Error(`There is no adapter for the provider ${provider}`);
  if (accessToken === '') return grantedToClient(adapter, access, signal);
  const connection = { provider, accessToken, ...(baseUrl !== undefined && { baseUrl }) };
  const said = await probe(adapter, { connection, signal, timeoutMs: probeTimeoutMs });
  switch (said.kind) {
    case 'identified':
      return { status: 'working', account: said.account };
    case 'untold':
      return { status: 'working' };
    case 'unanswered':
      return { status: 'unverified' };
    case 'refused': {
      const apps = refreshToken === undefined ? [] : await deps.providerApps.list(projectId);
      const canRefresh = clientId !== undefined || apps.some((app) => app.provider === provider);
      return canRefresh ? { status: 'unverified' } : { status: 'refused', fault: said.fault };
    }
  }
}

/** A client is taken where it is granted a token, and opens the account that comes with that. */
async function grantedToClient(
  adapter: Pick<ProviderAdapter, 'refreshToken'>,
  { credentials, baseUrl }: Access,
  signal: AbortSignal,
): Promise<Probed> {
  const { clientId = '', clientSecret = '' } = credentials;
  const request = { clientId, clientSecret, signal, timeoutMs: probeTimeoutMs };
  const said = await adapter.refreshToken({ ...request, ...(baseUrl !== undefined && { baseUrl }) });
  if (said.kind === 'failed') {
    const isLasting = said.dead || !said.fault.retryable;
    return isLasting ? { status: 'refused', fault: said.fault } : { status: 'unverified' };
  }
  const { accessToken, account } = said;
  const granted = { ...credentials, accessToken };
  return { status: 'working', granted, ...(account !== undefined && { account }) };
}

/** @param place where the body has its credentials: a JSON Pointer */
export function credentialsRefused(
  { authScheme }: Pick<GivenCredentials, 'authScheme'>,
  fault: ProviderFault,
  place = '',
): Fault {
  const member = authScheme === 'oauth2AuthorizationCode' ? `${authScheme}/accessToken` : authScheme;
  const name = `${place}/${member}`;
  const detail = `The provider does not take these credentials: ${faultText(fault)}`;
  const remedy = 'Give credentials that work; nothing has been stored.';
  return invalidInput([{ in: 'body', name, detail, remedy }]);
}
