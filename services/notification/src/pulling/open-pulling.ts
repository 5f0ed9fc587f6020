import type { Database } from '@writ/db';
import type { Clock, Closing, Logger } from '@writ/service-kit';
import { settleDeliveries, type SettleOptions } from '../delivery/settle-deliveries.ts';
import type { TellAttempt } from '../delivery/tell-attempts.ts';
import { createDueWatch } from './due-watch.ts';
import { startLapsing } from './lapse-destinations.ts';
import { pullDeliveries } from './pull-deliveries.ts';
import { reportAttempt } from './report-attempt.ts';

/** The times of the contract (§6.2); tests pass their own. */
export type PullTimes = {
  /** How long a client has for a delivery that it fetched. */
  leaseMs: number;
  /** So often it is looked for what became due otherwise than in this process. */
  lookEveryMs: number;
};

const usualTimes: PullTimes = { leaseMs: 60_000, lookEveryMs: 500 };

/** A client that fetches and reports is there: however often its receiver fails, that costs nobody anything. */
const neverForFailures = { failingMs: Infinity, failuresInRow: Infinity, failuresForMs: Infinity };

/** Deliveries that clients fetch: what the endpoints stand on, and what runs beside them. */
export function openPulling(
  deps: Omit<SettleOptions, 'disabling'> & {
    database: Database;
    clock: Clock;
    logger: Logger;
    tellAttempt: TellAttempt;
    pullTimes?: Partial<PullTimes>;
  },
) {
  const { pool, logger } = deps;
  const { leaseMs, lookEveryMs } = { ...usualTimes, ...deps.pullTimes };
  const watch = createDueWatch({ pool });
  const settle = settleDeliveries({ ...deps, disabling: neverForFailures });
  return {
    leaseMs,
    pull: pullDeliveries({ ...deps, watch, leaseMs }),
    report: reportAttempt({ ...deps, prisma: deps.database.prisma, settle }),
    /** Tells the clients of this process that wait for a destination. */
    poke: watch.poke,
    /** Called last: closed first, so that no client that waits holds up the end of the process. */
    start: (closing: Closing): void => {
      closing.add(startLapsing(deps), (rounds) => rounds.close());
      closing.add(watch.start(lookEveryMs, logger), (loop) => loop.close());
      closing.add(watch, (opened) => opened.close());
    },
  };
}
