import { LRUCache } from 'lru-cache';

/** An answer no older than this is as good as one for a call that began so much earlier. */
const recentMs = 100;
const keysKept = 1_000;

/**
 * Shares each answer of `find` for 100 ms from the question on: a lane that sends thousands of writes a second to one
 * account would ask for its connection with every few of them. An absent answer and an error are not kept.
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
    // A question that is pushed out before its answer still gives it to those who wait.
    ignoreFetchAbort: true,
    fetchMethod: async (key, _stale, { options }) => {
      const askedAtMs = perf.now();
      const answer = await find(key);
      // The cache counts from the answer on. Zero would keep it for ever.
      options.ttl = Math.max(1, recentMs - (perf.now() - askedAtMs));
      return answer;
    },
  });
  return (key) => recent.fetch(key);
}
