/** Above any documented wait (24 h, Providers §2.4): a mistake. */
const longestWaitMs = 48 * 3_600_000;

/**
 * A `Retry-After` header in seconds or as an HTTP date; undefined if absent, unreadable or 0, which promises
 * nothing. The longest counts, as proxies may add some. A date is compared with the answer's `Date`, so
 * clocks need not agree.
 */
export function retryAfterMs(
  headers: { 'retry-after'?: string | readonly string[] | undefined; date?: string | undefined },
  nowMs = Date.now(),
): number | undefined {
  const sentAtMs = Date.parse(headers.date ?? '') || nowMs;
  const waits = [headers['retry-after'] ?? []]
    .flat()
    .flatMap((line) => line.split(betweenWaits))
    .map((value) => waitMs(value.trim(), sentAtMs));
  const asked = waits.filter((wait) => wait > 0);
  return asked.length === 0 ? undefined : Math.min(Math.ceil(Math.max(...asked)), longestWaitMs);
}

/** Not the comma within an HTTP date. */
const betweenWaits = /,(?=\s*(?:[\d.]+\s*(?:,|$)|[a-z]{3,9},))/i;

/** `NaN` if unreadable. */
function waitMs(value: string, sentAtMs: number): number {
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1_000;
  // Other numbers would parse as years.
  return /[a-z]{3}/i.test(value) ? Date.parse(value) - sentAtMs : Number.NaN;
}
