import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderUsage } from '../pace.ts';

/** `Sforce-Limit-Info: api-usage=146/15000; …`: requests of the last 24 hours (Providers §1.5). */
export function readUsage(headers: IncomingHttpHeaders): ProviderUsage | undefined {
  const value = headers['sforce-limit-info'];
  const found =
    typeof value === 'string' ? /(?:^|[\s;,])api-usage=(\d{1,15})\/(\d{1,15})(?!\d)/.exec(value) : null;
  if (!found) return undefined;
  const limit = Number(found[2]);
  return { daily: { limit, remaining: Math.max(limit - Number(found[1]), 0) } };
}
