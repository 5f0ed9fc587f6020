import { createHash } from 'node:crypto';
import type { Account } from '../../accounts/account.ts';
import type { Reply } from '../../server/call.ts';
import type { Arrival } from '../../server/door.ts';
import type { SalesforceContext } from '../context.ts';
import { identityUrl, orgId } from './org.ts';

type Grant = { account: Account; refreshToken?: string } | { error: string; description: string };

/** The account that a token request is about, as far as it can be told before it is handled. */
export function oauthAccount({ tokens }: SalesforceContext, body: string): Account | undefined {
  const form = new URLSearchParams(body);
  return (
    tokens.refreshHolder('salesforce', form.get('refresh_token') ?? '') ??
    tokens.codeHolder('salesforce', form.get('code') ?? '')
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

/** Consents at once, for the account named by `account` (or `acme`), and sends the browser back with a code. */
export function consent(query: string): Reply {
  const asked = new URLSearchParams(query);
  const target = URL.parse(asked.get('redirect_uri') ?? '');
  if (target === null) return refused('redirect_uri_mismatch', 'redirect_uri must match configuration');
  target.searchParams.set('code', `sandbox-code-salesforce-${asked.get('account') ?? 'acme'}`);
  const state = asked.get('state');
  if (state !== null) target.searchParams.set('state', state);
  return { status: 302, headers: { location: target.href } };
}

function readGrant({ tokens }: SalesforceContext, form: URLSearchParams, clientId: string): Grant {
  switch (form.get('grant_type')) {
    case 'refresh_token': {
      const used = tokens.useRefresh('salesforce', form.get('refresh_token') ?? '');
      if (used === undefined) return { error: 'invalid_grant', description: 'expired access/refresh token' };
      return used.rotated ? used : { account: used.account };
    }
    case 'authorization_code': {
      const account = tokens.codeHolder('salesforce', form.get('code') ?? '');
      if (account === undefined) return { error: 'invalid_grant', description: 'invalid authorization code' };
      return { account, refreshToken: tokens.refreshTokenOf(account) };
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
  { account, refreshToken }: Extract<Grant, { account: Account }>,
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
      scope: 'refresh_token api',
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
