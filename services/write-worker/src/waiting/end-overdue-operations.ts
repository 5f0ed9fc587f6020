import { createGroupCommit, isContentFault, startLeaderRounds, type LeaderRounds } from '@writ/db';
import { lanesBehind, type LaneWork } from '@writ/lanes';
import {
  claimOverdueOperations,
  closeDueBatches,
  firstDeadline,
  lanesWithLateBatches,
  type ClaimedOperation,
  type Settlement,
} from '@writ/operation';
import { errorFields } from '@writ/service-kit';
import { LRUCache } from 'lru-cache';
import type { SettleAttempts } from '../operations/settle-attempts.ts';
import type { WaitingDeps } from './release-waiting-operations.ts';

const lanesPerRound = 20;
/** Each step reads all operations before these. */
const operationsPerStep = 1_000;
const mostQuietLanes = 10_000;
const leaseMs = 15_000;
/** Checking a lane reads all its waiting operations. */
const leastPauseMs = 30_000;
/** Between pages of lanes without overdue operations. */
const pageRestMs = 200;
/** Operations accepted after a check end no earlier (Contract §4.1). */
const shortestDeadlineMs = 3_600_000;

type Deps = WaitingDeps & {
  perform: LaneWork<ClaimedOperation, Settlement>['perform'];
  settle: SettleAttempts;
};

/**
 * Ends overdue operations of lanes that are parked, paused or far behind, in one process among all, by the usual
 * claim and settlement, beside any slice. Also closes due auto batches, whose deadline begins then.
 */
export function endOverdueOperations(deps: Deps): LeaderRounds {
  /** Lanes not to check for a while, even if parked again, as lanes without quota are every few seconds. */
  const quiet = new LRUCache<string, true>({ max: mostQuietLanes });

  const endOrWarn = createEndOrWarn(deps);

  /** True if there may be more. */
  const step = async (laneId: string): Promise<boolean> => {
    const claimed = await claimOverdueOperations(deps.pool, [{ laneId, limit: operationsPerStep }], leaseMs);
    await Promise.all(claimed.map(endOrWarn));
    // A claim also stops at its bytes.
    if (claimed.length > 0) return true;
    const ms = (await firstDeadline(deps.pool, laneId)) ?? shortestDeadlineMs;
    const quietMs = Math.min(shortestDeadlineMs, Math.max(leastPauseMs, ms));
    quiet.set(laneId, true, { ttl: quietMs });
    return false;
  };
  /** An overlong lane blocks no other. */
  const stepOrWarn = (laneId: string): Promise<boolean> =>
    step(laneId).catch((error: unknown) => {
      deps.logger.warn('overdue writes of a lane were not ended; tried again', {
        laneId,
        ...errorFields(error),
      });
      quiet.set(laneId, true, { ttl: leastPauseMs });
      return false;
    });
  /** Includes quiet lanes, as a batch may have opened since. True if there may be more. */
  const closeLate = async (): Promise<boolean> => {
    const laneIds = await lanesWithLateBatches(deps.pool, lanesPerRound);
    for (const laneId of laneIds) await closeDueBatches(deps.pool, laneId);
    return laneIds.length === lanesPerRound;
  };
  const round = async (): Promise<number> => {
    const laneIds = await lanesBehind(deps.pool, 'provider', {
      lagMs: leastPauseMs,
      except: [...quiet.keys()],
      limit: lanesPerRound,
    });
    let more = await closeLate();
    for (const laneId of laneIds) more = (await stepOrWarn(laneId)) || more;
    // More lanes may be quiet than `quiet` holds: a full page is no reason to hurry.
    return more ? 0 : laneIds.length === lanesPerRound ? pageRestMs : deps.everyMs;
  };
  return startLeaderRounds({
    db: deps.pool,
    name: 'overdue-operations',
    everyMs: deps.everyMs,
    round,
    onError: (error) => deps.logger.warn('overdue writes were not ended; tried again', errorFields(error)),
  });
}

/** Shares statements. An end that the database refuses is isolated by halving, and waits for the lane's next check. */
function createEndOrWarn(deps: Deps): (operation: ClaimedOperation) => Promise<void> {
  const ends = createGroupCommit<Settlement, undefined>({
    commit: async (settlements) => {
      deps.wakeLanes(await deps.settle(settlements));
      return settlements.map(() => undefined);
    },
    isContentFault,
    maxItems: operationsPerStep,
    concurrency: 1,
  });
  return async (operation) => {
    try {
      await ends.add(await deps.perform(operation, noCall));
    } catch (error) {
      if (!isContentFault(error)) throw error;
      deps.logger.warn('an overdue write cannot be ended; tried again', {
        operationId: operation.id,
        projectId: operation.projectId,
        ...errorFields(error),
      });
    }
  };
}

/** There is no call, so the lease is never read. */
const noCall = { remainingMs: () => 0, heldMs: () => 0, signal: new AbortController().signal };
