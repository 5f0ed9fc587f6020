import type { LaneWork } from '@writ/lanes';
import {
  nextDueOperation,
  releaseOperations,
  renewOperations,
  type ClaimedOperation,
  type Settlement,
} from '@writ/operation';
import type { Pool } from 'pg';
import type { AccountPermits } from './account-permits.ts';
import type { ClaimDue } from './claim-due.ts';

/** What the lanes of provider accounts hold: asynchronous operations. */
export const operationWork = (deps: {
  pool: Pool;
  claimDue: ClaimDue;
  permits: AccountPermits;
  perform: LaneWork<ClaimedOperation, Settlement>['perform'];
  settle: (settlements: readonly Settlement[]) => Promise<void>;
}): LaneWork<ClaimedOperation, Settlement> => ({
  kind: 'provider',
  permits: deps.permits.ask,
  claim: async (laneId, limit, leaseMs) => {
    const claimed = await deps.claimDue(laneId, limit, leaseMs).catch(async (error: unknown) => {
      // Otherwise the account would be taken for busy here, with units that nobody performs.
      await deps.permits.giveBack(laneId, limit);
      throw error;
    });
    if (claimed.length < limit) await deps.permits.giveBack(laneId, limit - claimed.length);
    return claimed;
  },
  release: async (units) => {
    const lanes = Map.groupBy(units, ({ laneId }) => laneId);
    await Promise.all([...lanes].map(([laneId, { length }]) => deps.permits.giveBack(laneId, length)));
    await releaseOperations(deps.pool, units);
  },
  renew: (units, leaseMs) => renewOperations(deps.pool, units, leaseMs),
  perform: deps.perform,
  settle: (done) => deps.settle(done.map(({ outcome }) => outcome)),
  nextDueAt: nextDueOperation,
});
