import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderUsage } from '../pace.ts';

/** A longer one is a mistake of the sender: it would close the account for good. */
const longestWindowMs = 24 * 3_600_000;

/** How long the window is that the rate headers of an answer are about; undefined where none is told that can be. */
export function readWindowMs(headers: IncomingHttpHeaders): number | undefined {
  const windowMs = count(headers, 'x-hubspot-ratelimit-interval-milliseconds');
  return windowMs !== undefined && windowMs > 0 && windowMs <= longestWindowMs ? windowMs : undefined;
}

/** Whether the answer says that the day has no call left; only some kinds of token are told (Providers §2.4). */
export const isDayUsedUp = (headers: IncomingHttpHeaders): boolean =>
  count(headers, 'x-hubspot-ratelimit-daily-remaining') === 0;

/** The rate headers that most answers have; the daily pair only comes with some kinds of token (Providers §2.4). */
export function readUsage(headers: IncomingHttpHeaders): ProviderUsage | undefined {
  const window = pair(headers, 'x-hubspot-ratelimit-max', 'x-hubspot-ratelimit-remaining');
  const daily = pair(headers, 'x-hubspot-ratelimit-daily', 'x-hubspot-ratelimit-daily-remaining');
  const windowMs = readWindowMs(headers);
  const hasWindow = window !== undefined && windowMs !== undefined;
  if (!hasWindow && daily === undefined) return undefined;
  return { ...(hasWindow && { window: { ...window, windowMs } }), ...(daily && { daily }) };
}

function pair(headers: IncomingHttpHeaders, max: string, left: string) {
  const limit = count(headers, max);
  const remaining = count(headers, left);
  return limit === undefined || remaining === undefined ? undefined : { limit, remaining };
}

function count(headers: IncomingHttpHeaders, name: string): number | undefined {
  const value = headers[name];
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
