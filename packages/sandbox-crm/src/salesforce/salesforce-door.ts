import { askingAccount } from '../accounts/grant.ts';
import type { Access } from '../accounts/token-book.ts';
import { type Call, type Reply, bearerToken, type Arrival, type Door } from '../server/call.ts';
import { consent } from '../consent/consent.ts';
import type { DoubleContext } from '../server/double.ts';
import type { Scope } from './context.ts';
import { routeData } from './data-routes.ts';
import { userInfo } from './identity/identity.ts';
import { issueToken, revokeToken, salesforceDesk } from './identity/oauth.ts';
import { SalesforceRefusal, errorReply, notFound, refusal } from './salesforce-error.ts';
import { countCall, usage } from './usage-limit.ts';
import { isVersion } from './versions.ts';

export function salesforceDoor(context: DoubleContext): Door {
  return (arrival) => {
    const { segments, method } = arrival;
    const isOAuth = segments[0] === 'services' && segments[1] === 'oauth2';
    if (isOAuth && segments[2] === 'token' && method === 'POST') {
      return {
        account: askingAccount('salesforce', context, arrival.body),
        handle: () => issueToken(context, arrival),
      };
    }
    if (isOAuth && segments[2] === 'revoke' && method === 'POST') {
      return { account: undefined, handle: () => revokeToken(context, arrival) };
    }
    if (isOAuth && segments[2] === 'authorize') {
      return { account: undefined, handle: () => consent(salesforceDesk, context.codes, arrival) };
    }
    return authenticated(context, arrival, isOAuth);
  };
}

function authenticated(context: DoubleContext, arrival: Arrival, isOAuth: boolean): ReturnType<Door> {
  const token = bearerToken(arrival.headers);
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

function handleCall(context: DoubleContext, call: Call, isOAuth: boolean): Reply {
  if (isOAuth && call.segments[2] === 'userinfo')
    return userInfo(context.baseUrl(call.headers), call.account);
  if (isOAuth) return errorReply(notFound());
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
