import { startLeaderRounds, type LeaderRounds } from '@writ/db';
import { parkedLanesWithWork, type LaneWork } from '@writ/lanes';
import {
  claimOverdueOperations,
  firstDeadline,
  type ClaimedOperation,
  type Settlement,
} from '@writ/operation';
import { errorFields, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';
import type { SettleAttempts } from '../operations/settle-attempts.ts';

const lanesPerRound = 20;
const operationsPerStep = 100;
const leaseMs = 15_000;
/** A look at a lane reads all that waits in it. */
const leastPauseMs = 30_000;
/** What is accepted after a look ends no earlier than this: the shortest deadline (Contract §4.1). */
const shortestDeadlineMs = 3_600_000;

type Deps = {
  pool: Pool;
  everyMs: number;
  perform: LaneWork<ClaimedOperation, Settlement>['perform'];
  settle: SettleAttempts;
  wakeLanes: (laneIds: Iterable<string>) => void;
  logger: Logger;
};

/**
 * Ends the operations of parked and paused lanes whose deadline has passed (Architecture): one process among all, a
 * step at a time, by the claim and the settlement with which any other operation ends.
 */
export function endOverdueOperations(deps: Deps): LeaderRounds {
  /**
   * When a lane need not be looked at before, in monotonic time: also when it goes on meanwhile and is parked again, as
   * one whose quota is used up does every few seconds.
   */
  const notBefore = new Map<string, number>();

  /** Ends some of what is overdue in a lane; true when there may be more. */
  const step = async (laneId: string): Promise<boolean> => {
    const claimed = await claimOverdueOperations(deps.pool, laneId, operationsPerStep, leaseMs);
    const settlements = await Promise.all(claimed.map((operation) => deps.perform(operation, noCall)));
    // It may be drained again since it was chosen.
    deps.wakeLanes(await deps.settle(settlements));
    // However few were claimed, there may be more: a claim stops at its bytes, too.
    if (claimed.length > 0) return true;
    const ms = (await firstDeadline(deps.pool, laneId)) ?? shortestDeadlineMs;
    const quietMs = Math.min(shortestDeadlineMs, Math.max(leastPauseMs, ms));
    notBefore.set(laneId, performance.now() + quietMs);
    return false;
  };
  const round = async (): Promise<number> => {
    forgetPassed(notBefore, performance.now());
    const laneIds = await parkedLanesWithWork(deps.pool, 'provider', {
      except: [...notBefore.keys()],
      limit: lanesPerRound,
    });
    let more = laneIds.length === lanesPerRound;
    for (const laneId of laneIds) more = (await step(laneId)) || more;
    return more ? 0 : deps.everyMs;
  };
  return startLeaderRounds({
    db: deps.pool,
    name: 'overdue-operations',
    everyMs: deps.everyMs,
    round,
    onError: (error) => deps.logger.warn('overdue writes were not ended; tried again', errorFields(error)),
  });
}

/** What is overdue is ended without a call, so its lease is never asked. */
const noCall = { remainingMs: () => 0, heldMs: () => 0, signal: new AbortController().signal };

function forgetPassed(notBefore: Map<string, number>, nowMs: number): void {
  for (const [laneId, atMs] of notBefore) if (atMs <= nowMs) notBefore.delete(laneId);
}
