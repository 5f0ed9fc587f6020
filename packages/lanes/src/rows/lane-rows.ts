import type { LaneKind } from '@writ/contracts';
import { arraysOf, inTransaction, type Prisma, type Queryable } from '@writ/db';
import type { Pool } from 'pg';
import { rateAfter } from './lane-rate.ts';
import type { Denied, LaneWork } from '../lane-work.ts';

/**
 * SQL: part of the `WITH` of a statement, which has to read it, after which its transaction commits without waiting for the
 * disk. For what may be lost with the machine: a lane's row that is as it was before makes the sweep look at it once more.
 */
const unhurried = `unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;

/**
 * What a drain has to know of its lane. `parkedForMs`: the rest of the time for which it is parked; `dueInMs`: until its
 * first unit is due, no later; null when it has none.
 */
export type LaneState = {
  parked: boolean;
  parkedForMs: number | null;
  dueInMs: number | null;
  troubled: boolean;
};

/** A row that somebody has locked is read as it was before, and left as it is. */
const beginSql = `
  WITH ${unhurried}, own AS MATERIALIZED (
    SELECT id FROM lane WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
  ), told AS (
    UPDATE lane SET woken_at = clock_timestamp(), ${rateAfter('given.settled')}, rated_at = clock_timestamp()
    FROM unhurried, own JOIN unnest($1::uuid[], $2::int[]) AS given (id, settled) USING (id)
    WHERE lane.id = own.id
    RETURNING lane.id
  )
  SELECT lane.id, coalesce(parked_until > clock_timestamp(), false) AS parked, troubled,
    CASE WHEN isfinite(parked_until)
      THEN (extract(epoch FROM parked_until - clock_timestamp()) * 1000)::float8 END AS "parkedForMs",
    (extract(epoch FROM next_due_at - clock_timestamp()) * 1000)::float8 AS "dueInMs",
    lane.id IN (SELECT id FROM told) AS told
  FROM lane WHERE lane.id = ANY ($1::uuid[])`;

/** What is settled in a lane since its row was last told, for its rate. */
export type LaneTally = { id: string; settled: number };

/**
 * Marks these different lanes as being drained, so that the sweep leaves them alone for a while, and tells their rows what
 * was settled. Those that there are not are left out.
 */
export async function beginDrains(
  pool: Pool,
  lanes: readonly LaneTally[],
): Promise<ReadonlyMap<string, LaneState & { told: boolean }>> {
  const { rows } = await pool.query<LaneState & { id: string; told: boolean }>(
    beginSql,
    arraysOf(lanes, 'id', 'settled'),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** How a lane is left by its slice. */
export type LaneLeft = LaneTally & { troubled: boolean };

/** What a lane's row was told. `waitMs`: until its first remaining unit is due; undefined when none is left. */
export type LaneTold = { told: boolean; waitMs: number | undefined };

const lockSql = `
  WITH ${unhurried}
  SELECT id FROM lane, unhurried WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE OF lane SKIP LOCKED`;

/** Rows that somebody gives work keep their time; those that somebody writes are left as they are. */
const restSql = `
  WITH own AS MATERIALIZED (
    SELECT id FROM lane WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE lane SET next_due_at = CASE WHEN given.is_free THEN given.due_at ELSE next_due_at END,
    troubled = given.troubled, woken_at = clock_timestamp(), ${rateAfter('given.settled')}, rated_at = clock_timestamp()
  FROM own, unnest($1::uuid[], $2::bool[], $3::int[], $4::bool[], $5::timestamptz[])
    AS given (id, troubled, settled, is_free, due_at)
  WHERE lane.id = own.id AND given.id = own.id
  RETURNING lane.id, given.is_free AS "isFree",
    (extract(epoch FROM next_due_at - clock_timestamp()) * 1000)::float8 AS "waitMs"`;

/** When a lane that is being given work is looked at again. */
const busyWaitMs = 20;

/**
 * Ends the drains of these different lanes: their rows are locked first, then what is left is read, so that work accepted
 * meanwhile is not missed. Gives what each row was told.
 *
 * A row that somebody has locked is being given work this very moment, so the lane stays due. It is not waited for: those
 * who give it work share their lock, and could pass it on from one to the next for ever; and who waits here holds others.
 */
export function restLanes<Unit, Outcome>(
  pool: Pool,
  work: Pick<LaneWork<Unit, Outcome>, 'nextDueAt'>,
  lanes: readonly LaneLeft[],
): Promise<readonly LaneTold[]> {
  return inTransaction(pool, async (tx) => {
    const { rows: locked } = await tx.query<{ id: string }>(lockSql, [lanes.map(({ id }) => id)]);
    const free = new Set(locked.map(({ id }) => id));
    const dueAt = free.size > 0 ? await work.nextDueAt(tx, [...free]) : new Map<string, Date>();
    const { rows } = await tx.query<{ id: string; isFree: boolean; waitMs: number | null }>(restSql, [
      ...arraysOf(lanes, 'id', 'troubled', 'settled'),
      lanes.map(({ id }) => free.has(id)),
      lanes.map(({ id }) => dueAt.get(id) ?? null),
    ]);
    const told = new Map(rows.map((row) => [row.id, row]));
    return lanes.map(({ id }) => {
      const row = told.get(id);
      if (!row?.isFree) return { told: row !== undefined, waitMs: busyWaitMs };
      return { told: true, waitMs: row.waitMs === null ? undefined : Math.max(0, row.waitMs) };
    });
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

const behindSql = `
  SELECT id FROM lane
  WHERE kind = $1 AND next_due_at IS NOT NULL AND NOT id = ANY ($2::uuid[])
    AND (parked_until > clock_timestamp() OR next_due_at <= clock_timestamp() - $3 * interval '1 ms')
  ORDER BY next_due_at
  LIMIT $4`;

/** Some of the lanes that are parked or paused although they hold work, or whose first unit has been due for `lagMs`. */
export async function lanesBehind(
  db: Queryable,
  kind: LaneKind,
  { lagMs, except, limit }: { lagMs: number; except: readonly string[]; limit: number },
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(behindSql, [kind, except, lagMs, limit]);
  return rows.map(({ id }) => id);
}

const sweepSql = `
  UPDATE lane SET woken_at = clock_timestamp()
  WHERE id IN (
    SELECT id FROM lane
    WHERE kind = $1 AND next_due_at <= (SELECT clock_timestamp())
      AND (parked_until IS NULL OR parked_until <= clock_timestamp())
      AND greatest(next_due_at, parked_until, woken_at + $2 * interval '1 ms')
        <= clock_timestamp() - CASE WHEN troubled THEN $4::float8 ELSE $3::float8 END * interval '1 ms'
    ORDER BY next_due_at
    LIMIT $5
    FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING id, troubled`;

/**
 * Takes the lanes that are due, not parked any more, and were not woken for `quietMs`, all for longer than wake-ups wait now:
 * theirs was lost, or is late.
 *
 * @param options.waitingMs how long the wake-ups wait that are taken now, of usual and of troubled lanes
 */
export async function takeForgottenLanes(
  pool: Pool,
  options: {
    kind: LaneKind;
    quietMs: number;
    waitingMs: { usual: number; troubled: number };
    limit: number;
  },
): Promise<readonly Pick<Prisma.LaneModel, 'id' | 'troubled'>[]> {
  const { kind, quietMs, waitingMs, limit } = options;
  const values = [kind, quietMs, waitingMs.usual, waitingMs.troubled, limit];
  return (await pool.query<Pick<Prisma.LaneModel, 'id' | 'troubled'>>(sweepSql, values)).rows;
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

const stillSql = `
  SELECT reason, (SELECT count(*)::int FROM (SELECT FROM lane WHERE park_reason = reason AND park_reason IN ('paused', 'outage')
    AND parked_until > clock_timestamp() LIMIT $1) AS still) AS lanes
  FROM unnest(ARRAY['paused', 'outage']) AS known (reason)`;

/** How many lanes operators have paused, and how many rest since their account does not answer, each up to `limit`. */
export async function lanesThatStandStill(
  db: Queryable,
  limit: number,
): Promise<{ paused: number; outage: number }> {
  const { rows } = await db.query<{ reason: string; lanes: number }>(stillSql, [limit]);
  const lanesOf = (reason: string): number => rows.find((row) => row.reason === reason)?.lanes ?? 0;
  return { paused: lanesOf('paused'), outage: lanesOf('outage') };
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
