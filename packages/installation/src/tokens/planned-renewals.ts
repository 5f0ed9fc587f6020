import type { Queryable } from '@writ/db';
import { refreshMarginMs } from '../write-road/connections-for-call.ts';

/** Of a token whose end is unknown: the usual session of Salesforce is two hours (Providers §1.6). */
const assumedLifeMs = 2 * 3_600_000;

/** A renewal is planned in this last part of the time before calls would make it. */
const spread = 1 / 3;

/**
 * Random, to spread connections made together.
 * @param leftMs until a call would renew it; undefined if unknown
 * @param random from 0 up to but excluding 1
 */
export const renewInMs = (leftMs: number = assumedLifeMs - refreshMarginMs, random: number): number =>
  Math.max(0, Math.round(leftMs * (1 - spread * random)));

/** Condition of the index on `renew_time`: working connections whose tokens may have a refresh. */
const ofIndex = `status = 'working' AND auth_scheme <> 'apiKey'`;

const unplannedSql = `
  SELECT id, extract(epoch FROM
    coalesce(refresh_due_time, expire_time - ${refreshMarginMs} * interval '1 ms') - clock_timestamp()) * 1000 AS left_ms
  FROM connection WHERE provider = $1 AND renew_time IS NULL AND ${ofIndex} LIMIT $2`;

const planSql = `
  UPDATE connection SET renew_time = clock_timestamp() + given.ms * interval '1 ms'
  FROM unnest($1::uuid[], $2::float8[]) AS given (id, ms)
  WHERE connection.id = given.id AND renew_time IS NULL`;

/** Plans the renewals of up to `limit` connections with new tokens. Returns their number. */
export async function planRenewals(
  db: Queryable,
  { provider, limit, random }: { provider: string; limit: number; random: () => number },
): Promise<number> {
  type Unplanned = { id: string; left_ms: string | null };
  const { rows } = await db.query<Unplanned>(unplannedSql, [provider, limit]);
  if (rows.length === 0) return 0;
  const leftMs = (row: Unplanned) => (row.left_ms === null ? undefined : Number(row.left_ms));
  await db.query(planSql, [rows.map(({ id }) => id), rows.map((row) => renewInMs(leftMs(row), random()))]);
  return rows.length;
}

/** The subquery lets Postgres read the index only up to that time. */
const isDue = `provider = $1 AND renew_time <= (SELECT clock_timestamp()) AND ${ofIndex}`;

/** It has an installation, or shows an error that a renewal may end. */
const isNeeded = `(renewal_error IS NOT NULL OR EXISTS (SELECT FROM installation WHERE connection_id = connection.id))`;

const dueAgainSql = (which: string): string => `
  WITH due AS (
    SELECT id FROM connection WHERE ${isDue} AND ${which} ORDER BY renew_time LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE connection SET renew_time = clock_timestamp() + $3 * interval '1 ms' FROM due WHERE connection.id = due.id
  RETURNING connection.id`;
const takeSql = dueAgainSql(isNeeded);
const setAsideSql = dueAgainSql(`NOT ${isNeeded}`);

type Due = { provider: string; limit: number; againMs: number };

/**
 * Takes up to `limit` due renewals of a provider, first due first. Each is due again after `againMs`, so a
 * dying process loses nothing.
 */
export async function takeDueRenewals(
  db: Queryable,
  { provider, limit, againMs }: Due,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(takeSql, [provider, limit, againMs]);
  return rows.map(({ id }) => id);
}

/** Postpones up to `limit` due connections without a use by `againMs`. Returns their number. */
export async function setUnusedAside(db: Queryable, { provider, limit, againMs }: Due): Promise<number> {
  return (await db.query(setAsideSql, [provider, limit, againMs])).rowCount ?? 0;
}

/** A connection that was made due meanwhile stays due: its project may have got a provider app. */
const unrenewableSql = `
  WITH set_aside AS (
    UPDATE connection SET renew_time = clock_timestamp() + $2 * interval '1 ms', renewal_error = NULL,
      update_time = CASE WHEN renewal_error IS NULL THEN update_time ELSE clock_timestamp() END
    WHERE id = $1 AND renew_time > clock_timestamp() RETURNING id
  )
  DELETE FROM token_refresh USING set_aside WHERE connection_id = set_aside.id AND holder IS NULL`;

/** Checks a connection again after `againMs`: nothing can renew it now. Releases writes that wait. */
export async function setUnrenewableAside(db: Queryable, id: string, againMs: number): Promise<void> {
  await db.query(unrenewableSql, [id, againMs]);
}
