import type { Queryable } from '@writ/db';

const outboxSql = `
  SELECT extract(epoch FROM clock_timestamp() - create_time)::float8 AS seconds FROM outbox ORDER BY seq LIMIT 1`;

/** Age of the oldest unpublished event; 0 without one. */
export async function outboxSeconds(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(outboxSql);
  return Math.max(0, rows[0]?.seconds ?? 0);
}

const deadLettersSql = `
  SELECT count(*)::int AS count FROM (SELECT replay_time FROM dead_letter ORDER BY create_time DESC LIMIT 10000) AS latest
  WHERE replay_time IS NULL`;

/** Of the latest 10,000. */
export async function countDeadLetters(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(deadLettersSql);
  return rows[0]?.count ?? 0;
}
