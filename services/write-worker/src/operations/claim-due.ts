import { LRUCache } from 'lru-cache';
import { claimOperations, closeDueBatches, type ClaimedOperation } from '@writ/operation';
import { errorFields, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';

/** A lane that is always full is asked so often for auto batches whose delay has passed. */
const askFullEveryMs = 1_000;
/** Lanes whose last question is remembered. */
const rememberedLanes = 10_000;

type Deps = { pool: Pool; logger: Logger; monotonicMs: () => number };

/** Claims what is due in a lane, auto batches whose delay has passed included. */
export type ClaimDue = ReturnType<typeof createClaimDue>;

/**
 * A lane that has nothing else due is asked for auto batches that are to run; one that has is asked now and then, since
 * its backlog may never end. A turn goes on until it finds nothing.
 */
export function createClaimDue({ pool, logger, monotonicMs }: Deps) {
  const askedAtMs = new LRUCache<string, number>({ max: rememberedLanes });
  const isTimeToAsk = (laneId: string): boolean =>
    monotonicMs() - (askedAtMs.get(laneId) ?? -Infinity) >= askFullEveryMs;
  const close = (laneId: string): Promise<number> => {
    askedAtMs.set(laneId, monotonicMs());
    return closeDueBatches(pool, laneId);
  };

  return async (laneId: string, limit: number, leaseMs: number): Promise<readonly ClaimedOperation[]> => {
    const claimed = await claimOperations(pool, laneId, limit, leaseMs);
    const room = limit - claimed.length;
    if (claimed.length > 0 && !isTimeToAsk(laneId)) return claimed;
    try {
      if ((await close(laneId)) === 0 || room === 0) return claimed;
      return [...claimed, ...(await claimOperations(pool, laneId, room, leaseMs))];
    } catch (error) {
      if (claimed.length === 0) throw error;
      // What was claimed is performed all the same: left to its lease, it would look as if it might have been written.
      logger.warn('auto batches not closed; tried again', { laneId, ...errorFields(error) });
      return claimed;
    }
  };
}
