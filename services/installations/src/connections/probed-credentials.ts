import { faultText, type ProviderFault } from '@writ/write-core';
import { invalidInput, type Fault } from '@writ/http-kit';
import { findAppCredentials } from '@writ/installation';
import { probe, type ProviderAdapter, type RefreshRequest } from '@writ/providers';
import { SealedError } from '@writ/tenancy';
import type { Deps } from '../deps.ts';
import type { GivenCredentials } from './given-credentials.ts';

/** How long the provider is asked whose account it is, before the connection does without knowing. */
const probeTimeoutMs = 5_000;
/** The token address has longer: a refresh token that it has taken may be used up, whether its answer arrives or not. */
const refreshTimeoutMs = 15_000;

/** Credentials, and the address where they are used. */
export type Access = {
  projectId: string;
  provider: string;
  credentials: GivenCredentials['credentials'];
  baseUrl: string | undefined;
  /** Stored ones are renewed by who calls with them, in turn: asking leaves their refresh token alone. */
  areStored: boolean;
};

/** What a provider says to credentials, and the account that they open where it tells that. */
export type Probed =
  | {
      status: 'working' | 'unverified';
      account?: string;
      /** Facts about the account that came with its tokens. */
      tokenFacts?: Readonly<Record<string, string>>;
      /** The credentials with the tokens that were granted on asking: what was given may be used up. */
      granted?: Pick<GivenCredentials, 'credentials' | 'expireTime'>;
    }
  | { status: 'refused'; fault: ProviderFault };

/** Asks a provider, or tells what it has told already. */
export type AskProvider = (access: Access) => Promise<Probed>;

/**
 * Asks the provider whether it takes credentials. An access token that it refuses may only have ended: then the refresh
 * token tells. `unverified`: it could not be asked. A worker verifies such a connection as soon as it can.
 */
export async function probed(deps: Deps, access: Access, signal: AbortSignal): Promise<Probed> {
  const { provider, credentials } = access;
  const adapter = deps.providers.adapterFor(provider);
  if (!adapter) throw new Error(`There is no adapter for the provider ${provider}`);
  if (credentials.accessToken === '') return grantedToClient(adapter, access, signal);
  const said = await saidTo(adapter, access, signal);
  return said.status === 'refused' ? refreshed(deps, adapter, access, said) : said;
}

/** What the provider says to an access token. */
async function saidTo(
  adapter: Pick<ProviderAdapter, 'identify'>,
  { provider, credentials: { accessToken }, baseUrl }: Access,
  signal: AbortSignal,
): Promise<Probed> {
  const connection = { provider, accessToken, ...(baseUrl !== undefined && { baseUrl }) };
  const said = await probe(adapter, { connection, signal, timeoutMs: probeTimeoutMs });
  switch (said.kind) {
    case 'identified':
      return { status: 'working', account: said.account };
    case 'untold':
      return { status: 'working' };
    case 'unanswered':
      return { status: 'unverified' };
    case 'refused':
      return { status: 'refused', fault: said.fault };
  }
}

/** What comes of the refresh token beside an access token that is refused; without one it stays refused. */
async function refreshed(
  { database, secrets }: Deps,
  adapter: Pick<ProviderAdapter, 'identify' | 'refreshToken'>,
  access: Access,
  refused: Probed,
): Promise<Probed> {
  const { refreshToken } = access.credentials;
  if (access.areStored || refreshToken === undefined) return refused;
  const app = await findAppCredentials(database.pool, secrets, access).catch(unlessSealed);
  // With an app that no key opens nobody can be asked yet.
  if (app === 'sealed') return { status: 'unverified' };
  if (!app) return refused;
  const { clientId, clientSecret } = app;
  // Nobody may break it off: the refresh token may be used up once it was sent.
  const { signal } = new AbortController();
  const request = { clientId, clientSecret, refreshToken, signal, timeoutMs: refreshTimeoutMs };
  return grantedAndAsked(adapter, access, request);
}

function unlessSealed(error: unknown): 'sealed' {
  if (error instanceof SealedError) return 'sealed';
  throw error;
}

/** What comes of an own client of the account: whether it is granted a token, and what that opens. */
function grantedToClient(
  adapter: Pick<ProviderAdapter, 'identify' | 'refreshToken'>,
  access: Access,
  signal: AbortSignal,
): Promise<Probed> {
  const { clientId = '', clientSecret = '' } = access.credentials;
  return grantedAndAsked(adapter, access, { clientId, clientSecret, signal, timeoutMs: probeTimeoutMs });
}

/**
 * What the token address says, then what the account says to the granted token, unless the grant names the account and all
 * accounts have one address: a token can be granted elsewhere than where the account is called.
 */
async function grantedAndAsked(
  adapter: Pick<ProviderAdapter, 'identify' | 'refreshToken'>,
  access: Access,
  request: RefreshRequest,
): Promise<Probed> {
  const said = await grantedOn(adapter, access, request);
  const isKnown = said.status !== 'refused' && said.account !== undefined && access.baseUrl === undefined;
  if (said.status !== 'working' || isKnown || !said.granted) return said;
  const { credentials } = said.granted;
  const asked = await saidTo(adapter, { ...access, credentials }, request.signal);
  return asked.status === 'refused' ? asked : { ...said, ...asked };
}

/** What the token address says, with the credentials as they are when it grants a token. */
async function grantedOn(
  adapter: Pick<ProviderAdapter, 'refreshToken'>,
  { credentials, baseUrl }: Access,
  request: RefreshRequest,
): Promise<Probed> {
  const beganAtMs = Date.now();
  const said = await adapter.refreshToken({ ...request, ...(baseUrl !== undefined && { baseUrl }) });
  if (said.kind === 'failed') {
    const isLasting = said.dead || !said.fault.retryable || said.fault.movedAway === true;
    return isLasting ? { status: 'refused', fault: said.fault } : { status: 'unverified' };
  }
  const { accessToken, refreshToken = credentials.refreshToken, expiresInMs, account } = said;
  const granted = {
    credentials: { ...credentials, accessToken, ...(refreshToken !== undefined && { refreshToken }) },
    expireTime: expiresInMs === undefined ? null : new Date(beganAtMs + expiresInMs),
  };
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
  const remedy =
    fault.movedAway === true
      ? "Give the account's present address with them; nothing has been stored."
      : 'Give credentials that work; nothing has been stored.';
  return invalidInput([{ in: 'body', name, detail, remedy }]);
}
