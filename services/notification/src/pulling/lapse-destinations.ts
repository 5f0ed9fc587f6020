import { inTransaction, startLeaderRounds, type LeaderRounds } from '@writ/db';
import { touchLanes, type LaneTouch } from '@writ/lanes';
import { errorFields, type Clock, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';
import { disableDestination } from '../destinations/disable-destination.ts';

/** A destination is disabled after so long without a fetch (Contract §6.2). */
const lapseHours = 24;
const roundEveryMs = 10 * 60_000;
const lapsedAtOnce = 100;

/** A concurrent pull holds the row: that destination is in use. */
const lapsedSql = `
  SELECT id FROM destination
  WHERE status = 'enabled' AND pulled_at < clock_timestamp() - $1 * interval '1 h'
  ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED`;

export async function lapseDestinations(pool: Pool): Promise<number> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(lapsedSql, [lapseHours, lapsedAtOnce]);
    const reason = `Nobody fetched its deliveries for ${lapseHours} h.`;
    const lanes: LaneTouch[] = [];
    for (const { id } of rows) lanes.push(...((await disableDestination(tx, { id, reason })) ?? []));
    await touchLanes(tx, lanes);
    return rows.length;
  });
}

type LapseDeps = { pool: Pool; logger: Logger; clock: Pick<Clock, 'now'> };

/**
 * Returns the pause until the next round. After a gap (this machine was off or asleep) it only waits, so that clients
 * can come back.
 */
export function lapsingRound({ pool, logger, clock }: LapseDeps): () => Promise<number> {
  let lookedAtMs = -Infinity;
  return async () => {
    const nowMs = clock.now().getTime();
    const wasAway = nowMs - lookedAtMs > 2 * roundEveryMs;
    lookedAtMs = nowMs;
    if (wasAway) return roundEveryMs;
    const lapsed = await lapseDestinations(pool);
    if (lapsed > 0) logger.info('destinations disabled: nobody fetched their deliveries', { lapsed });
    return lapsed === lapsedAtOnce ? 0 : roundEveryMs;
  };
}

export const startLapsing = (deps: LapseDeps): LeaderRounds =>
  startLeaderRounds({
    db: deps.pool,
    name: 'lapse-destinations',
    everyMs: roundEveryMs,
    round: lapsingRound(deps),
    onError: (error) => deps.logger.warn('destinations not looked at; tried again', errorFields(error)),
  });
