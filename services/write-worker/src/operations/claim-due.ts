import type { KeptPlans } from '@writ/db';
import { LRUCache } from 'lru-cache';
import type { Wanted } from '@writ/lanes';
import {
  claimOperations,
  closeDueBatches,
  lanesWithDueBatches,
  type ClaimedOperation,
} from '@writ/operation';
import { errorFields, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';

/** A lane that is always full is asked so often for auto batches whose delay has passed. */
const askFullEveryMs = 1_000;
/** Lanes whose last question is remembered. */
const rememberedLanes = 10_000;

type Deps = { pool: Pool; plans?: KeptPlans; logger: Logger; monotonicMs: () => number };

/** Claims what is due in a lane, auto batches whose delay has passed included. */
export type ClaimDue = ReturnType<typeof createClaimDue>;

/**
 * A lane that has nothing else due is asked for auto batches that are to run; one that has is asked now and then, since
 * its backlog may never end. A slice goes on until it finds nothing.
 */
export function createClaimDue({ pool, plans, logger, monotonicMs }: Deps) {
  const askedAtMs = new LRUCache<string, number>({ max: rememberedLanes });
  /** Not with the first claim: most lanes are empty before the time is over, and are asked then. */
  const isTimeToAsk = (laneId: string): boolean => {
    const sinceMs = askedAtMs.get(laneId);
    if (sinceMs === undefined) askedAtMs.set(laneId, monotonicMs());
    return sinceMs !== undefined && monotonicMs() - sinceMs >= askFullEveryMs;
  };

  /** Gives those of the lanes in which a batch was closed. */
  const close = async (laneIds: readonly string[]): Promise<ReadonlySet<string>> => {
    for (const laneId of laneIds) askedAtMs.set(laneId, monotonicMs());
    const closed = new Set<string>();
    for (const laneId of await lanesWithDueBatches(pool, laneIds)) {
      if ((await closeDueBatches(pool, laneId)) > 0) closed.add(laneId);
    }
    return closed;
  };

  return async (
    wanted: readonly Wanted[],
    leaseMs: number,
  ): Promise<ReadonlyMap<string, readonly ClaimedOperation[]>> => {
    const first = await claimOperations(pool, wanted, leaseMs, plans);
    const claimed = Map.groupBy(first, ({ laneId }) => laneId);
    const asked = wanted.filter(({ laneId }) => !claimed.has(laneId) || isTimeToAsk(laneId));
    if (asked.length === 0) return claimed;
    try {
      const closed = await close(asked.map(({ laneId }) => laneId));
      const left = asked.flatMap(({ laneId, limit }) => {
        const room = limit - (claimed.get(laneId)?.length ?? 0);
        return room > 0 && closed.has(laneId) ? [{ laneId, limit: room }] : [];
      });
      if (left.length === 0) return claimed;
      return Map.groupBy(
        [...first, ...(await claimOperations(pool, left, leaseMs, plans))],
        ({ laneId }) => laneId,
      );
    } catch (error) {
      if (first.length === 0) throw error;
      // What was claimed is performed all the same: left to its lease, it would look as if it might have been written.
      logger.warn('auto batches not closed; tried again', { lanes: asked.length, ...errorFields(error) });
      return claimed;
    }
  };
}
