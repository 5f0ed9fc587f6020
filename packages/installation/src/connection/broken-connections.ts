import type { Queryable } from '@writ/db';

const deadSql = `
  SELECT count(*)::int AS count
  FROM (SELECT FROM connection WHERE status = 'bad_credentials' LIMIT 10000) AS dead`;

/** Those whose credentials the provider refuses, counted up to 10,000. */
export async function countDeadConnections(db: Queryable): Promise<number> {
  return (await db.query<{ count: number }>(deadSql)).rows[0]?.count ?? 0;
}

const refusedAppsSql = `
  SELECT project_id AS "projectId", provider, count(*)::int AS connections
  FROM (SELECT project_id, provider FROM connection WHERE renewal_error IS NOT NULL LIMIT 10000) AS refused
  GROUP BY project_id, provider ORDER BY connections DESC, project_id, provider LIMIT $1`;

/** The provider refuses the app's client, and `connections` wait for it. */
export type RefusedApp = { projectId: string; provider: string; connections: number };

/** The first `limit` refused apps, those with most connections first, counted up to 10,000. */
export const refusedApps = async (db: Queryable, limit: number): Promise<readonly RefusedApp[]> =>
  (await db.query<RefusedApp>(refusedAppsSql, [limit])).rows;
