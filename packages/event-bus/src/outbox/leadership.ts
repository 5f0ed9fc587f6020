import { leaderLease } from '@writ/db';
import { createFaultLog, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';
import { createNap } from '../nap.ts';

/** Whether this process leads, kept up to date in the background. */
export type Leadership = {
  /** How long this process leads for certain, on the monotonic clock; 0 or less when it does not. */
  remainingMs(): number;
  /** Gives leadership up, so that another takes over at once. */
  close(): Promise<void>;
};

/**
 * Takes the lease, or renews it, every third of `leaseMs`. What remains is counted from before the statement was
 * sent, so it is never more than what the database grants.
 */
export function startLeadership(options: {
  pool: Pool;
  name: string;
  leaseMs: number;
  logger: Logger;
}): Leadership {
  const { name, leaseMs, logger } = options;
  const lease = leaderLease(options.pool, { name, leaseMs });
  const faults = createFaultLog(logger, 'Leadership');
  const nap = createNap();
  let leadsUntil = 0;
  let closed = false;

  const renew = async (): Promise<void> => {
    const began = performance.now();
    const led = leadsUntil > began;
    const leads = await lease.hold();
    leadsUntil = leads ? began + leaseMs : 0;
    if (leads !== led) logger.info(leads ? 'Leads from now on' : 'Leads no longer', { lease: name });
    faults.recovered();
  };
  const keep = async (): Promise<void> => {
    while (!closed) {
      await renew().catch(faults.failed);
      await nap.rest(leaseMs / 3);
    }
  };

  const keeping = keep();
  return {
    remainingMs: () => leadsUntil - performance.now(),
    close: async () => {
      closed = true;
      nap.end();
      await keeping;
      leadsUntil = 0;
      await lease.release().catch(faults.failed);
    },
  };
}
