/** A longer wait than any that a provider documents (24 h, Providers §2.4) is a mistake of the sender. */
const longestWaitMs = 48 * 3_600_000;

/**
 * Milliseconds that a `Retry-After` header asks to wait, given as seconds or as an HTTP date; undefined when there is
 * none that can be read. A date is compared with the answer's own `Date`, so that clocks need not agree, or else with
 * `nowMs`.
 */
export function retryAfterMs(
  headers: { 'retry-after'?: string | undefined; date?: string | undefined },
  nowMs = Date.now(),
): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  // A number that is no count of seconds would pass as a year.
  const moment = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  const sentAtMs = Date.parse(headers.date ?? '') || nowMs;
  const waitMs = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1_000 : moment - sentAtMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(Math.ceil(waitMs), 0), longestWaitMs);
}
