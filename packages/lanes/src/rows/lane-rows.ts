import type { LaneKind } from '@writ/contracts';
import { inTransaction, type Prisma, type Queryable } from '@writ/db';
import type { Pool } from 'pg';
import { rateAfter } from './lane-rate.ts';
import type { Denied, LaneWork } from '../lane-work.ts';

/** What a drain has to know of its lane. `parkedForMs`: the rest of the time for which it is parked. */
export type LaneState = { parked: boolean; parkedForMs: number | null; troubled: boolean };

const beginSql = `
  UPDATE lane SET woken_at = clock_timestamp() WHERE id = $1
  RETURNING coalesce(parked_until > clock_timestamp(), false) AS parked, troubled,
    CASE WHEN isfinite(parked_until)
      THEN (extract(epoch FROM parked_until - clock_timestamp()) * 1000)::float8 END AS "parkedForMs"`;

/** Marks a lane as being drained, so that the sweep leaves it alone for a while. Undefined: there is no such lane. */
export async function beginDrain(pool: Pool, laneId: string): Promise<LaneState | undefined> {
  const { rows } = await pool.query<LaneState>(beginSql, [laneId]);
  return rows[0];
}

const rested = `troubled = $2, woken_at = clock_timestamp(), ${rateAfter('$3')}, rated_at = clock_timestamp()`;

const lockSql = 'SELECT 1 FROM lane WHERE id = $1 FOR UPDATE SKIP LOCKED';

const restSql = `
  UPDATE lane SET next_due_at = $4, ${rested} WHERE id = $1
  RETURNING (extract(epoch FROM next_due_at - clock_timestamp()) * 1000)::float8 AS wait_ms`;

const busySql = `UPDATE lane SET ${rested} WHERE id = $1`;

/** When a lane that is being given work is looked at again. */
const busyWaitMs = 20;

/**
 * Ends a drain: the lane's row is locked first, then what is left is read, so that work accepted meanwhile is not
 * missed. `settled`: units since the last time, for the lane's rate. Gives the wait until the first remaining unit is due,
 * undefined when none is left.
 *
 * A row that somebody has locked is being given work this very moment, so the lane stays due. It is not waited for: those
 * who give it work share their lock, and could pass it on from one to the next for ever.
 */
export function restLane<Unit, Outcome>(
  pool: Pool,
  work: Pick<LaneWork<Unit, Outcome>, 'nextDueAt'>,
  { id, troubled, settled }: { id: string; troubled: boolean; settled: number },
): Promise<number | undefined> {
  return inTransaction(pool, async (tx) => {
    const { rowCount: free } = await tx.query(lockSql, [id]);
    if (free === 0) {
      await tx.query(busySql, [id, troubled, settled]);
      return busyWaitMs;
    }
    const dueAt = await work.nextDueAt(tx, id);
    const values = [id, troubled, settled, dueAt ?? null];
    const { rows } = await tx.query<{ wait_ms: number | null }>(restSql, values);
    const waitMs = rows[0]?.wait_ms ?? undefined;
    return waitMs === undefined ? undefined : Math.max(0, waitMs);
  });
}

const parkSql = `
  UPDATE lane SET parked_until = clock_timestamp() + $2 * interval '1 ms', park_reason = $3
  WHERE id = $1 AND park_reason IS DISTINCT FROM 'paused'`;

/**
 * Parks a lane: until then nobody drains it, and its row tells why. A lane that an operator has paused stays as it is.
 * Afterwards it is woken by its timer, or, should that be lost, by the sweep.
 */
export async function parkLane(db: Queryable, laneId: string, park: Omit<Denied, 'kind'>): Promise<void> {
  await db.query(parkSql, [laneId, park.waitMs, park.reason]);
}

const parkedSql = `
  SELECT id FROM lane
  WHERE kind = $1 AND next_due_at IS NOT NULL AND parked_until > clock_timestamp() AND NOT id = ANY ($2::uuid[])
  ORDER BY next_due_at
  LIMIT $3`;

/** Some of the lanes that are parked or paused although they hold work. */
export async function parkedLanesWithWork(
  db: Queryable,
  kind: LaneKind,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(parkedSql, [kind, except, limit]);
  return rows.map(({ id }) => id);
}

const sweepSql = `
  UPDATE lane SET woken_at = clock_timestamp()
  WHERE id IN (
    SELECT id FROM lane
    WHERE kind = $1 AND next_due_at <= (SELECT clock_timestamp())
      AND (parked_until IS NULL OR parked_until <= clock_timestamp())
      AND (woken_at IS NULL OR woken_at < clock_timestamp() - $2 * interval '1 ms')
    ORDER BY next_due_at
    LIMIT $3
    FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING id, troubled`;

/** Takes the lanes that are due, not parked, and were not woken for `quietMs`: their wake-up was lost, or is late. */
export async function takeForgottenLanes(
  pool: Pool,
  options: { kind: LaneKind; quietMs: number; limit: number },
): Promise<readonly Pick<Prisma.LaneModel, 'id' | 'troubled'>[]> {
  const { kind, quietMs, limit } = options;
  return (await pool.query<Pick<Prisma.LaneModel, 'id' | 'troubled'>>(sweepSql, [kind, quietMs, limit])).rows;
}

/** Of more lanes than this, it is told that there are so many. */
const countedLanes = 10_000;

const dueSql = `
  SELECT kind, lanes, coalesce(extract(epoch FROM clock_timestamp() - oldest), 0)::float8 AS "oldestSeconds"
  FROM unnest(ARRAY['provider', 'destination']) AS known (kind), LATERAL (
    SELECT count(*)::int AS lanes, min(next_due_at) AS oldest
    FROM (
      SELECT next_due_at FROM lane
      WHERE lane.kind = known.kind AND next_due_at <= (SELECT clock_timestamp())
        AND (parked_until IS NULL OR parked_until <= clock_timestamp())
      ORDER BY next_due_at LIMIT ${countedLanes}) AS due) AS counted`;

/** Of each kind of lane, how many that are not parked have due work, and the age of the oldest: the health of the queue. */
export async function dueLanes(
  db: Queryable,
): Promise<readonly { kind: LaneKind; lanes: number; oldestSeconds: number }[]> {
  return (await db.query<{ kind: LaneKind; lanes: number; oldestSeconds: number }>(dueSql)).rows;
}

/** Removes lanes that nobody has used for `ageMs`: work for one makes it again. Gives how many there were. */
export const removeUnusedLanes = (
  prisma: Prisma.TransactionClient,
  { kind, ageMs, limit }: { kind: LaneKind; ageMs: number; limit: number },
): Promise<number> =>
  // One that is just given work is passed over; one that is paused stays, so that it is still paused when it gets some.
  prisma.$executeRaw`
    DELETE FROM lane WHERE id IN (
      SELECT id FROM lane
      WHERE kind = ${kind} AND next_due_at IS NULL AND park_reason IS DISTINCT FROM 'paused'
        AND coalesce(woken_at, create_time) < clock_timestamp() - ${ageMs} * interval '1 ms'
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED)`;
