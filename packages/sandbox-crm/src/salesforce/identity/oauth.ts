import { createHash } from 'node:crypto';
import type { Account } from '../../accounts/account.ts';
import type { CodeFault } from '../../accounts/code-book.ts';
import type { ConsentDesk } from '../../consent/consent.ts';
import type { Reply } from '../../server/call.ts';
import type { Arrival } from '../../server/door.ts';
import type { SalesforceContext } from '../context.ts';
import { identityUrl, orgId } from './org.ts';

type Refused = { error: string; description: string };
type Grant = { account: Account; scopes?: readonly string[]; refreshToken?: string } | Refused;

const usualScopes = ['refresh_token', 'api'];
const knownScopes = [...usualScopes, 'openid', 'id', 'profile', 'email', 'full', 'web', 'offline_access'];

export const salesforceDesk: ConsentDesk = {
  provider: 'salesforce',
  displayName: 'Salesforce',
  knowsScope: (scope) => knownScopes.includes(scope),
  needsScopes: false,
  refuse: (what) =>
    what === 'client_id'
      ? refused('invalid_client_id', 'client identifier invalid')
      : refused('redirect_uri_mismatch', 'redirect_uri must match configuration'),
};

/** Why a code opens nothing, as Salesforce tells it. */
const codeFaults: Readonly<Record<CodeFault, Refused>> = {
  unknown: { error: 'invalid_grant', description: 'invalid authorization code' },
  'other-client': { error: 'invalid_client_id', description: 'client identifier invalid' },
  'other-address': { error: 'redirect_uri_mismatch', description: 'redirect_uri must match configuration' },
  'wrong-verifier': { error: 'invalid_grant', description: 'invalid code verifier' },
};

/** The account that a token request is about, as far as it can be told before it is handled. */
export function oauthAccount({ tokens, codes }: SalesforceContext, body: string): Account | undefined {
  const form = new URLSearchParams(body);
  return (
    tokens.refreshHolder('salesforce', form.get('refresh_token') ?? '') ??
    codes.holder('salesforce', form.get('code') ?? '')
  );
}

/** `/services/oauth2/token` (Providers §1.6). */
export function issueToken(context: SalesforceContext, { headers, body }: Arrival): Reply {
  const form = new URLSearchParams(body);
  const clientId = form.get('client_id') || basicUser(headers.authorization);
  if (!clientId) return refused('invalid_client_id', 'client identifier invalid');
  const grant = readGrant(context, form, clientId);
  return 'error' in grant
    ? refused(grant.error, grant.description)
    : tokenAnswer(context, grant, context.baseUrl(headers));
}

function readGrant({ tokens, codes }: SalesforceContext, form: URLSearchParams, clientId: string): Grant {
  switch (form.get('grant_type')) {
    case 'refresh_token': {
      const used = tokens.useRefresh('salesforce', form.get('refresh_token') ?? '');
      if (used === undefined) return { error: 'invalid_grant', description: 'expired access/refresh token' };
      return used.rotated ? used : { account: used.account };
    }
    case 'authorization_code': {
      const used = codes.use('salesforce', form, clientId);
      if ('fault' in used) return codeFaults[used.fault];
      const scopes = used.scopes.length === 0 ? usualScopes : used.scopes;
      const lasts = scopes.includes('refresh_token') || scopes.includes('offline_access');
      return {
        account: used.account,
        scopes,
        ...(lasts && { refreshToken: tokens.refreshTokenOf(used.account) }),
      };
    }
    // Nothing is known of these accounts but their names: any password does, and a client is called after its account.
    case 'password':
      return named(tokens.accountNamed('salesforce', form.get('username')?.split('@')[0] ?? ''));
    case 'client_credentials':
      return named(tokens.accountNamed('salesforce', clientId));
    default:
      return { error: 'unsupported_grant_type', description: 'grant type not supported' };
  }
}

function named(account: Account | undefined): Grant {
  return account === undefined
    ? { error: 'invalid_grant', description: 'authentication failure' }
    : { account };
}

/** No `expires_in`: how long a session lasts is learnt from the 401 that ends it. */
function tokenAnswer(
  { tokens }: SalesforceContext,
  { account, refreshToken, scopes = usualScopes }: Extract<Grant, { account: Account }>,
  baseUrl: string,
): Reply {
  const { token, issuedAtMs } = tokens.issue(account, `${orgId(account).slice(0, 15)}!`);
  const id = identityUrl(baseUrl, account);
  return {
    status: 200,
    json: {
      access_token: token,
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
      instance_url: baseUrl,
      id,
      token_type: 'Bearer',
      scope: scopes.join(' '),
      issued_at: String(issuedAtMs),
      signature: createHash('sha256').update(`${id}${issuedAtMs}`).digest('base64'),
    },
  };
}

function basicUser(authorization: string | undefined): string | undefined {
  if (authorization?.startsWith('Basic ') !== true) return undefined;
  return Buffer.from(authorization.slice(6), 'base64').toString('utf8').split(':')[0];
}

function refused(error: string, description: string): Reply {
  return { status: 400, json: { error, error_description: description } };
}
