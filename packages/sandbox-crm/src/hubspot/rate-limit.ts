import type { Account } from '../accounts/account.ts';
import type { Quota } from '../accounts/settings.ts';
import type { Reply } from '../server/call.ts';

export type Admission =
  { admitted: true; headers: Record<string, string> } | { admitted: false; reply: Reply };

const dayMs = 24 * 3_600_000;

/** Calls since midnight: in the portal's time zone at HubSpot (Providers §2.4), here in UTC. */
const usedToday = ({ today }: Account, nowMs: number): number => today.used(nowMs, (nowMs % dayMs) + 1);

/** Counts a call against the account's limits (Providers §2.4). A refused call uses nothing. */
export function admit(account: Account, nowMs: number, correlationId: string): Admission {
  const { quota, dailyLimit } = account.settings;
  if (dailyLimit !== null && usedToday(account, nowMs) >= dailyLimit) {
    return { admitted: false, reply: limited('daily', 'DAILY', correlationId, dailyHeaders(account, nowMs)) };
  }
  if (quota !== null && account.calls.used(nowMs, quota.windowMs) >= quota.limit) {
    const [word, policy] = rollingPolicy(quota);
    return {
      admitted: false,
      reply: limited(word, policy, correlationId, rateHeaders(account, quota, nowMs)),
    };
  }
  if (quota !== null) account.calls.add(nowMs);
  account.today.add(nowMs);
  return { admitted: true, headers: rateHeaders(account, quota, nowMs) };
}

function rollingPolicy({ windowMs }: Quota): [word: string, policyName: string] {
  return windowMs <= 1_000 ? ['secondly', 'SECONDLY'] : ['ten_secondly_rolling', 'TEN_SECONDLY_ROLLING'];
}

function limited(
  word: string,
  policyName: string,
  correlationId: string,
  headers: Record<string, string>,
): Reply {
  const message = `You have reached your ${word} limit.`;
  return {
    status: 429,
    headers,
    json: {
      status: 'error',
      message,
      errorType: 'RATE_LIMIT',
      correlationId,
      policyName,
      requestId: correlationId,
    },
  };
}

function rateHeaders(account: Account, quota: Quota | null, nowMs: number): Record<string, string> {
  const headers = dailyHeaders(account, nowMs);
  if (quota === null) return headers;
  const remaining = quota.limit - account.calls.used(nowMs, quota.windowMs);
  headers['X-HubSpot-RateLimit-Max'] = String(quota.limit);
  headers['X-HubSpot-RateLimit-Remaining'] = String(remaining);
  headers['X-HubSpot-RateLimit-Interval-Milliseconds'] = String(quota.windowMs);
  return headers;
}

/** Only accounts with a daily limit show one, as only private apps do at HubSpot. */
function dailyHeaders(account: Account, nowMs: number): Record<string, string> {
  const limit = account.settings.dailyLimit;
  if (limit === null) return {};
  return {
    'X-HubSpot-RateLimit-Daily': String(limit),
    'X-HubSpot-RateLimit-Daily-Remaining': String(limit - usedToday(account, nowMs)),
  };
}
