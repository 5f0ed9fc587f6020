import { startLeaderRounds, type LeaderRounds, type Queryable } from '@writ/db';
import { followingBearably } from '@writ/operation';
import { errorFields, type Logger } from '@writ/service-kit';

/** Together below ten seconds (Contract §4.7), even if another process takes over. */
const everyMs = 2_000;
const leaseMs = 5_000;

/**
 * Makes accepted and ended operations searchable, in one process among all. After a full step it rests as long as the
 * step took.
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
