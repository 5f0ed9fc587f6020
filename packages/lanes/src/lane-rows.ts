import type { LaneKind } from '@writ/contracts';
import { inTransaction, type Queryable } from '@writ/db';
import type { Pool } from 'pg';
import type { LaneWork } from './lane-work.ts';

/** A lane with something due in it. */
export type LaneTouch = { id: string; projectId: string; kind: LaneKind; name: string; dueAt?: Date };

const touchSql = `
  INSERT INTO lane (id, project_id, kind, name, next_due_at)
  SELECT id, project_id, kind, name, coalesce(due_at, clock_timestamp())
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
    AS given (id, project_id, kind, name, due_at)
  ORDER BY id
  ON CONFLICT (id) DO UPDATE SET next_due_at = excluded.next_due_at
  WHERE lane.next_due_at IS NULL OR lane.next_due_at > excluded.next_due_at`;

/**
 * Tells, in the transaction that makes the work, that lanes have something due: at `dueAt`, or now. A lane's row is made
 * when it is first touched. The row stays locked to the transaction's end, so a drain that ends meanwhile sees the work.
 */
export async function touchLanes(tx: Queryable, lanes: readonly LaneTouch[]): Promise<void> {
  const earliest = new Map<string, LaneTouch>();
  for (const lane of lanes) {
    const known = earliest.get(lane.id);
    if (!known || dueMs(lane) < dueMs(known)) earliest.set(lane.id, lane);
  }
  const rows = [...earliest.values()];
  await tx.query(touchSql, [
    rows.map(({ id }) => id),
    rows.map(({ projectId }) => projectId),
    rows.map(({ kind }) => kind),
    rows.map(({ name }) => name),
    rows.map(({ dueAt }) => dueAt ?? null),
  ]);
}

/** No time of its own means now, which is before every time that is given. */
const dueMs = ({ dueAt }: LaneTouch): number => dueAt?.getTime() ?? 0;

/** What a drain has to know of its lane. */
export type LaneState = { parked: boolean; troubled: boolean };

const beginSql = `
  UPDATE lane SET woken_at = clock_timestamp() WHERE id = $1
  RETURNING coalesce(parked_until > clock_timestamp(), false) AS parked, troubled`;

/** Marks a lane as being drained, so that the sweep leaves it alone for a while. Undefined: there is no such lane. */
export async function beginDrain(pool: Pool, laneId: string): Promise<LaneState | undefined> {
  const { rows } = await pool.query<LaneState>(beginSql, [laneId]);
  return rows[0];
}

const restSql = `
  UPDATE lane SET next_due_at = $2, troubled = $3, woken_at = clock_timestamp() WHERE id = $1
  RETURNING (extract(epoch FROM next_due_at - clock_timestamp()) * 1000)::float8 AS wait_ms`;

/**
 * Ends a drain: the lane's row is locked first, then what is left is read, so that work accepted meanwhile is not
 * missed. Gives the wait until the first remaining unit is due, undefined when none is left.
 */
export function restLane<Unit, Outcome>(
  pool: Pool,
  work: Pick<LaneWork<Unit, Outcome>, 'nextDueAt'>,
  laneId: string,
  troubled: boolean,
): Promise<number | undefined> {
  return inTransaction(pool, async (tx) => {
    await tx.query('SELECT 1 FROM lane WHERE id = $1 FOR UPDATE', [laneId]);
    const dueAt = await work.nextDueAt(tx, laneId);
    const { rows } = await tx.query<{ wait_ms: number | null }>(restSql, [laneId, dueAt ?? null, troubled]);
    const waitMs = rows[0]?.wait_ms ?? undefined;
    return waitMs === undefined ? undefined : Math.max(0, waitMs);
  });
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
    FOR UPDATE SKIP LOCKED)
  RETURNING id, troubled`;

/** Takes the lanes that are due, not parked, and were not woken for `quietMs`: their wake-up was lost, or is late. */
export async function takeForgottenLanes(
  pool: Pool,
  options: { kind: LaneKind; quietMs: number; limit: number },
): Promise<readonly { id: string; troubled: boolean }[]> {
  const { rows } = await pool.query<{ id: string; troubled: boolean }>(sweepSql, [
    options.kind,
    options.quietMs,
    options.limit,
  ]);
  return rows;
}

const oldestDueSql = `
  SELECT greatest(0, extract(epoch FROM clock_timestamp() - min(next_due_at)))::float8 AS seconds
  FROM lane
  WHERE kind = $1 AND next_due_at IS NOT NULL AND (parked_until IS NULL OR parked_until <= clock_timestamp())`;

/** Age of the oldest due work in lanes that are not parked: the health of a kind of lane (Architecture §3.5). */
export async function oldestDueSeconds(pool: Pool, kind: LaneKind): Promise<number> {
  const { rows } = await pool.query<{ seconds: number | null }>(oldestDueSql, [kind]);
  return rows[0]?.seconds ?? 0;
}
