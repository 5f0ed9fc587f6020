import type { Verdict } from '@writ/test-kit/laboratory';
import type { Pool } from 'pg';

const idsPerStatement = 20_000;

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

export async function everyOneStored(pool: Pool, operationIds: readonly string[]): Promise<Verdict> {
  const { stored } = await countOperations(pool, operationIds);
  const { length } = operationIds;
  return {
    what: 'every acknowledged write is committed',
    holds: length > 0 && stored === length && new Set(operationIds).size === length,
    detail: `${stored} of ${length} found`,
  };
}

/** Every acknowledged write succeeded; `writes`: their expected number. */
export async function everyOneSucceeded(
  pool: Pool,
  operationIds: readonly string[],
  writes = operationIds.length,
): Promise<Verdict> {
  const { stored, succeeded, failed } = await countOperations(pool, operationIds);
  const { size } = new Set(operationIds);
  return {
    what: 'every acknowledged write has ended well',
    holds: writes > 0 && size === writes && succeeded === writes,
    detail: `${stored} of ${writes} found with ${size} ids, ${succeeded} succeeded, ${failed} failed`,
  };
}

/** Cheap, since there are few lanes. */
export async function isDrained(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT 1 FROM lane WHERE kind = 'provider' AND next_due_at IS NOT NULL LIMIT 1`,
  );
  return rowCount === 0;
}

export async function isOutboxEmpty(pool: Pool): Promise<boolean> {
  return (await pool.query('SELECT 1 FROM outbox LIMIT 1')).rowCount === 0;
}

/** From the first acceptance to the last end. */
export async function secondsToWritten(pool: Pool, groupRefs: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM max(update_time) - min(create_time))::float8 AS seconds
    FROM operation WHERE group_ref = ANY ($1)`,
    [groupRefs],
  );
  return rows[0]?.seconds ?? 0;
}

export type DrainTimes = {
  seconds: number;
  /** From the end of the first tenth to the last end: a warm process. */
  lastNineTenths: number;
};

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

export async function writtenAfterMs(pool: Pool, operationIds: readonly string[]): Promise<number[]> {
  const { rows } = await pool.query<{ ms: number }>(
    `SELECT (extract(epoch FROM update_time - create_time) * 1000)::float8 AS ms
    FROM operation WHERE id = ANY ($1::uuid[]) AND status <> 'in_progress'`,
    [operationIds],
  );
  return rows.map(({ ms }) => ms);
}

/** Looks at the first operation of each lane: counting would use both cores. */
export async function isUnfinished(pool: Pool, groupRef: string): Promise<boolean> {
  const { rows } = await pool.query<{ yes: boolean }>(
    `SELECT count(*) > 0 AS yes FROM lane, LATERAL (
      SELECT group_ref FROM operation WHERE lane_id = lane.id AND due_at IS NOT NULL ORDER BY due_at LIMIT 1) AS first
    WHERE first.group_ref = $1`,
    [groupRef],
  );
  return rows[0]?.yes ?? false;
}

/** From the first attempt to the last end. */
export async function secondsFromFirstAttempt(pool: Pool, operationIds: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM max(update_time) - min(last_attempt_at))::float8 AS seconds
    FROM operation WHERE id = ANY ($1::uuid[])`,
    [operationIds],
  );
  return rows[0]?.seconds ?? 0;
}
