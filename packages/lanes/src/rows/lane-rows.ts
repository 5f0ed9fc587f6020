import type { LaneKind } from '@writ/contracts';
import {
  arraysOf,
  inTransaction,
  removeOfProject,
  type Prisma,
  type ProjectRows,
  type Queryable,
} from '@writ/db';
import type { Pool } from 'pg';
import { rateAfter } from './lane-rate.ts';
import type { Denied, LaneWork } from '../lane-work.ts';

/**
 * SQL: part of a `WITH` that must be read; the commit then does not wait for the disk. After a crash an older
 * lane row only makes the sweep check it again.
 */
const unhurried = `unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;

/** `dueInMs`: at the latest. */
export type LaneState = {
  parked: boolean;
  parkedForMs: number | null;
  dueInMs: number | null;
  troubled: boolean;
};

const beginSql = `
  WITH ${unhurried}, own AS MATERIALIZED (
    SELECT id FROM lane WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
  ), updated AS (
    UPDATE lane SET woken_at = clock_timestamp(), ${rateAfter('given.settled')}, rated_at = clock_timestamp()
    FROM unhurried, own JOIN unnest($1::uuid[], $2::int[]) AS given (id, settled) USING (id)
    WHERE lane.id = own.id
    RETURNING lane.id
  )
  SELECT lane.id, coalesce(parked_until > clock_timestamp(), false) AS parked, troubled,
    CASE WHEN isfinite(parked_until)
      THEN (extract(epoch FROM parked_until - clock_timestamp()) * 1000)::float8 END AS "parkedForMs",
    (extract(epoch FROM next_due_at - clock_timestamp()) * 1000)::float8 AS "dueInMs",
    lane.id IN (SELECT id FROM updated) AS "isUpdated"
  FROM lane WHERE lane.id = ANY ($1::uuid[])`;

export type LaneTally = { id: string; settled: number };

/**
 * Marks lanes as being drained, so that the sweep skips them, and adds what was settled. Missing lanes are
 * absent.
 */
export async function beginDrains(
  pool: Pool,
  lanes: readonly LaneTally[],
): Promise<ReadonlyMap<string, LaneState & { isUpdated: boolean }>> {
  const { rows } = await pool.query<LaneState & { id: string; isUpdated: boolean }>(
    beginSql,
    arraysOf(lanes, 'id', 'settled'),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export type LaneLeft = LaneTally & { troubled: boolean };

/** `waitMs`: until the next unit is due. */
export type RestedLane = { isUpdated: boolean; waitMs: number | undefined };

const lockSql = `
  WITH ${unhurried}
  SELECT id FROM lane, unhurried WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE OF lane SKIP LOCKED`;

/** Rows being given work keep their time; other locked rows stay unchanged. */
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

const busyWaitMs = 20;

/**
 * Locks rows first and reads units afterwards, so that work accepted meanwhile is not missed.
 *
 * A locked row is being given work, so its lane stays due. Waiting could take forever, since the lock is
 * shared; and this transaction holds other rows.
 */
export function restLanes<Unit, Outcome>(
  pool: Pool,
  work: Pick<LaneWork<Unit, Outcome>, 'nextDueAt'>,
  lanes: readonly LaneLeft[],
): Promise<readonly RestedLane[]> {
  return inTransaction(pool, async (tx) => {
    const { rows: locked } = await tx.query<{ id: string }>(lockSql, [lanes.map(({ id }) => id)]);
    const free = new Set(locked.map(({ id }) => id));
    const dueAt = free.size > 0 ? await work.nextDueAt(tx, [...free]) : new Map<string, Date>();
    const { rows } = await tx.query<{ id: string; isFree: boolean; waitMs: number | null }>(restSql, [
      ...arraysOf(lanes, 'id', 'troubled', 'settled'),
      lanes.map(({ id }) => free.has(id)),
      lanes.map(({ id }) => dueAt.get(id) ?? null),
    ]);
    const updated = new Map(rows.map((row) => [row.id, row]));
    return lanes.map(({ id }) => {
      const row = updated.get(id);
      if (!row?.isFree) return { isUpdated: row !== undefined, waitMs: busyWaitMs };
      return { isUpdated: true, waitMs: row.waitMs === null ? undefined : Math.max(0, row.waitMs) };
    });
  });
}

const parkSql = `
  UPDATE lane SET parked_until = clock_timestamp() + $2 * interval '1 ms', park_reason = $3
  WHERE id = $1 AND park_reason IS DISTINCT FROM 'paused'`;

/** Unless an operator has paused it. Wake it afterwards; the sweep does if that is lost. */
export async function parkLane(db: Queryable, laneId: string, park: Omit<Denied, 'kind'>): Promise<void> {
  await db.query(parkSql, [laneId, park.waitMs, park.reason]);
}

const behindSql = `
  SELECT id FROM lane
  WHERE kind = $1 AND next_due_at IS NOT NULL AND NOT id = ANY ($2::uuid[])
    AND (parked_until > clock_timestamp() OR next_due_at <= clock_timestamp() - $3 * interval '1 ms')
  ORDER BY next_due_at
  LIMIT $4`;

/** Lanes with work that are parked, or due for `lagMs`. */
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
 * Takes lanes that have been due, not parked and not woken for longer than `quietMs` and wake-ups wait:
 * theirs is lost or late.
 * @param options.waitingMs wait of usual and troubled wake-ups
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

/** By kind: unparked lanes with due work, at most `countedLanes`, and the oldest's age. */
export async function dueLanes(
  db: Queryable,
): Promise<readonly { kind: LaneKind; lanes: number; oldestSeconds: number }[]> {
  return (await db.query<{ kind: LaneKind; lanes: number; oldestSeconds: number }>(dueSql)).rows;
}

const stillSql = `
  SELECT reason, (SELECT count(*)::int FROM (SELECT FROM lane WHERE park_reason = reason AND park_reason IN ('paused', 'outage')
    AND parked_until > clock_timestamp() LIMIT $1) AS still) AS lanes
  FROM unnest(ARRAY['paused', 'outage']) AS known (reason)`;

export async function lanesThatStandStill(
  db: Queryable,
  limit: number,
): Promise<{ paused: number; outage: number }> {
  const { rows } = await db.query<{ reason: string; lanes: number }>(stillSql, [limit]);
  const lanesOf = (reason: string): number => rows.find((row) => row.reason === reason)?.lanes ?? 0;
  return { paused: lanesOf('paused'), outage: lanesOf('outage') };
}

const awaySql = `
  SELECT provider, count(*)::int AS accounts FROM (
    SELECT provider FROM lane
    WHERE park_reason IN ('paused', 'outage') AND park_reason = 'outage' AND parked_until > clock_timestamp()
      AND provider IS NOT NULL
    LIMIT ${countedLanes}) AS still
  GROUP BY provider`;

/** By provider: accounts with waiting writes whose breaker is open, at most `countedLanes`. */
export async function accountsAway(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ provider: string; accounts: number }>(awaySql);
  return new Map(rows.map(({ provider, accounts }) => [provider, accounts]));
}

/** New work creates the lane again. Returns their number. */
export const removeUnusedLanes = (
  prisma: Prisma.TransactionClient,
  { kind, ageMs, limit }: { kind: LaneKind; ageMs: number; limit: number },
): Promise<number> =>
  // Skips lanes being given work, and paused lanes, which must stay paused.
  prisma.$executeRaw`
    DELETE FROM lane WHERE id IN (
      SELECT id FROM lane
      WHERE kind = ${kind} AND next_due_at IS NULL AND park_reason IS DISTINCT FROM 'paused'
        AND coalesce(woken_at, create_time) < clock_timestamp() - ${ageMs} * interval '1 ms'
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED)`;

/** Removes lanes of erased accounts, paused or not: nothing waits in them. */
export const eraseLanes = async (prisma: Prisma.TransactionClient, ids: readonly string[]): Promise<void> => {
  await prisma.lane.deleteMany({ where: { id: { in: [...ids] } } });
};

/** Removes the next lanes of a project; returns their number. */
export const eraseLanesOfProject = (prisma: Prisma.TransactionClient, rows: ProjectRows): Promise<number> =>
  removeOfProject(prisma, ['lane'], rows);
