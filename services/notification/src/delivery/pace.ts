import type { Permits } from '@writ/lanes';
import { LRUCache } from 'lru-cache';
import type { SendOutcome } from '../destination-kinds/destination-kind.ts';

/** A receiver may ask to be left alone for longer: then it is asked again meanwhile. */
const mostHeldMs = 300_000;
const keptLanes = 10_000;

/**
 * Spaces what is sent to receivers that bear little, for this process; between processes the answers of such a receiver do
 * (`Retry-After`, for which all that waits for it waits). Other destinations never wait.
 *
 * @param options.apartOf how far apart a destination's deliveries are to be; undefined as long as that is not known: then
 *   one at a time is claimed, which makes it known.
 */
export function createPace(options: { apartOf: (id: string) => number | undefined; nowMs: () => number }) {
  const { apartOf, nowMs } = options;
  const nextAtMs = new LRUCache<string, number>({ max: keptLanes });
  const wait = (id: string, waitMs: number): void => {
    nextAtMs.set(id, Math.max(nowMs() + waitMs, nextAtMs.get(id) ?? 0));
  };
  return {
    permits: (id: string, wanted: number): Permits => {
      const apartMs = apartOf(id);
      if (apartMs === 0) return { kind: 'granted', units: wanted };
      const waitMs = (nextAtMs.get(id) ?? 0) - nowMs();
      return waitMs > 0 ? { kind: 'denied', waitMs, reason: 'quota' } : { kind: 'granted', units: 1 };
    },
    /** One delivery was claimed, and is about to be sent; or a look found no object. */
    claimed: (id: string): void => {
      const apartMs = apartOf(id) ?? 0;
      if (apartMs > 0) wait(id, apartMs);
    },
    ended: (id: string, { retryAfterMs = 0 }: SendOutcome): void => {
      if (retryAfterMs > 0 && (apartOf(id) ?? 0) > 0) wait(id, Math.min(retryAfterMs, mostHeldMs));
    },
  };
}
