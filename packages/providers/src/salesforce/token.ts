import { callableAddress, type AccountAddresses } from '../account-addresses.ts';
import type { GrantedTokens, GrantFailed, RefreshRequest, Revoked } from '../adapter.ts';
import { textOf } from '../transport/json.ts';
import { tokenReader } from '../token-grant.ts';
import { byError, later, type Verdict } from '../verdict.ts';
import { salesforceDeclaration } from './declaration.ts';
import { readFaults } from './failures/failures.ts';
import { authorizePath, isSalesforces, tokenPath } from './paths.ts';

/** A My Domain, also of a sandbox (`acme--dev.sandbox.my.salesforce.com`). */
const myDomain = /^https:\/\/[a-z0-9.-]+\.my\.salesforce\.(?:com|mil)\/?$/i;

/**
 * An account refreshes tokens at its My Domain: a sandbox does not know the usual login address, and an org
 * can forbid it (Providers §1.6). Other addresses get no secrets: for those, and for a stand-in, the
 * configured login address counts.
 */
export function tokenUrlOf(baseUrl: string | undefined, loginUrl: string): string {
  return hostOf(baseUrl, loginUrl) + tokenPath;
}

const hostOf = (baseUrl: string | undefined, loginUrl: string): string =>
  baseUrl !== undefined && isSalesforces(loginUrl) && myDomain.test(baseUrl)
    ? new URL(baseUrl).origin
    : loginUrl;

/**
 * Sends a token request to the account's address. If a renamed org's old My Domain only redirects, asks the
 * login address, which finds the org by its refresh token; its refusals are ignored, since it does not know
 * every org.
 */
export async function askedWhereFound<Done extends GrantedTokens | Revoked>(
  askAt: (tokenUrl: string) => Promise<Done | GrantFailed>,
  { baseUrl, refreshToken }: Pick<RefreshRequest, 'baseUrl' | 'refreshToken'>,
  loginUrl: string,
): Promise<Done | GrantFailed> {
  const [own, usual] = [tokenUrlOf(baseUrl, loginUrl), tokenUrlOf(undefined, loginUrl)];
  const asked = await askAt(own);
  if (asked.kind !== 'failed' || asked.fault.movedAway !== true) return asked;
  if (refreshToken === undefined || own === usual) return asked;
  const found = await askAt(usual);
  return found.kind === 'failed' ? asked : found;
}

/**
 * Adds the address that Salesforce returned, if calls may go there. A My Domain is never replaced by another
 * address: the next refresh has to go there.
 */
export function atHome(
  granted: GrantedTokens | GrantFailed,
  before: string | undefined,
  addresses: AccountAddresses,
): GrantedTokens | GrantFailed {
  if (granted.kind === 'failed') return granted;
  const { baseUrl: told = '', ...tokens } = granted;
  const baseUrl = callableAddress(told, addresses);
  if (baseUrl === undefined) return tokens;
  const wouldLeave = before !== undefined && myDomain.test(before) && !myDomain.test(baseUrl);
  return wouldLeave ? tokens : { ...tokens, baseUrl };
}

export function authorizationUrlsOf(
  baseUrl: string | undefined,
  { loginUrl, authorizeUrl }: { loginUrl: string; authorizeUrl?: string | undefined },
): { page: string; tokenUrl: string } {
  const host = hostOf(baseUrl, loginUrl);
  const isUsual = host === loginUrl && authorizeUrl !== undefined;
  return { page: isUsual ? authorizeUrl : host + authorizePath, tokenUrl: host + tokenPath };
}

/** `dead`: refresh token or code are useless. Without a verdict the refusal is lasting. */
type RefusalRow = { says?: RegExp; dead: boolean; ofClient?: boolean; verdict?: Verdict };

const dead: RefusalRow = { dead: true };
/** A fault of the builder's app; the connection may be in order. */
const ofClient: RefusalRow = { dead: false, ofClient: true };
const passing = (verdict: Verdict, says?: RegExp): RefusalRow => ({
  ...(says && { says }),
  dead: false,
  verdict,
});

const noTokens = byError('no tokens are granted');
const throttled = later('rate-limited', noTokens, { waitMs: 60_000, limit: 'burst' });
/** Another request with this token is running, perhaps ours whose answer was lost (Providers §1.6). */
const beingProcessed = later('locked', noTokens, { waitMs: 2_000 });
/** The org blocks the user from here, or now; the token works later. */
const keptOut = later('forbidden', noTokens, { waitMs: 300_000 });

/** By `error`; the first row that fits `error_description` decides (Providers §1.6). */
const refusals = new Map<string, readonly RefusalRow[]>([
  [
    'invalid_grant',
    [
      passing(throttled, /rate exceeded/i),
      passing(beingProcessed, /already being processed/i),
      passing(keptOut, /\bip restricted|login hours/i),
      dead,
    ],
  ],
  // Of a revocation: the token is unknown, or revoked.
  ['invalid_token', [dead]],
  ['login_rate_exceeded', [passing(throttled)]],
  ['rate_limit_exceeded', [passing(throttled)]],
  ['inactive_user', [dead]],
  // Locked, suspended or closed: nothing tells them apart, and only the last is permanent.
  ['inactive_org', [passing(keptOut)]],
  ['invalid_client_id', [ofClient]],
  ['invalid_client', [ofClient]],
  ['invalid_client_credentials', [ofClient]],
  ['unauthorized_client', [ofClient]],
  ['redirect_uri_mismatch', [ofClient]],
  ['unsupported_grant_type', [ofClient]],
]);

export const readTokenAnswer = tokenReader({
  declaration: salesforceDeclaration,
  readFaults,
  refusalOf: ({ error, error_description }) => {
    const code = textOf(error) ?? '';
    const said = textOf(error_description) ?? code;
    const row = refusals.get(code)?.find(({ says }) => says === undefined || says.test(said));
    if (row === undefined) return undefined;
    const { says: _, ...meaning } = row;
    return { code, said, ...meaning };
  },
  factsOf: ({ id, instance_url }) => {
    const account = /\/id\/(00D[0-9A-Za-z]{15})\//.exec(textOf(id) ?? '')?.[1];
    const baseUrl = textOf(instance_url);
    return { ...(account !== undefined && { account }), ...(baseUrl !== undefined && { baseUrl }) };
  },
});
