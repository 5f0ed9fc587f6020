import type { Queryable } from '@writ/db';
import { errorFields, type Logger } from '@writ/service-kit';

const pausedSql = `SELECT id FROM lane WHERE id = ANY ($1::uuid[]) AND parked_until = 'infinity'`;

/**
 * Looks, every `everyMs`, whether lanes that have a turn in this process were paused meanwhile: one statement for all of
 * them, and none while there are none.
 */
export function watchPauses(options: {
  db: Queryable;
  everyMs: number;
  inTurn: () => readonly string[];
  onPaused: (laneId: string) => void;
  logger: Logger;
}): { close(): Promise<void> } {
  const { db, inTurn, logger } = options;
  const look = async (): Promise<void> => {
    const laneIds = inTurn();
    if (laneIds.length === 0) return;
    try {
      const { rows } = await db.query<{ id: string }>(pausedSql, [laneIds]);
      for (const { id } of rows) options.onPaused(id);
    } catch (error) {
      logger.debug('not known which lanes were paused; looked for again', errorFields(error));
    }
  };

  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, options.everyMs);
  return {
    close: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
