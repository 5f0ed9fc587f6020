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
/** Each step reads all that stands before what it ends. */
const operationsPerStep = 1_000;
const mostQuietLanes = 10_000;
const leaseMs = 15_000;
/** A look at a lane reads all that waits in it. As long as this, what is overdue may wait for its turn in a lane. */
const leastPauseMs = 30_000;
/** Between two pages of lanes with nothing overdue. */
const pageRestMs = 200;
/** What is accepted, or closed, after a look ends no earlier than this: the shortest deadline (Contract §4.1). */
const shortestDeadlineMs = 3_600_000;

type Deps = WaitingDeps & {
  perform: LaneWork<ClaimedOperation, Settlement>['perform'];
  settle: SettleAttempts;
};

/**
 * Ends the operations whose deadline has passed in lanes that are parked or paused, or in which what is due waits behind a
 * backlog: one process among all, a step at a time, by the claim and the settlement with which any other operation ends,
 * so beside those who drain the lane, too. The deadline of an auto batch runs once it is closed, so those whose delay has
 * passed are closed here, too.
 */
export function endOverdueOperations(deps: Deps): LeaderRounds {
  /**
   * Lanes that need not be looked at for a while: also when they go on meanwhile and are parked again, as one whose quota
   * is used up does every few seconds.
   */
  const quiet = new LRUCache<string, true>({ max: mostQuietLanes });

  const endOrWarn = createEndOrWarn(deps);

  /** Ends some of what is overdue in a lane; true when there may be more. */
  const step = async (laneId: string): Promise<boolean> => {
    const claimed = await claimOverdueOperations(deps.pool, [{ laneId, limit: operationsPerStep }], leaseMs);
    await Promise.all(claimed.map(endOrWarn));
    // However few were claimed, there may be more: a claim stops at its bytes, too.
    if (claimed.length > 0) return true;
    const ms = (await firstDeadline(deps.pool, laneId)) ?? shortestDeadlineMs;
    const quietMs = Math.min(shortestDeadlineMs, Math.max(leastPauseMs, ms));
    quiet.set(laneId, true, { ttl: quietMs });
    return false;
  };
  /** A lane that cannot be looked at, such as one in which too much waits, holds up no other. */
  const stepOrWarn = (laneId: string): Promise<boolean> =>
    step(laneId).catch((error: unknown) => {
      deps.logger.warn('overdue writes of a lane were not ended; tried again', {
        laneId,
        ...errorFields(error),
      });
      quiet.set(laneId, true, { ttl: leastPauseMs });
      return false;
    });
  /** True when there may be more. Also in lanes that are quiet: a batch may have opened since they were looked at. */
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
    // There may be more lanes than can be remembered as quiet: a full page of them is no reason to hurry.
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

/**
 * Ends overdue operations. All that are ended at once are stored together; one whose end the database refuses is found by
 * halving, and is set aside until its lease is over and its lane is looked at again.
 */
function createEndOrWarn(deps: Deps): (operation: ClaimedOperation) => Promise<void> {
  const ends = createGroupCommit<Settlement, undefined>({
    commit: async (settlements) => {
      // It may be drained again since it was chosen.
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

/** What is overdue is ended without a call, so its lease is never asked. */
const noCall = { remainingMs: () => 0, heldMs: () => 0, signal: new AbortController().signal };
