import type { Queryable } from '@writ/db';
import { errorFields, startLoop, type Logger, type Loop } from '@writ/service-kit';

const pausedSql = `SELECT id FROM lane WHERE id = ANY ($1::uuid[]) AND parked_until = 'infinity'`;

/** In one statement, for lanes with a slice here. */
export function watchPauses(options: {
  db: Queryable;
  everyMs: number;
  inSlice: () => readonly string[];
  onPaused: (laneId: string) => void;
  logger: Logger;
}): Loop {
  const { db, everyMs, inSlice, logger } = options;
  return startLoop({
    step: async () => {
      const laneIds = inSlice();
      if (laneIds.length === 0) return everyMs;
      const { rows } = await db.query<{ id: string }>(pausedSql, [laneIds]);
      for (const { id } of rows) options.onPaused(id);
      return everyMs;
    },
    onFault: (error) => {
      logger.debug('not known which lanes were paused; looked for again', errorFields(error));
      return everyMs;
    },
  });
}
