import type { LaneKind } from '@writ/contracts';
import { inTransaction, type Queryable, type StatementPart } from '@writ/db';
import type { Pool } from 'pg';
import { rateAfter } from './lane-rate.ts';
import type { LaneWork } from './lane-work.ts';

/** A lane with something due in it: at `dueAt`, so long after the database's time, or now. */
export type LaneTouch = {
  id: string;
  projectId: string;
  kind: LaneKind;
  name: string;
  dueAt?: Date;
  dueInMs?: number;
};

/**
 * The rows stay locked to the transaction's end, so a drain that ends meanwhile sees the work. A lane that is due anyway,
 * as a busy one always is, is locked as little as that takes: `FOR KEY SHARE` holds back `restLane` alone, so that many
 * transactions touch one lane at once. Should the lane come to rest before the lock is had, Postgres looks at the row again
 * and it is not among the `awake`; then it is written like any other, by one transaction at a time.
 */
const lanesTouched = (first: number): string => `
  wanted AS (
    SELECT id, project_id, kind, name, coalesce(due_at, now + due_in_ms * interval '1 ms', now) AS due_at
    FROM unnest($${first}::uuid[], $${first + 1}::uuid[], $${first + 2}::text[], $${first + 3}::text[],
      $${first + 4}::timestamptz[], $${first + 5}::float8[])
      AS given (id, project_id, kind, name, due_at, due_in_ms), moment
  ), awake AS (
    SELECT lane.id FROM lane JOIN wanted ON wanted.id = lane.id
    WHERE lane.next_due_at <= wanted.due_at
    ORDER BY lane.id
    FOR KEY SHARE OF lane
  ), touched AS (
    INSERT INTO lane (id, project_id, kind, name, next_due_at)
    SELECT id, project_id, kind, name, due_at FROM wanted
    WHERE NOT EXISTS (SELECT FROM awake WHERE awake.id = wanted.id)
    ORDER BY id
    ON CONFLICT (id) DO UPDATE SET next_due_at = excluded.next_due_at
    WHERE lane.next_due_at IS NULL OR lane.next_due_at > excluded.next_due_at
    RETURNING id
  )`;

/** Columns of lanes with something due, for `lanesTouched`: each lane once, with the earliest of its times. */
function laneTouchColumns(lanes: readonly LaneTouch[]): unknown[][] {
  const earliest = new Map<string, LaneTouch>();
  for (const lane of lanes) {
    const known = earliest.get(lane.id);
    if (!known || dueMs(lane) < dueMs(known)) earliest.set(lane.id, lane);
  }
  const rows = [...earliest.values()];
  return [
    rows.map(({ id }) => id),
    rows.map(({ projectId }) => projectId),
    rows.map(({ kind }) => kind),
    rows.map(({ name }) => name),
    rows.map(({ dueAt }) => dueAt ?? null),
    rows.map(({ dueInMs }) => dueInMs ?? null),
  ];
}

const select = 'SELECT id FROM touched';
const touch = {
  name: 'touch-lanes',
  text: `WITH moment AS (SELECT clock_timestamp() AS now), ${lanesTouched(1)} ${select}`,
};

/** What a touch gives a row for: a lane whose due time it brought forward. */
export type TouchedLane = { id: string };

/**
 * Tells, in the transaction that makes the work, that lanes have something due. A lane's row is made
 * when it is first touched. Gives the lanes whose due time was brought forward: those have to be woken after the commit;
 * of the others somebody else has told before.
 */
export async function touchLanes(
  tx: Queryable,
  lanes: readonly LaneTouch[],
): Promise<readonly TouchedLane[]> {
  const { rows } = await tx.query<TouchedLane>({ ...touch, values: laneTouchColumns(lanes) });
  return rows;
}

/** As `touchLanes`, as a part of the statement that makes the work; the rows that it gives are `TouchedLane`s. */
export const laneTouch = (lanes: readonly LaneTouch[]): StatementPart => ({
  name: touch.name,
  with: lanesTouched,
  select,
  values: laneTouchColumns(lanes),
});

/** No time of its own means now, which is before every time that is given. One caller gives times of one sort. */
const dueMs = ({ dueAt, dueInMs }: LaneTouch): number => dueAt?.getTime() ?? dueInMs ?? 0;

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
    const { rowCount: free } = await tx.query('SELECT 1 FROM lane WHERE id = $1 FOR UPDATE SKIP LOCKED', [
      id,
    ]);
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

/** Age of the oldest due work in lanes that are not parked: the health of a kind of lane (Architecture). */
export async function oldestDueSeconds(pool: Pool, kind: LaneKind): Promise<number> {
  const { rows } = await pool.query<{ seconds: number | null }>(oldestDueSql, [kind]);
  return rows[0]?.seconds ?? 0;
}
