import { arraysOf, type Queryable } from '@writ/db';

export type UpsertLine = { projectId: string; key: string; line: string };

/** A key unused for so long leads to no id; its upserts then only wait for each other. */
const keptDays = 30;

const isFresh = `o.status = 'in_progress' AND o.attempt = 0 AND o.waiting_on IS NULL`;

const learnSql = `
  WITH given AS (
    SELECT DISTINCT ON (project_id, key) *
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS g (project_id, key, line) ORDER BY project_id, key
  ), news AS (
    -- Of a known line only the time is news, once a day: those who wait stand in it.
    SELECT given.*, u.line IS DISTINCT FROM given.line AS is_other FROM given LEFT JOIN upsert_line u USING (project_id, key)
    WHERE u.line IS DISTINCT FROM given.line OR u.expire_time < clock_timestamp() + interval '${keptDays - 1} days'
  ), learned AS (
    INSERT INTO upsert_line (project_id, key, line, expire_time)
    SELECT project_id, key, line, clock_timestamp() + interval '${keptDays} days' FROM news ORDER BY project_id, key
    ON CONFLICT (project_id, key) DO UPDATE SET line = excluded.line, expire_time = excluded.expire_time
  ), entered AS (
    INSERT INTO operation_order_key (project_id, key, position, operation_id)
    SELECT k.project_id, news.line, k.position, k.operation_id
    FROM news JOIN operation_order_key k ON k.project_id = news.project_id AND k.key = news.key
    WHERE news.is_other AND k.held_until IS NULL
    ON CONFLICT DO NOTHING
    RETURNING project_id, key, position, operation_id
  ), overtaking AS (
    -- Behind who entered, not sent yet.
    SELECT DISTINCT ON (o.id) o.project_id, o.id, entered.operation_id AS before
    FROM entered
    JOIN operation_order_key k
      ON k.project_id = entered.project_id AND k.key = entered.key AND k.position > entered.position
    JOIN operation o ON o.project_id = k.project_id AND o.id = k.operation_id
    WHERE ${isFresh} ORDER BY o.id, entered.position DESC
  )
  UPDATE operation o SET waiting_on = overtaking.before, due_at = o.deadline_at
  FROM overtaking WHERE o.project_id = overtaking.project_id AND o.id = overtaking.id AND ${isFresh}`;

/**
 * Remembers which records upserts found or created. Their later upserts also stand in the record's own line,
 * ordered with its updates; waiting ones enter it now, and unsent updates behind them wait. Call it under the
 * lane's lock, before the ended operations leave.
 */
export async function learnUpsertLines(tx: Queryable, lines: readonly UpsertLine[]): Promise<void> {
  if (lines.length > 0) await tx.query(learnSql, arraysOf(lines, 'projectId', 'key', 'line'));
}
