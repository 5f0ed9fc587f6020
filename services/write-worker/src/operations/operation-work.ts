import { coalesceById } from '@writ/db';
import type { GovernedAccount, Governor } from '@writ/governor';
import type { FindInstallationForCall } from '@writ/installation';
import { claimedOf, createHeldBytes, laneProviders, type Claimed, type LaneWork } from '@writ/lanes';
import {
  batchLimits,
  nextDueOperations,
  unclaimOperations,
  renewOperations,
  type ClaimedOperation,
  type Settlement,
} from '@writ/operation';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { ClaimDue } from './claim-due.ts';
import type { SettleAttempts } from './settle-attempts.ts';

/** How many bytes of records a worker may hold of a lane before it claims more: two whole auto batches. */
const laneBytes = 2 * batchLimits.bytes;

/** What counts for more than one: that of a lane which holds as much as it may counts as much as a busy one does. */
const ordinaryBytes = laneBytes / 24;

/** Lanes whose provider is remembered. */
const rememberedLanes = 10_000;

type WorkDeps = {
  pool: Pool;
  claimDue: ClaimDue;
  findInstallation: FindInstallationForCall;
  governor: Pick<Governor, 'permits' | 'giveBack'>;
  perform: LaneWork<ClaimedOperation, Settlement>['perform'];
  settle: SettleAttempts;
};

/** What the lanes of provider accounts hold: asynchronous operations. */
export const operationWork = (deps: WorkDeps): LaneWork<ClaimedOperation, Settlement> => {
  const { pool, governor } = deps;
  const held = createHeldBytes(laneBytes);
  const accountOf = accountFinder(pool);
  /** So many of the permits have no unit. Never throws: a permit that is not given back ends by itself. */
  const giveBack = async (laneId: string, units: number): Promise<void> => {
    const account = await accountOf(laneId).catch(() => undefined);
    if (account) governor.giveBack(account, units);
  };

  return {
    kind: 'provider',
    // What it holds of the lane is under way: the lane goes on as it ends.
    permits: async (laneId, wanted) =>
      held.isFull(laneId) ? { kind: 'busy' } : governor.permits(await accountOf(laneId), wanted),
    claim: async (wanted, leaseMs) => {
      const giveBackRest = async (claimed: Claimed<ClaimedOperation>): Promise<void> => {
        const rests = wanted.map(
          ({ laneId, limit }) => [laneId, limit - claimedOf(claimed, laneId).length] as const,
        );
        await Promise.all(
          rests.filter(([, rest]) => rest > 0).map(([laneId, rest]) => giveBack(laneId, rest)),
        );
      };
      const claimed = await deps.claimDue(wanted, leaseMs).catch(async (error: unknown) => {
        // Otherwise the accounts would be taken for busy here, with units that nobody performs.
        await giveBackRest(new Map());
        throw error;
      });
      await giveBackRest(claimed);
      for (const laneId of claimed.keys()) {
        const units = claimedOf(claimed, laneId);
        held.take(laneId, units);
        // Asked for before they are needed, those of a claim share a statement. Who needs one is told if it fails.
        for (const id of new Set(units.map(({ installationId }) => installationId)))
          deps.findInstallation(id).catch(() => undefined);
      }
      return claimed;
    },
    mayHaveLeft: isLarge,
    weightOf: ({ bytes }) => Math.max(1, bytes / ordinaryBytes),
    unclaim: async (units) => {
      held.letGo(units);
      const lanes = Map.groupBy(units, ({ laneId }) => laneId);
      await Promise.all([...lanes].map(([laneId, { length }]) => giveBack(laneId, length)));
      await unclaimOperations(pool, units);
    },
    renew: (units, leaseMs) => renewOperations(pool, units, leaseMs),
    perform: (unit, lease) => deps.perform(unit, lease).finally(() => held.letGo([unit])),
    settle: (done) => deps.settle(done.map(({ outcome }) => outcome)),
    nextDueAt: nextDueOperations,
  };
};

/** A lane is the backlog of one account, and has its id; of which provider is looked up once for each lane. */
function accountFinder(pool: Pool): (laneId: string) => Promise<GovernedAccount> {
  const providers = new LRUCache<string, string>({ max: rememberedLanes });
  const find = coalesceById((laneIds) => laneProviders(pool, laneIds));
  return async (laneId) => {
    const provider = providers.get(laneId) ?? (await find(laneId)) ?? '';
    providers.set(laneId, provider);
    return { key: laneId, provider };
  };
}

/**
 * A claim that stopped for its bytes has nearly those of a batch, unless a large one was next. Where it has half of them and
 * nothing was left, the lane is asked once more than it had to be; where it has less, it is asked again a moment later.
 */
const isLarge = (units: readonly Pick<ClaimedOperation, 'bytes'>[]): boolean =>
  units.reduce((sum, { bytes }) => sum + bytes, 0) >= batchLimits.bytes / 2;
