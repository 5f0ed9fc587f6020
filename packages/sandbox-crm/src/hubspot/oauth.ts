import { grant, type GrantFault } from '../accounts/grant.ts';
import { consent, type ConsentDesk } from '../consent/consent.ts';
import type { DoubleContext } from '../server/double.ts';
import type { Arrival, Reply } from '../server/call.ts';

/** Scopes of tokens that no consent page gave. */
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

const faults: Readonly<Record<GrantFault, Parameters<typeof oauthError>>> = {
  unknown: ['BAD_AUTH_CODE', 'missing or unknown auth code', 'invalid_grant'],
  'other-client': ['BAD_CLIENT_ID', 'missing or unknown client id'],
  'other-address': [
    'BAD_REDIRECT_URI',
    'the redirect_uri does not match the one that obtained the auth code',
  ],
  'wrong-verifier': ['BAD_AUTH_CODE', 'the code_verifier does not fit', 'invalid_grant'],
  'unknown-refresh-token': ['BAD_REFRESH_TOKEN', 'missing or invalid refresh token', 'invalid_grant'],
  'unknown-grant': ['BAD_GRANT_TYPE', 'missing or unknown grant type', 'unsupported_grant_type'],
};

/** `/oauth/{version}/token`, `…/token/revoke` and the consent page `/oauth/authorize`. */
export function routeOAuth(context: DoubleContext, request: Arrival): Reply | undefined {
  const { method, segments } = request;
  if (segments[1] === 'authorize') return consent(desk, context.codes, request);
  if (segments[2] !== 'token' || method !== 'POST') return undefined;
  const form = new URLSearchParams(request.body);
  if (segments.length === 3) return issueToken(context, form);
  if (segments[3] === 'revoke') return revokeToken(context, form);
  return undefined;
}

/** Access tokens live on until they end. */
function revokeToken({ tokens }: DoubleContext, form: URLSearchParams): Reply {
  const refused = refusedClient(form);
  if (refused) return refused;
  const revoked = tokens.revokeRefresh('hubspot', form.get('token') ?? '', { accessToo: false });
  return revoked ? { status: 204 } : oauthError(...faults['unknown-refresh-token']);
}

function refusedClient(form: URLSearchParams): Reply | undefined {
  if (!form.get('client_id')) return oauthError('BAD_CLIENT_ID', 'missing or unknown client id');
  if (!form.get('client_secret')) return oauthError('BAD_CLIENT_SECRET', 'missing or invalid client secret');
  return undefined;
}

function issueToken(context: DoubleContext, form: URLSearchParams): Reply {
  const refused = refusedClient(form);
  if (refused) return refused;
  const clientId = form.get('client_id') ?? '';
  const granted = grant('hubspot', context, form, clientId);
  if ('fault' in granted) return oauthError(...faults[granted.fault]);
  const { account, refreshToken, scopes = usualScopes } = granted;
  const issued = context.tokens.issue(account);
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

/** Errors of the OAuth addresses have a shape of their own (Providers §2.5). */
function oauthError(status: string, message: string, error = 'invalid_request'): Reply {
  return { status: 400, json: { status, message, error, error_description: message } };
}
