/** A longer wait than any that a provider documents (24 h, Providers §2.4) is a mistake of the sender. */
const longestWaitMs = 48 * 3_600_000;

/**
 * Milliseconds that a `Retry-After` header asks to wait, given as seconds or as an HTTP date; undefined when there is
 * none that can be read, or it asks for none: a 0 is no promise that a limit has passed. Of several, which a proxy on the
 * way may add (as headers, or on one line), the longest counts. A date is compared with the answer's own `Date`, so that clocks need not agree, or
 * else with `nowMs`.
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

/** A comma before a whole number or a day of the week; the one within an HTTP date is followed by neither. */
const betweenWaits = /,(?=\s*(?:[\d.]+\s*(?:,|$)|[a-z]{3,9},))/i;

/** `NaN` for what can't be read. */
function waitMs(value: string, sentAtMs: number): number {
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1_000;
  // A number that is no count of seconds would pass as a year.
  return /[a-z]{3}/i.test(value) ? Date.parse(value) - sentAtMs : Number.NaN;
}
