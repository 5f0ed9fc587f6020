import { inTransaction, startLeaderRounds, type LeaderRounds } from '@writ/db';
import { touchLanes, type LaneTouch } from '@writ/lanes';
import { errorFields, type Clock, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';
import { disableDestination } from '../destinations/disable-destination.ts';

/** A destination from which nobody has fetched anything for so long is disabled (Contract §6.2). */
const lapseHours = 24;
const roundEveryMs = 10 * 60_000;
const lapsedAtOnce = 100;

/** A pull that comes meanwhile holds the row: then the destination is in use. */
const lapsedSql = `
  SELECT id FROM destination
  WHERE status = 'enabled' AND pulled_at < clock_timestamp() - $1 * interval '1 h'
  ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED`;

/** Disables the destinations whose clients have stayed away, so that what is for them is held; gives how many. */
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
 * A round, which gives how long to rest until the next one. While nobody made rounds, nobody may have answered the clients
 * either (this machine was off, or asleep): the first one after that leaves them its time to come back.
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

/** Has them lapse, in one process among all. */
export const startLapsing = (deps: LapseDeps): LeaderRounds =>
  startLeaderRounds({
    db: deps.pool,
    name: 'lapse-destinations',
    everyMs: roundEveryMs,
    round: lapsingRound(deps),
    onError: (error) => deps.logger.warn('destinations not looked at; tried again', errorFields(error)),
  });
