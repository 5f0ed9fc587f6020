import { startLeaderRounds, type LeaderRounds } from '@writ/db';
import { notWaitingForConnection } from '@writ/installation';
import { installationsThatWait, releaseWaiting } from '@writ/operation';
import { errorFields, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';

const installationsAtOnce = 1_000;
const operationsPerStep = 1_000;

export type WaitingDeps = {
  pool: Pool;
  everyMs: number;
  wakeLanes: (laneIds: Iterable<string>) => void;
  logger: Logger;
};

/**
 * Releases writes once their installation has a working connection. Polling works for every reason and after any
 * crash.
 */
export const releaseWaitingOperations = (deps: WaitingDeps): LeaderRounds =>
  startLeaderRounds({
    db: deps.pool,
    name: 'waiting-operations',
    everyMs: deps.everyMs,
    round: () => round(deps),
    onError: (error) =>
      deps.logger.warn(
        'writes that wait for a connection were not looked after; tried again',
        errorFields(error),
      ),
  });

/** Returns the pause in ms. */
async function round({ pool, everyMs, wakeLanes }: WaitingDeps): Promise<number> {
  for (let afterId: string | undefined; ;) {
    const waiting = await installationsThatWait(pool, { afterId, limit: installationsAtOnce });
    afterId = waiting.at(-1);
    if (afterId === undefined) return everyMs;
    const free = await notWaitingForConnection(pool, waiting);
    if (free.length === 0) continue;
    const { count, lanes } = await releaseWaiting(pool, free, operationsPerStep);
    wakeLanes(lanes);
    if (count === operationsPerStep) return 0;
  }
}
