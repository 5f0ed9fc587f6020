import type { Account } from '../accounts/account.ts';
import type { CodeFault } from '../accounts/code-book.ts';
import { consent, type ConsentDesk } from '../consent/consent.ts';
import type { Reply } from '../server/call.ts';
import type { HubspotContext } from './context.ts';

/** What a request to an OAuth address brings; these need no access token. */
export type OAuthRequest = {
  readonly method: string;
  readonly segments: readonly string[];
  readonly query: string;
  readonly body: string;
};

/** What tokens stand for that no consent page gave. */
const usualScopes = [
  'oauth',
  'crm.objects.contacts.write',
  'crm.objects.companies.write',
  'crm.objects.deals.write',
];

const desk: ConsentDesk = {
  provider: 'hubspot',
  displayName: 'HubSpot',
  knowsScope: (scope) => /^(?:oauth|crm\.(?:objects|schemas|lists|import|export)[a-z._-]*)$/.test(scope),
  needsScopes: true,
  refuse: (what) =>
    what === 'client_id'
      ? oauthError('BAD_CLIENT_ID', 'missing or unknown client id')
      : oauthError('BAD_REDIRECT_URI', 'missing or unknown redirect uri'),
};

/** Why a code opens nothing, as HubSpot tells it. */
const codeFaults: Readonly<Record<CodeFault, () => Reply>> = {
  unknown: () => oauthError('BAD_AUTH_CODE', 'missing or unknown auth code', 'invalid_grant'),
  'other-client': () => oauthError('BAD_CLIENT_ID', 'missing or unknown client id'),
  'other-address': () =>
    oauthError('BAD_REDIRECT_URI', 'the redirect_uri does not match the one that obtained the auth code'),
  'wrong-verifier': () => oauthError('BAD_AUTH_CODE', 'the code_verifier does not fit', 'invalid_grant'),
};

/** The account that an OAuth request is about, as far as it can be told before it is handled. */
export function oauthAccount(
  { tokens, codes }: HubspotContext,
  { segments, body }: OAuthRequest,
): Account | undefined {
  if (segments[2] === 'access-tokens') {
    const access = tokens.access('hubspot', segments[3] ?? '');
    return access.kind === 'unknown' ? undefined : access.account;
  }
  const form = new URLSearchParams(body);
  return (
    tokens.refreshHolder('hubspot', form.get('refresh_token') ?? '') ??
    codes.holder('hubspot', form.get('code') ?? '')
  );
}

/** `/oauth/{version}/token`, `/oauth/{version}/access-tokens/{token}` and the consent page `/oauth/authorize`. */
export function routeOAuth(context: HubspotContext, request: OAuthRequest): Reply | undefined {
  const { method, segments } = request;
  if (segments[1] === 'authorize') return consent(desk, context.codes, request);
  if (segments[2] === 'token' && method === 'POST')
    return issueToken(context, new URLSearchParams(request.body));
  if (segments[2] === 'access-tokens' && method === 'GET') return describeToken(context, segments[3] ?? '');
  return undefined;
}

function issueToken({ tokens, codes }: HubspotContext, form: URLSearchParams): Reply {
  const clientId = form.get('client_id');
  if (!clientId) return oauthError('BAD_CLIENT_ID', 'missing or unknown client id');
  if (!form.get('client_secret')) return oauthError('BAD_CLIENT_SECRET', 'missing or invalid client secret');
  switch (form.get('grant_type')) {
    case 'refresh_token': {
      const used = tokens.useRefresh('hubspot', form.get('refresh_token') ?? '');
      if (used === undefined)
        return oauthError('BAD_REFRESH_TOKEN', 'missing or invalid refresh token', 'invalid_grant');
      return tokenAnswer(tokens, { ...used, scopes: usualScopes });
    }
    case 'authorization_code': {
      const used = codes.use('hubspot', form, clientId);
      if ('fault' in used) return codeFaults[used.fault]();
      const { account, scopes } = used;
      return tokenAnswer(tokens, { account, scopes, refreshToken: tokens.refreshTokenOf(account) });
    }
    default:
      return oauthError('BAD_GRANT_TYPE', 'missing or unknown grant type', 'unsupported_grant_type');
  }
}

function tokenAnswer(
  tokens: HubspotContext['tokens'],
  { account, refreshToken, scopes }: { account: Account; refreshToken: string; scopes: readonly string[] },
): Reply {
  const issued = tokens.issue(account);
  return {
    status: 200,
    json: {
      access_token: issued.token,
      refresh_token: refreshToken,
      expires_in: Math.floor((issued.expiresAtMs - issued.issuedAtMs) / 1_000),
      token_type: 'bearer',
      hub_id: account.number,
      scopes,
      user_id: account.number + 1,
      token_use: 'access_token',
    },
  };
}

function describeToken({ tokens, clock, nextCorrelationId }: HubspotContext, token: string): Reply {
  const access = tokens.access('hubspot', token);
  if (access.kind !== 'valid') {
    return {
      status: 404,
      json: {
        status: 'error',
        message: 'The access token is unknown or has expired.',
        correlationId: nextCorrelationId(),
        category: 'OBJECT_NOT_FOUND',
      },
    };
  }
  const { account } = access;
  return {
    status: 200,
    json: {
      token,
      user: `owner@${account.name}.example`,
      hub_domain: `${account.name}.example`,
      scopes: usualScopes,
      hub_id: account.number,
      app_id: 1,
      expires_in: Math.floor((access.expiresAtMs - clock.now()) / 1_000),
      user_id: account.number + 1,
      token_type: 'access',
    },
  };
}

/** Errors of the OAuth addresses have a shape of their own (Providers §2.5). */
function oauthError(status: string, message: string, error = 'invalid_request'): Reply {
  return { status: 400, json: { status, message, error, error_description: message } };
}
