import type { Access } from '../accounts/token-book.ts';
import type { Account } from '../accounts/account.ts';
import type { Call, Reply } from '../server/call.ts';
import { bearerToken } from '../server/door.ts';
import type { Arrival, Door } from '../server/door.ts';
import { accountInfo } from './account-info.ts';
import type { HubspotContext } from './context.ts';
import { locate, oauthVersion } from './locate.ts';
import type { Location } from './locate.ts';
import { oauthAccount, routeOAuth } from './oauth.ts';
import { HubspotRefusal, faultReply, notFound } from './object-fault.ts';
import type { ObjectFault } from './object-fault.ts';
import { routeObjects } from './object-routes.ts';
import { routeAssociations } from './objects/association-labels.ts';
import { routeProperties } from './property-routes.ts';
import { admit } from './rate-limit.ts';

/** The HubSpot double: everything under `/hubspot`. */
export function hubspotDoor(context: HubspotContext): Door {
  return (arrival) => {
    if (oauthVersion(arrival.segments) !== undefined || arrival.segments[1] === 'authorize') {
      return { account: oauthAccount(context, arrival), handle: () => handleOAuth(context, arrival) };
    }
    const access = context.tokens.access('hubspot', bearerToken(arrival.headers) ?? '');
    return {
      account: access.kind === 'unknown' ? undefined : access.account,
      handle: (changes, itemFault) =>
        access.kind === 'valid'
          ? handleCall(context, { ...arrival, account: access.account, changes, itemFault })
          : marked(context, (id) => faultReply(unauthorized(context, arrival, access), id)),
    };
  };
}

function handleOAuth(context: HubspotContext, arrival: Arrival): Reply {
  return routeOAuth(context, arrival) ?? marked(context, (id) => faultReply(notFound, id));
}

function handleCall(context: HubspotContext, call: Call): Reply {
  const location = locate(call.segments);
  const isSearch = location?.area === 'objects' && location.rest[1] === 'search';
  return marked(context, (correlationId) => {
    const admission = admit(call.account, context.clock.now(), isSearch, correlationId);
    if (!admission.admitted) return admission.reply;
    const reply = answer(context, call, location, correlationId);
    return { ...reply, headers: { ...admission.headers, ...reply.headers } };
  });
}

function answer(
  context: HubspotContext,
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

function route(context: HubspotContext, call: Call, location: Location | undefined): Reply {
  switch (location?.area) {
    case 'objects':
      return routeObjects(context, call, location);
    case 'properties':
      return routeProperties(call, location);
    case 'associations':
      return routeAssociations(call, location);
    case 'account-info':
      return accountInfo(call.account);
    default:
      throw new HubspotRefusal(notFound);
  }
}

/** Every answer carries a correlation id in its header, and an error the same one in its body (Providers §2.4). */
function marked({ nextCorrelationId }: HubspotContext, reply: (correlationId: string) => Reply): Reply {
  const correlationId = nextCorrelationId();
  const made = reply(correlationId);
  return { ...made, headers: { 'x-hubspot-correlation-id': correlationId, ...made.headers } };
}

type Refused = Exclude<Access, { kind: 'valid'; account: Account }>;

function unauthorized({ clock }: HubspotContext, arrival: Arrival, access: Refused): ObjectFault {
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
