import { randomUUID } from 'node:crypto';
import type { Access } from '../accounts/token-book.ts';
import type { Account } from '../accounts/account.ts';
import { askingAccount } from '../accounts/grant.ts';
import { type Call, type Reply, bearerToken, type Arrival, type Door } from '../server/call.ts';
import { accountInfo } from './account-info.ts';
import type { DoubleContext } from '../server/double.ts';
import { locate, oauthVersion, type Location } from './locate.ts';
import { routeOAuth } from './oauth.ts';
import { HubspotRefusal, faultReply, notFound, type ObjectFault } from './object-fault.ts';
import { routeObjects } from './object-routes.ts';
import { routeProperties } from './property-routes.ts';
import { admit } from './rate-limit.ts';

export function hubspotDoor(context: DoubleContext): Door {
  return (arrival) => {
    if (oauthVersion(arrival.segments) !== undefined || arrival.segments[1] === 'authorize') {
      return {
        account: askingAccount('hubspot', context, arrival.body),
        handle: () => handleOAuth(context, arrival),
      };
    }
    const access = context.tokens.access('hubspot', bearerToken(arrival.headers) ?? '');
    return {
      account: access.kind === 'unknown' ? undefined : access.account,
      handle: (changes, itemFault) =>
        access.kind === 'valid'
          ? handleCall(context, { ...arrival, account: access.account, changes, itemFault })
          : marked((id) => faultReply(unauthorized(context, arrival, access), id)),
    };
  };
}

function handleOAuth(context: DoubleContext, arrival: Arrival): Reply {
  return routeOAuth(context, arrival) ?? marked((id) => faultReply(notFound, id));
}

function handleCall(context: DoubleContext, call: Call): Reply {
  const location = locate(call.segments);
  return marked((correlationId) => {
    const admission = admit(call.account, context.clock.now(), correlationId);
    if (!admission.admitted) return admission.reply;
    const reply = answer(context, call, location, correlationId);
    return { ...reply, headers: { ...admission.headers, ...reply.headers } };
  });
}

function answer(
  context: DoubleContext,
  call: Call,
  location: Location | undefined,
  correlationId: string,
): Reply {
  try {
    return route(context, call, location);
  } catch (error) {
    if (error instanceof HubspotRefusal) return faultReply(error.fault, correlationId);
    throw error;
  }
}

function route(context: DoubleContext, call: Call, location: Location | undefined): Reply {
  switch (location?.area) {
    case 'objects':
      return routeObjects(context, call, location);
    case 'properties':
      return routeProperties(call, location);
    case 'account-info':
      return accountInfo(call.account);
    default:
      throw new HubspotRefusal(notFound);
  }
}

/** Every answer carries a correlation id in its header, and an error the same one in its body (Providers §2.4). */
function marked(reply: (correlationId: string) => Reply): Reply {
  const correlationId = randomUUID();
  const made = reply(correlationId);
  return { ...made, headers: { 'x-hubspot-correlation-id': correlationId, ...made.headers } };
}

type Refused = Exclude<Access, { kind: 'valid'; account: Account }>;

function unauthorized({ clock }: DoubleContext, arrival: Arrival, access: Refused): ObjectFault {
  if (access.kind === 'expired') {
    const seconds = Math.max(0, Math.floor((clock.now() - access.expiredAtMs) / 1_000));
    const message = `The OAuth token used to make this call expired ${seconds} second(s) ago.`;
    const context = { 'expire time': [new Date(access.expiredAtMs).toISOString()] };
    return { status: 401, category: 'EXPIRED_AUTHENTICATION', message, context };
  }
  const message =
    bearerToken(arrival.headers) === undefined
      ? 'Authentication credentials not found. This API supports OAuth 2.0 authentication.'
      : 'The OAuth token used to make this call is not valid.';
  return { status: 401, category: 'INVALID_AUTHENTICATION', message };
}
