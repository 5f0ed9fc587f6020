import { createHash } from 'node:crypto';
import type { Account } from '../../accounts/account.ts';
import { grant, type GrantFault } from '../../accounts/grant.ts';
import type { ConsentDesk } from '../../consent/consent.ts';
import type { Arrival, Reply } from '../../server/call.ts';
import type { DoubleContext } from '../../server/double.ts';
import { identityUrl, orgId } from './org.ts';

const usualScopes = ['refresh_token', 'api'];
const knownScopes = [...usualScopes, 'openid', 'id', 'profile', 'email', 'full', 'web', 'offline_access'];

const unknownClient = ['invalid_client_id', 'client identifier invalid'] as const;
const otherAddress = ['redirect_uri_mismatch', 'redirect_uri must match configuration'] as const;

export const salesforceDesk: ConsentDesk = {
  provider: 'salesforce',
  displayName: 'Salesforce',
  knowsScope: (scope) => knownScopes.includes(scope),
  needsScopes: false,
  refuse: (what) => (what === 'client_id' ? refused(...unknownClient) : refused(...otherAddress)),
};

const faults: Readonly<Record<GrantFault, readonly [error: string, description: string]>> = {
  unknown: ['invalid_grant', 'invalid authorization code'],
  'other-client': unknownClient,
  'other-address': otherAddress,
  'wrong-verifier': ['invalid_grant', 'invalid code verifier'],
  'unknown-refresh-token': ['invalid_grant', 'expired access/refresh token'],
  'unknown-grant': ['unsupported_grant_type', 'grant type not supported'],
};

/** `/services/oauth2/token` (Providers §1.6). */
export function issueToken(context: DoubleContext, { headers, body }: Arrival): Reply {
  const form = new URLSearchParams(body);
  const clientId = form.get('client_id');
  if (!clientId) return refused(...unknownClient);
  const baseUrl = context.baseUrl(headers);
  if (form.get('grant_type') === 'client_credentials') {
    // A client is called after its account.
    const account = context.tokens.accountNamed('salesforce', clientId);
    return account
      ? tokenAnswer(context, baseUrl, account, {})
      : refused('invalid_grant', 'authentication failure');
  }
  const granted = grant('salesforce', context, form, clientId);
  if ('fault' in granted) return refused(...faults[granted.fault]);
  const { account, refreshToken, isNew, scopes = [] } = granted;
  const own = scopes.length === 0 ? usualScopes : scopes;
  const lasts = own.includes('refresh_token') || own.includes('offline_access');
  return tokenAnswer(context, baseUrl, account, { scopes: own, ...(isNew && lasts && { refreshToken }) });
}

/** `/services/oauth2/revoke`: with a refresh token end its access tokens. */
export function revokeToken({ tokens }: DoubleContext, { body }: Arrival): Reply {
  const token = new URLSearchParams(body).get('token') ?? '';
  return tokens.revokeRefresh('salesforce', token, { accessToo: true })
    ? { status: 200 }
    : refused('invalid_token', 'Token was invalid');
}

/** No `expires_in`: the 401 that ends a session tells how long it lasted. */
function tokenAnswer(
  { tokens }: DoubleContext,
  baseUrl: string,
  account: Account,
  { scopes = usualScopes, refreshToken }: { scopes?: readonly string[]; refreshToken?: string },
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

function refused(error: string, description: string): Reply {
  return { status: 400, json: { error, error_description: description } };
}
