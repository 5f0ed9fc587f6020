import type { Database } from '@writ/db';
import type { Clock, Closing, Logger } from '@writ/service-kit';
import { settleDeliveries, type SettleOptions } from '../delivery/settle-deliveries.ts';
import type { TellAttempt } from '../delivery/tell-attempts.ts';
import { createDueWatch } from './due-watch.ts';
import { startLapsing } from './lapse-destinations.ts';
import { pullDeliveries } from './pull-deliveries.ts';
import { reportAttempt } from './report-attempt.ts';

/** The contract's times (§6.2) by default. */
export type PullTimes = {
  /** How long a client has for a fetched delivery. */
  leaseMs: number;
  /** How often to look for what other processes make due. */
  lookEveryMs: number;
};

const usualTimes: PullTimes = { leaseMs: 60_000, lookEveryMs: 500 };

/** A client that reports is there: failures of its receiver never disable the destination. */
const neverForFailures = { failingMs: Infinity, failuresInRow: Infinity, failuresForMs: Infinity };

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
    poke: watch.poke,
    /** Call it last: it closes first, so no waiting client delays the end of the process. */
    start: (closing: Closing): void => {
      closing.add(startLapsing(deps), (rounds) => rounds.close());
      closing.add(watch.start(lookEveryMs, logger), (loop) => loop.close());
      closing.add(watch, (opened) => opened.close());
    },
  };
}
