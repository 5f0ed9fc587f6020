import { startLeaderRounds, type LeaderRounds, type Queryable } from '@writ/db';
import { followingBearably } from '@writ/operation';
import { errorFields, type Logger } from '@writ/service-kit';

/** Together less than ten seconds (Contract §4.7): the usual wait, and that for another process to take over. */
const everyMs = 2_000;
const leaseMs = 5_000;

/**
 * Enters what is accepted and what ends into what is searched: one process among all, by a lease. After a full step it
 * rests for as long as that took, so it takes no more than half of a connection.
 */
export function follow({ pool, logger }: { pool: Queryable; logger: Logger }): LeaderRounds {
  const step = followingBearably(pool);
  return startLeaderRounds({
    db: pool,
    name: 'operation-feed',
    everyMs,
    leaseMs,
    round: async () => {
      const beganMs = performance.now();
      return (await step()) ? performance.now() - beganMs : everyMs;
    },
    onError: (error) => logger.warn('accepted operations not followed; tried again', errorFields(error)),
  });
}
