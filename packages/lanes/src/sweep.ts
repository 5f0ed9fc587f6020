import type { LaneKind } from '@writ/contracts';
import { leaderLease } from '@writ/db';
import type { JobQueue } from '@writ/job-queue';
import { errorFields, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';
import { takeForgottenLanes } from './lane-rows.ts';

/** The most lanes that one round wakes; the next round takes the others. */
const lanesPerRound = 1_000;

/**
 * Wakes, every `everyMs`, the due lanes whose wake-up was lost: one leader among all processes, by a lease in database
 * time (Architecture). This is what makes the queue's content dispensable.
 */
export function startSweep(options: {
  pool: Pool;
  kind: LaneKind;
  usual: JobQueue;
  troubled: JobQueue;
  everyMs: number;
  logger: Logger;
  onWoken: (lanes: number) => void;
}): { close(): Promise<void> } {
  const { pool, kind, everyMs, logger } = options;
  const lease = leaderLease(pool, { name: `sweep:${kind}`, leaseMs: everyMs * 3 });

  const round = async (): Promise<void> => {
    try {
      if (!(await lease.hold())) return;
      const lanes = await takeForgottenLanes(pool, { kind, quietMs: everyMs, limit: lanesPerRound });
      if (lanes.length === 0) return;
      options.onWoken(lanes.length);
      logger.info('swept: woke lanes whose wake-up was lost or late', { kind, lanes: lanes.length });
      await Promise.all(
        lanes.map(({ id, troubled }) => (troubled ? options.troubled : options.usual).sweepWake(id)),
      );
    } catch (error) {
      logger.warn('sweep failed; the next round tries again', { kind, ...errorFields(error) });
    }
  };

  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(round);
  }, everyMs);
  return {
    close: async () => {
      clearInterval(timer);
      await running;
      await lease.release().catch((error: unknown) => logger.debug('lease not released', errorFields(error)));
    },
  };
}
