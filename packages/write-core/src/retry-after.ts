/** A longer wait than any that a provider documents (24 h, Providers §2.4) is a mistake of the sender. */
const longestWaitMs = 48 * 3_600_000;

/**
 * Milliseconds that a `Retry-After` header asks to wait, given as seconds or as an HTTP date; undefined when there is
 * none that can be read. Of several, which a proxy on the way may add, the longest counts. A date is compared with the
 * answer's own `Date`, so that clocks need not agree, or else with `nowMs`.
 */
export function retryAfterMs(
  headers: { 'retry-after'?: string | readonly string[] | undefined; date?: string | undefined },
  nowMs = Date.now(),
): number | undefined {
  const sentAtMs = Date.parse(headers.date ?? '') || nowMs;
  const waits = [headers['retry-after'] ?? []].flat().map((value) => waitMs(value.trim(), sentAtMs));
  const readable = waits.filter((wait) => !Number.isNaN(wait));
  if (readable.length === 0) return undefined;
  return Math.min(Math.max(Math.ceil(Math.max(...readable)), 0), longestWaitMs);
}

/** `NaN` for what can't be read. */
function waitMs(value: string, sentAtMs: number): number {
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1_000;
  // A number that is no count of seconds would pass as a year.
  return /[a-z]{3}/i.test(value) ? Date.parse(value) - sentAtMs : Number.NaN;
}
