import type { Queryable } from '@writ/db';

/** Each installation once, whatever waits for it: the index is entered anew behind each one (loose index scan). */
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

/** Some of the installations whose operations wait for a connection that works, by id. */
export async function installationsThatWait(
  db: Queryable,
  page: { afterId: string | undefined; limit: number },
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(waitingSql, [page.afterId ?? null, page.limit]);
  return rows.map(({ id }) => id);
}

const releaseSql = `
  WITH waiting AS (
    SELECT project_id, id FROM operation
    WHERE installation_id = ANY ($1::uuid[]) AND waiting_for IS NOT NULL AND due_at IS NOT NULL AND NOT claimed
    LIMIT $2
    FOR UPDATE SKIP LOCKED
  ), released AS (
    UPDATE operation o SET waiting_for = NULL, due_at = clock_timestamp(), update_time = clock_timestamp()
    FROM waiting WHERE o.project_id = waiting.project_id AND o.id = waiting.id
    RETURNING o.project_id, o.provider, o.account
  )
  SELECT project_id AS "projectId", provider, account, count(*)::int AS count FROM released GROUP BY 1, 2, 3`;

/** An account whose lane has something due again, and how much. */
export type Released = { projectId: string; provider: string; account: string; count: number };

/** Lets up to `limit` operations of these installations go on at once. */
export async function releaseWaiting(
  tx: Queryable,
  installationIds: readonly string[],
  limit: number,
): Promise<readonly Released[]> {
  return (await tx.query<Released>(releaseSql, [installationIds, limit])).rows;
}
