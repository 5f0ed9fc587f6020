import type { LaneKind } from '@writ/contracts';
import { startLeaderRounds, type LeaderRounds } from '@writ/db';
import type { JobQueue } from '@writ/job-queue';
import { errorFields, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';
import { takeForgottenLanes } from './rows/lane-rows.ts';

const lanesPerRound = 1_000;
const lineMs = 500;
/** Clocks of several machines measure the line. */
const longestLineMs = 120_000;

/**
 * Wakes due lanes whose wake-up was lost, in one process among all, so that the queue is dispensable. Does
 * not repeat wake-ups that are still in a line, which would double it.
 */
export function startSweep(options: {
  pool: Pool;
  kind: LaneKind;
  usual: JobQueue;
  troubled: JobQueue;
  everyMs: number;
  logger: Logger;
  onWoken: (lanes: number) => void;
}): LeaderRounds {
  const { pool, kind, everyMs, logger } = options;
  /**
   * A wake-up taken from a line may wait in its process. An unreadable line counts as empty: only the sweep
   * recovers lost wake-ups.
   */
  const waitInLine = async (queue: JobQueue): Promise<number> => {
    const waitingMs = Math.min(await queue.waitingMs().catch(() => 0), longestLineMs);
    return waitingMs < lineMs ? waitingMs : waitingMs + everyMs;
  };
  return startLeaderRounds({
    db: pool,
    name: `sweep:${kind}`,
    everyMs,
    round: async () => {
      const [usual, troubled] = await Promise.all([waitInLine(options.usual), waitInLine(options.troubled)]);
      const lanes = await takeForgottenLanes(pool, {
        kind,
        quietMs: everyMs,
        waitingMs: { usual, troubled },
        limit: lanesPerRound,
      });
      if (lanes.length === 0) return everyMs;
      options.onWoken(lanes.length);
      logger.info('swept: woke lanes whose wake-up was lost or late', { kind, lanes: lanes.length });
      await Promise.all(
        lanes.map(({ id, troubled }) => (troubled ? options.troubled : options.usual).sweepWake(id)),
      );
      return lanes.length < lanesPerRound ? everyMs : 0;
    },
    onError: (error) =>
      logger.warn('sweep failed; the next round tries again', { kind, ...errorFields(error) }),
  });
}
