import type { Access } from '../accounts/token-book.ts';
import type { Call, Reply } from '../server/call.ts';
import { consent } from '../consent/consent.ts';
import { bearerToken } from '../server/door.ts';
import type { Arrival, Door } from '../server/door.ts';
import type { Scope, SalesforceContext } from './context.ts';
import { routeData } from './data-routes.ts';
import { identity, userInfo } from './identity/identity.ts';
import { issueToken, oauthAccount, salesforceDesk } from './identity/oauth.ts';
import { SalesforceRefusal, errorReply, notFound, refusal } from './salesforce-error.ts';
import { countCall, usage } from './usage-limit.ts';
import { isVersion, versionList } from './versions.ts';

/** The Salesforce double: everything under `/salesforce`, its token addresses too. */
export function salesforceDoor(context: SalesforceContext): Door {
  return (arrival) => {
    const { segments, method } = arrival;
    const isOAuth = segments[0] === 'services' && segments[1] === 'oauth2';
    if (isOAuth && segments[2] === 'token' && method === 'POST') {
      return { account: oauthAccount(context, arrival.body), handle: () => issueToken(context, arrival) };
    }
    if (isOAuth && segments[2] === 'authorize') {
      return { account: undefined, handle: () => consent(salesforceDesk, context.codes, arrival) };
    }
    if (segments[0] === 'services' && segments[1] === 'data' && segments.length === 2) {
      return { account: undefined, handle: () => ({ status: 200, json: versionList() }) };
    }
    return authenticated(context, arrival, isOAuth);
  };
}

function authenticated(context: SalesforceContext, arrival: Arrival, isOAuth: boolean): ReturnType<Door> {
  const token = bearerToken(arrival.headers) ?? queryToken(arrival);
  const access: Access =
    token === undefined ? { kind: 'unknown' } : context.tokens.access('salesforce', token);
  if (access.kind !== 'valid') {
    const account = access.kind === 'expired' ? access.account : undefined;
    return {
      account,
      handle: () => (isOAuth ? { status: 403, text: 'Bad_OAuth_Token' } : unauthorized(token)),
    };
  }
  const { account } = access;
  return {
    account,
    handle: (changes, itemFault) => handleCall(context, { ...arrival, account, changes, itemFault }, isOAuth),
  };
}

/** The identity address takes its token in the query too, and some clients send it there alone. */
function queryToken({ segments, query }: Arrival): string | undefined {
  return segments[0] === 'id' ? (new URLSearchParams(query).get('oauth_token') ?? undefined) : undefined;
}

function handleCall(context: SalesforceContext, call: Call, isOAuth: boolean): Reply {
  const baseUrl = context.baseUrl(call.headers);
  if (isOAuth)
    return call.segments[2] === 'userinfo' ? userInfo(baseUrl, call.account) : errorReply(notFound());
  if (call.segments[0] === 'id') return identity(baseUrl, call.account);
  const nowMs = context.clock.now();
  const reply = answer({ context, call, version: call.segments[2] ?? '', nowMs });
  const { used, max } = usage(call.account, nowMs);
  return { ...reply, headers: { 'Sforce-Limit-Info': `api-usage=${used}/${max}`, ...reply.headers } };
}

function answer(scope: Scope): Reply {
  const { segments, account } = scope.call;
  try {
    countCall(account, scope.nowMs);
    if (segments[0] !== 'services' || segments[1] !== 'data' || !isVersion(scope.version)) throw notFound();
    return routeData(scope, segments.slice(3));
  } catch (error) {
    if (error instanceof SalesforceRefusal) return errorReply(error);
    throw error;
  }
}

function unauthorized(token: string | undefined): Reply {
  const [code, message] =
    token === undefined
      ? ['INVALID_AUTH_HEADER', 'INVALID_HEADER_TYPE']
      : ['INVALID_SESSION_ID', 'Session expired or invalid'];
  return errorReply(refusal(401, code, message));
}
