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
import type { AccountPermits } from './account-permits.ts';

/** What the lanes of provider accounts hold: asynchronous operations. */
export const operationWork = (deps: {
  pool: Pool;
  permits: AccountPermits;
  perform: LaneWork<ClaimedOperation, Settlement>['perform'];
  settle: (settlements: readonly Settlement[]) => Promise<void>;
}): LaneWork<ClaimedOperation, Settlement> => ({
  kind: 'provider',
  permits: deps.permits.ask,
  claim: async (laneId, limit, leaseMs) => {
    const claimed = await claimDue(deps.pool, laneId, limit, leaseMs).catch(async (error: unknown) => {
      // Otherwise the account would be taken for busy here, with units that nobody performs.
      await deps.permits.giveBack(laneId, limit);
      throw error;
    });
    if (claimed.length < limit) await deps.permits.giveBack(laneId, limit - claimed.length);
    return claimed;
  },
  renew: (units, leaseMs) => renewOperations(deps.pool, units, leaseMs),
  perform: deps.perform,
  settle: (done) => deps.settle(done.map(({ outcome }) => outcome)),
  nextDueAt: nextDueOperation,
});

async function claimDue(
  pool: Pool,
  laneId: string,
  limit: number,
  leaseMs: number,
): Promise<readonly ClaimedOperation[]> {
  const claimed = await claimOperations(pool, laneId, limit, leaseMs);
  // A lane with room left is also asked for auto batches whose delay has passed.
  if (claimed.length === limit || (await closeDueBatches(pool, laneId)) === 0) return claimed;
  return [...claimed, ...(await claimOperations(pool, laneId, limit - claimed.length, leaseMs))];
}
