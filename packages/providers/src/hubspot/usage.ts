import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderUsage } from '../pace.ts';

/** A longer one is an error: it would close the account for good. */
const longestWindowMs = 24 * 3_600_000;

export function readWindowMs(headers: IncomingHttpHeaders): number | undefined {
  const windowMs = count(headers, 'x-hubspot-ratelimit-interval-milliseconds');
  return windowMs !== undefined && windowMs > 0 && windowMs <= longestWindowMs ? windowMs : undefined;
}

/** Only some kinds of token get this header (Providers §2.4). */
export const isDayUsedUp = (headers: IncomingHttpHeaders): boolean =>
  count(headers, 'x-hubspot-ratelimit-daily-remaining') === 0;

/** The daily pair comes with some kinds of token only (Providers §2.4). */
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
