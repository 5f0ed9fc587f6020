import { Refusal } from '@writ/problems';
import { LRUCache } from 'lru-cache';

/** Per connection and hour, beyond the manifest's needs. */
const mostCalls = 100;
const windowMs = 3_600_000;
const mostConnections = 10_000;

/**
 * Bounds the quota that pages spend: everyone who opens a page has its key. Each process counts on its own.
 * @param perf monotonic time
 */
export function pageQuestions(perf: { now(): number }) {
  const spent = new LRUCache<string, { calls: number }>({
    max: mostConnections,
    ttl: windowMs,
    ttlResolution: 0,
    perf,
  });
  return {
    /** @throws Refusal (429) */
    take: (connectionId: string): void => {
      const window = spent.get(connectionId) ?? { calls: 0 };
      if (window.calls >= mostCalls)
        throw new Refusal('rate-limited', {
          detail: `Pages have asked the CRM ${mostCalls} times in an hour for objects that the manifest does not name, or with \`refresh\`.`,
          remedy: 'Ask without `refresh` for objects of the manifest, or with a key of a server.',
          retryAfter: new Date(Date.now() + spent.getRemainingTTL(connectionId)),
        });
      window.calls += 1;
      // Setting again would restart the window.
      if (window.calls === 1) spent.set(connectionId, window);
    },
  };
}
