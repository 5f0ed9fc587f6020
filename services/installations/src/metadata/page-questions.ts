import { Refusal } from '@writ/http-kit';
import { LRUCache } from 'lru-cache';

/** Calls of a connection that pages may have made in an hour, beyond what their manifest needs. */
const mostCalls = 100;
const windowMs = 3_600_000;
const mostConnections = 10_000;

/**
 * Bounds what pages spend of their account's quota: whoever opens a page has its key. Each process counts for itself.
 *
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
    /** Counts a call of a connection. @throws Refusal (429) where there were too many */
    take: (connectionId: string): void => {
      const window = spent.get(connectionId) ?? { calls: 0 };
      if (window.calls >= mostCalls)
        throw new Refusal('rate-limited', {
          detail: `Pages have asked the CRM ${mostCalls} times in an hour for objects that the manifest does not name, or anew.`,
          remedy: 'Ask without `refresh` for objects of the manifest, or with a key of a server.',
          retryAfter: new Date(Date.now() + spent.getRemainingTTL(connectionId)),
        });
      window.calls += 1;
      // The window goes on: what is set again would begin anew.
      if (window.calls === 1) spent.set(connectionId, window);
    },
  };
}
