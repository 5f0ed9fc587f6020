import type { Permits } from '@writ/lanes';
import { LRUCache } from 'lru-cache';
import type { SendOutcome } from '../destination-kinds/destination-kind.ts';

/** A longer `Retry-After` is ignored. */
const mostHeldMs = 300_000;
const keptLanes = 10_000;

/**
 * Spaces this process's deliveries to slow receivers; between processes `Retry-After` does.
 *
 * @param options.apartOf the distance; while it is undefined, one delivery is claimed at a time
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
    claimed: (id: string): void => {
      const apartMs = apartOf(id) ?? 0;
      if (apartMs > 0) wait(id, apartMs);
    },
    ended: (id: string, { retryAfterMs = 0 }: SendOutcome): void => {
      if (retryAfterMs > 0 && (apartOf(id) ?? 0) > 0) wait(id, Math.min(retryAfterMs, mostHeldMs));
    },
  };
}
