import type { Queryable } from '@writ/db';
import { providerLanesTouched } from '@writ/lanes';

/** A loose index scan. */
const waitingSql = `
  WITH RECURSIVE found AS (
    (SELECT installation_id FROM operation
     WHERE waiting_for IS NOT NULL AND due_at IS NOT NULL AND ($1::uuid IS NULL OR installation_id > $1)
     ORDER BY installation_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT o.installation_id FROM operation o
      WHERE o.waiting_for IS NOT NULL AND o.due_at IS NOT NULL AND o.installation_id > found.installation_id
      ORDER BY o.installation_id LIMIT 1)
    FROM found WHERE found.installation_id IS NOT NULL
  )
  SELECT installation_id AS id FROM found WHERE installation_id IS NOT NULL LIMIT $2`;

/** Installations whose operations wait for a working connection, by id. */
export async function installationsThatWait(
  db: Queryable,
  page: { afterId: string | undefined; limit: number },
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(waitingSql, [page.afterId ?? null, page.limit]);
  return rows.map(({ id }) => id);
}

const releaseSql = `
  WITH waiting AS (
    SELECT o.project_id, o.id
    FROM unnest($1::uuid[], $2::timestamptz[]) AS given (installation_id, if_before)
    JOIN operation o USING (installation_id)
    WHERE o.waiting_for IS NOT NULL AND o.due_at IS NOT NULL AND NOT o.claimed
      AND (given.if_before IS NULL OR o.update_time < given.if_before)
    LIMIT $3
    FOR UPDATE OF o SKIP LOCKED
  ), released AS (
    UPDATE operation o SET waiting_for = NULL, due_at = clock_timestamp(), update_time = clock_timestamp()
    FROM waiting WHERE o.project_id = waiting.project_id AND o.id = waiting.id
    RETURNING o.lane_id, o.project_id, o.provider, o.account, o.due_at
  ), ${providerLanesTouched('released')}
  SELECT (SELECT count(*)::int FROM released) AS count, ARRAY(SELECT id FROM touched) AS lanes`;

/**
 * Makes up to `limit` waiting operations of these installations due now. Returns their number, and the lanes
 * to wake.
 * @param installations `ifBefore`: only operations that began to wait before this Postgres timestamp
 */
export async function releaseWaiting(
  db: Queryable,
  installations: readonly { id: string; ifBefore: string | null }[],
  limit: number,
): Promise<{ count: number; lanes: readonly string[] }> {
  const { rows } = await db.query<{ count: number; lanes: string[] }>(releaseSql, [
    installations.map(({ id }) => id),
    installations.map(({ ifBefore }) => ifBefore),
    limit,
  ]);
  return rows[0] ?? { count: 0, lanes: [] };
}
