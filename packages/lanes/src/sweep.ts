import type { LaneKind } from '@writ/contracts';
import { startLeaderRounds, type LeaderRounds } from '@writ/db';
import type { JobQueue } from '@writ/job-queue';
import { errorFields, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';
import { takeForgottenLanes } from './rows/lane-rows.ts';

/** The most lanes that one round wakes; the next one, at once, takes the others. */
const lanesPerRound = 1_000;
/** Wake-ups that wait for less are as good as taken. */
const lineMs = 500;
/** However long the line: how long it is, is told by the clocks of several machines. */
const longestLineMs = 120_000;

/**
 * Wakes, every `everyMs`, the due lanes whose wake-up was lost: one process among all. This is what makes the queue's
 * content dispensable (Architecture). Where wake-ups wait in line, those that were asked for since the first of them was are no
 * later than it: waking their lanes once more would make the line twice as long.
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
   * Where there is a line, what was taken from it may wait in a process for its slice to begin. One that cannot be looked at is
   * none: nothing but the sweep brings back what was lost.
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
