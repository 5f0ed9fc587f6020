import { LRUCache } from 'lru-cache';

const recentMs = 100;
const keysKept = 1_000;

/**
 * Shares answers for 100 ms after the question: a busy lane would ask for its connection every few writes. Keeps no
 * absent answers or errors.
 *
 * @param perf monotonic time in ms
 */
export function recentlyFound<Answer extends object>(
  find: (key: string) => Promise<Answer | undefined>,
  perf: { now(): number } = performance,
): (key: string) => Promise<Answer | undefined> {
  const recent = new LRUCache<string, Answer>({
    max: keysKept,
    ttl: recentMs,
    ttlResolution: 0,
    perf,
    // An evicted question still answers its callers.
    ignoreFetchAbort: true,
    fetchMethod: async (key, _stale, { options }) => {
      const askedAtMs = perf.now();
      const answer = await find(key);
      // `ttl` counts from the answer; zero means forever.
      options.ttl = Math.max(1, recentMs - (perf.now() - askedAtMs));
      return answer;
    },
  });
  return (key) => recent.fetch(key);
}
