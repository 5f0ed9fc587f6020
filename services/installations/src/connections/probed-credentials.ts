import { faultText, type ProviderFault } from '@writ/write-core';
import { invalidInput, type Fault } from '@writ/problems';
import { findAppCredentials } from '@writ/installation';
import { probe, type ProviderAdapter, type RefreshRequest } from '@writ/providers';
import { SealedError } from '@writ/tenancy';
import type { Deps } from '../deps.ts';
import type { GivenCredentials } from './given-credentials.ts';

/** The connection then does without the account's name. */
const probeTimeoutMs = 5_000;
/** Longer for the token address: a lost answer may have used up the refresh token. */
const refreshTimeoutMs = 15_000;

export type Access = {
  projectId: string;
  provider: string;
  credentials: GivenCredentials['credentials'];
  baseUrl: string | undefined;
  /** Calls renew stored ones in turn: probing spares their refresh token. */
  areStored: boolean;
};

export type Probed =
  | {
      status: 'working' | 'unverified';
      account?: string;
      /** Came with the account's tokens. */
      tokenFacts?: Readonly<Record<string, string>>;
      /** Newly granted: the given credentials may be used up. */
      granted?: Pick<GivenCredentials, 'credentials' | 'expireTime'>;
    }
  | { status: 'refused'; fault: ProviderFault };

/** Asks a provider, or repeats its answer. */
export type AskProvider = (access: Access) => Promise<Probed>;

/**
 * A refused access token may only have expired, so the refresh token is tried. `unverified`: the provider could not
 * be asked; a worker asks later.
 */
export async function probed(deps: Deps, access: Access, signal: AbortSignal): Promise<Probed> {
  const adapter = deps.providers.adapterFor(access.provider);
  if (!adapter) throw new Error(`There is no adapter for the provider ${access.provider}`);
  const { accessToken, clientId = '', clientSecret = '' } = access.credentials;
  if (accessToken === '')
    return grantedAndAsked(adapter, access, { clientId, clientSecret, signal, timeoutMs: probeTimeoutMs });
  const said = await saidTo(adapter, access, signal);
  return said.status === 'refused' ? refreshed(deps, adapter, access, said) : said;
}

async function saidTo(
  adapter: Pick<ProviderAdapter, 'identify'>,
  { provider, credentials: { accessToken }, baseUrl }: Access,
  signal: AbortSignal,
): Promise<Probed> {
  const connection = { provider, accessToken, ...(baseUrl !== undefined && { baseUrl }) };
  const said = await probe(adapter, { connection, signal, timeoutMs: probeTimeoutMs });
  if (said.kind === 'refused') return { status: 'refused', fault: said.fault };
  if (said.kind === 'unanswered') return { status: 'unverified' };
  return { status: 'working', ...(said.kind === 'identified' && { account: said.account }) };
}

/** Without a refresh token a refused access token stays refused. */
async function refreshed(
  { database, secrets }: Deps,
  adapter: Pick<ProviderAdapter, 'identify' | 'refreshToken'>,
  access: Access,
  refused: Probed,
): Promise<Probed> {
  const { refreshToken } = access.credentials;
  if (access.areStored || refreshToken === undefined) return refused;
  const app = await findAppCredentials(database.pool, secrets, access).catch(unlessSealed);
  // No key opens the app's secret.
  if (app === 'sealed') return { status: 'unverified' };
  if (!app) return refused;
  const { clientId, clientSecret } = app;
  // Never abort: a refresh token may be used up once it is sent.
  const { signal } = new AbortController();
  const request = { clientId, clientSecret, refreshToken, signal, timeoutMs: refreshTimeoutMs };
  return grantedAndAsked(adapter, access, request);
}

function unlessSealed(error: unknown): 'sealed' {
  if (error instanceof SealedError) return 'sealed';
  throw error;
}

/** Asks with the granted token, unless the grant names the account and all accounts share one address. */
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

/** @param place JSON Pointer of the credentials in the body */
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
      ? "Give the account's current address with them; nothing has been stored."
      : 'Give credentials that work; nothing has been stored.';
  return invalidInput([{ in: 'body', name, detail, remedy }]);
}
