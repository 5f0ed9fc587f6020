import type { Account } from '../accounts/account.ts';
import type { Quota } from '../accounts/settings.ts';
import type { Reply } from '../server/call.ts';

export type Admission =
  { admitted: true; headers: Record<string, string> } | { admitted: false; reply: Reply };

/** Counts a call against the account's limits (Providers §2.4). A refused call uses nothing. */
export function admit(account: Account, nowMs: number, isSearch: boolean, correlationId: string): Admission {
  const { quota, dailyLimit, searchQuota } = account.settings;
  if (dailyLimit !== null && account.today.used(nowMs) >= dailyLimit) {
    return { admitted: false, reply: limited('daily', 'DAILY', correlationId, dailyHeaders(account, nowMs)) };
  }
  if (isSearch) return admitSearch(account, searchQuota, nowMs, correlationId);
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

/** Search has its own limit, and answers without rate headers. */
function admitSearch(account: Account, quota: Quota | null, nowMs: number, correlationId: string): Admission {
  if (quota !== null && account.searches.used(nowMs, quota.windowMs) >= quota.limit) {
    return { admitted: false, reply: limited('secondly', 'SECONDLY', correlationId, {}) };
  }
  if (quota !== null) account.searches.add(nowMs);
  account.today.add(nowMs);
  return { admitted: true, headers: {} };
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
  const secondly = Math.ceil((quota.limit * 1_000) / quota.windowMs);
  headers['X-HubSpot-RateLimit-Max'] = String(quota.limit);
  headers['X-HubSpot-RateLimit-Remaining'] = String(remaining);
  headers['X-HubSpot-RateLimit-Interval-Milliseconds'] = String(quota.windowMs);
  headers['X-HubSpot-RateLimit-Secondly'] = String(secondly);
  headers['X-HubSpot-RateLimit-Secondly-Remaining'] = String(Math.min(secondly, remaining));
  return headers;
}

/** Only accounts with a daily limit show one, as only private apps do at HubSpot. */
function dailyHeaders(account: Account, nowMs: number): Record<string, string> {
  const limit = account.settings.dailyLimit;
  if (limit === null) return {};
  return {
    'X-HubSpot-RateLimit-Daily': String(limit),
    'X-HubSpot-RateLimit-Daily-Remaining': String(limit - account.today.used(nowMs)),
  };
}
