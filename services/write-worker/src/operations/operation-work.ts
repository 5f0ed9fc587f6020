import type { LaneWork } from '@writ/lanes';
import {
  batchLimits,
  nextDueOperation,
  unclaimOperations,
  renewOperations,
  type ClaimedOperation,
  type Settlement,
} from '@writ/operation';
import type { Pool } from 'pg';
import type { AccountPermits } from './account-permits.ts';
import type { ClaimDue } from './claim-due.ts';
import type { SettleAttempts } from './settle-attempts.ts';

/** How many bytes of records a worker may hold of a lane before it claims more: two whole auto batches. */
const laneBytes = 2 * batchLimits.bytes;

/** What the lanes of provider accounts hold: asynchronous operations. */
export const operationWork = (deps: {
  pool: Pool;
  claimDue: ClaimDue;
  permits: AccountPermits;
  perform: LaneWork<ClaimedOperation, Settlement>['perform'];
  settle: SettleAttempts;
}): LaneWork<ClaimedOperation, Settlement> => {
  const held = heldBytes();
  return {
    kind: 'provider',
    // What it holds of the lane is under way: the lane goes on as it ends.
    permits: async (laneId, wanted) =>
      held.isFull(laneId) ? { kind: 'busy' } : deps.permits.ask(laneId, wanted),
    claim: async (laneId, limit, leaseMs) => {
      const claimed = await deps.claimDue(laneId, limit, leaseMs).catch(async (error: unknown) => {
        // Otherwise the account would be taken for busy here, with units that nobody performs.
        await deps.permits.giveBack(laneId, limit);
        throw error;
      });
      if (claimed.length < limit) await deps.permits.giveBack(laneId, limit - claimed.length);
      held.take(claimed);
      return claimed;
    },
    mayHaveLeft: isLarge,
    release: async (units) => {
      held.letGo(units);
      const lanes = Map.groupBy(units, ({ laneId }) => laneId);
      await Promise.all([...lanes].map(([laneId, { length }]) => deps.permits.giveBack(laneId, length)));
      await unclaimOperations(deps.pool, units);
    },
    renew: (units, leaseMs) => renewOperations(deps.pool, units, leaseMs),
    perform: (unit, lease) => deps.perform(unit, lease).finally(() => held.letGo([unit])),
    // A lane that gets work by it is asked what is left once its unit has ended here.
    settle: async (done) => {
      await deps.settle(done.map(({ outcome }) => outcome));
    },
    nextDueAt: nextDueOperation,
  };
};

/**
 * A claim that stopped for its bytes has nearly those of a batch, unless a large one was next. Where it has half of them and
 * nothing was left, the lane is asked once more than it had to be; where it has less, it is asked again a moment later.
 */
const isLarge = (units: readonly Pick<ClaimedOperation, 'bytes'>[]): boolean =>
  units.reduce((sum, { bytes }) => sum + bytes, 0) >= batchLimits.bytes / 2;

type Held = Pick<ClaimedOperation, 'laneId' | 'bytes'>;

/** Bytes of what this process has claimed and not performed, by lane. */
function heldBytes() {
  const held = new Map<string, number>();
  const add = (units: readonly Held[], sign: 1 | -1): void => {
    for (const { laneId, bytes } of units) {
      const sum = (held.get(laneId) ?? 0) + sign * bytes;
      if (sum === 0) held.delete(laneId);
      else held.set(laneId, sum);
    }
  };
  return {
    /** It holds as much of the lane as it may: at least one unit. */
    isFull: (laneId: string): boolean => (held.get(laneId) ?? 0) >= laneBytes,
    take: (units: readonly Held[]): void => add(units, 1),
    letGo: (units: readonly Held[]): void => add(units, -1),
  };
}
