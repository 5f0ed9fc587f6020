import { isContentFault, passesBy, startLeaderRounds, type Database, type LeaderRounds } from '@writ/db';
import { dropWrite, endAbandoned, expiredWrites, type ExpiredWrite } from '@writ/operation';
import { errorFields, type Logger } from '@writ/service-kit';
import type { OperationEnd } from '@writ/service-parts';

const usualEveryMs = 10_000;

/**
 * Records synchronous writes whose process died, with an unknown outcome. A write must be expired in two successful
 * rounds: a gateway that lost Postgres has that long to record it.
 */
export function endAbandonedWrites(parts: {
  database: Pick<Database, 'pool' | 'transaction'>;
  logger: Logger;
  onEnded: (end: OperationEnd) => void;
  everyMs?: number;
}): LeaderRounds {
  const { database, logger, onEnded, everyMs = usualEveryMs } = parts;
  let seen: ReadonlySet<string> = new Set();

  const end = async (write: ExpiredWrite): Promise<void> => {
    try {
      if (!(await endAbandoned(database, write))) return;
      onEnded({ mode: 'synchronous', outcome: 'failure', fault: 'unknown' });
      logger.warn('outcome of a synchronous write is unknown: its process died', { operationId: write.id });
    } catch (error) {
      if (passesBy(error)) throw error;
      // Other faults keep it for a release that can record it; later writes continue.
      if (isContentFault(error)) await dropWrite(database.pool, write, undefined);
      logger.error('synchronous write was not recorded', { operationId: write.id, ...errorFields(error) });
    }
  };
  return startLeaderRounds({
    db: database.pool,
    name: 'abandoned-writes',
    everyMs,
    round: async () => {
      const before = seen;
      // Stays empty if this round fails.
      seen = new Set();
      const expired = await expiredWrites(database.pool);
      for (const write of expired) if (before.has(write.id)) await end(write);
      seen = new Set(expired.map(({ id }) => id));
      return everyMs;
    },
    onError: (error) => logger.warn('abandoned writes not recorded yet', errorFields(error)),
  });
}
