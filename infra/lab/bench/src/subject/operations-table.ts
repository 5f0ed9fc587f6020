import type { Pool } from 'pg';

const idsPerStatement = 20_000;

/** Of these operations: how many are stored, and how many have ended in which way. */
export async function countOperations(
  pool: Pool,
  operationIds: readonly string[],
): Promise<{ stored: number; succeeded: number; failed: number }> {
  const total = { stored: 0, succeeded: 0, failed: 0 };
  for (let at = 0; at < operationIds.length; at += idsPerStatement) {
    const { rows } = await pool.query<{ stored: number; succeeded: number; failed: number }>(
      `SELECT count(*)::int AS stored, count(*) FILTER (WHERE status = 'success')::int AS succeeded,
        count(*) FILTER (WHERE status = 'failure')::int AS failed
      FROM operation WHERE id = ANY ($1::uuid[])`,
      [operationIds.slice(at, at + idsPerStatement)],
    );
    total.stored += rows[0]?.stored ?? 0;
    total.succeeded += rows[0]?.succeeded ?? 0;
    total.failed += rows[0]?.failed ?? 0;
  }
  return total;
}

/** Whether no lane of this kind has anything left. Asking costs Postgres next to nothing, since there are few lanes. */
export async function isDrained(pool: Pool, kind: 'provider' | 'destination' = 'provider'): Promise<boolean> {
  const { rowCount } = await pool.query(
    'SELECT 1 FROM lane WHERE kind = $1 AND next_due_at IS NOT NULL LIMIT 1',
    [kind],
  );
  return rowCount === 0;
}

/** Whether all events have been published. */
export async function isOutboxEmpty(pool: Pool): Promise<boolean> {
  return (await pool.query('SELECT 1 FROM outbox LIMIT 1')).rowCount === 0;
}

/** From the moment the first operation of these groups was accepted to the end of the last. */
export async function secondsToWritten(pool: Pool, groupRefs: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM max(update_time) - min(create_time))::float8 AS seconds
    FROM operation WHERE group_ref = ANY ($1)`,
    [groupRefs],
  );
  return rows[0]?.seconds ?? 0;
}

export type DrainTimes = {
  /** From the first attempt to the end of the last operation. */
  seconds: number;
  /** From the end of the first tenth of them to the end of the last: what a process that is warm takes. */
  lastNineTenths: number;
};

/** How long the operations of these groups took. */
export async function drainTimes(pool: Pool, groupRefs: readonly string[]): Promise<DrainTimes> {
  const { rows } = await pool.query<DrainTimes>(
    `SELECT extract(epoch FROM max(update_time) - min(last_attempt_at))::float8 AS seconds,
      extract(epoch FROM max(update_time) - percentile_disc(0.1) WITHIN GROUP (ORDER BY update_time))::float8
        AS "lastNineTenths"
    FROM operation WHERE group_ref = ANY ($1)`,
    [groupRefs],
  );
  return rows[0] ?? { seconds: 0, lastNineTenths: 0 };
}

/** Of each of these operations that has ended: the time from its acceptance to its end, in milliseconds. */
export async function writtenAfterMs(pool: Pool, operationIds: readonly string[]): Promise<number[]> {
  const { rows } = await pool.query<{ ms: number }>(
    `SELECT (extract(epoch FROM update_time - create_time) * 1000)::float8 AS ms
    FROM operation WHERE id = ANY ($1::uuid[]) AND status <> 'in_progress'`,
    [operationIds],
  );
  return rows.map(({ ms }) => ms);
}

/** Whether operations of a group have not ended, by the first of each lane: to count them would take both cores. */
export async function isUnfinished(pool: Pool, groupRef: string): Promise<boolean> {
  const { rows } = await pool.query<{ yes: boolean }>(
    `SELECT count(*) > 0 AS yes FROM lane, LATERAL (
      SELECT group_ref FROM operation WHERE lane_id = lane.id AND due_at IS NOT NULL ORDER BY due_at LIMIT 1) AS first
    WHERE first.group_ref = $1`,
    [groupRef],
  );
  return rows[0]?.yes ?? false;
}

/** From the first attempt at these operations to the end of the last of them. */
export async function secondsFromFirstAttempt(pool: Pool, operationIds: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM max(update_time) - min(last_attempt_at))::float8 AS seconds
    FROM operation WHERE id = ANY ($1::uuid[])`,
    [operationIds],
  );
  return rows[0]?.seconds ?? 0;
}
