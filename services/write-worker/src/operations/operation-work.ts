import type { LaneWork } from '@writ/lanes';
import {
  claimOperations,
  closeDueBatches,
  nextDueOperation,
  renewOperations,
  type ClaimedOperation,
  type Settlement,
} from '@writ/operation';
import type { Pool } from 'pg';

/** What the lanes of provider accounts hold: asynchronous operations. */
export const operationWork = (deps: {
  pool: Pool;
  perform: LaneWork<ClaimedOperation, Settlement>['perform'];
  settle: (settlements: readonly Settlement[]) => Promise<void>;
}): LaneWork<ClaimedOperation, Settlement> => ({
  kind: 'provider',
  claim: async (laneId, limit, leaseMs) => {
    const claimed = await claimOperations(deps.pool, laneId, limit, leaseMs);
    // A lane with room left is also asked for auto batches whose delay has passed.
    if (claimed.length === limit || (await closeDueBatches(deps.pool, laneId)) === 0) return claimed;
    return [...claimed, ...(await claimOperations(deps.pool, laneId, limit - claimed.length, leaseMs))];
  },
  renew: (units, leaseMs) => renewOperations(deps.pool, units, leaseMs),
  perform: deps.perform,
  settle: (done) => deps.settle(done.map(({ outcome }) => outcome)),
  nextDueAt: nextDueOperation,
});
