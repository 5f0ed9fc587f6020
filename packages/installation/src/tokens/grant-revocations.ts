import type { Prisma, Queryable } from '@writ/db';
import { isLiveProject } from '@writ/tenancy';

/** Waits after failed attempts. With the limits of the calls, the last attempt ends within two minutes. */
const waitsMs = [2_000, 5_000, 15_000];
export const mostAttempts = waitsMs.length + 1;
/** Longer than two calls: some providers are asked at two hosts. */
const takenMs = 25_000;
const longestMs = 120_000;
/** Then no worker runs that would log that a grant stays. */
const withoutWorkerMs = 150_000;

/** `isShared`: another connection of the app still opens the account. */
export type DueRevocation = {
  id: string;
  projectId: string;
  provider: string;
  baseUrl: string | null;
  credentials: string;
  attempts: number;
  isShared: boolean;
};

/**
 * Providers do not document what revoking one of several grants of an app does to the others, so a shared
 * account keeps its own.
 */
const takeSql = `
  WITH due AS (
    SELECT id FROM grant_revocation WHERE due_time <= clock_timestamp() ORDER BY due_time LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE grant_revocation r SET attempts = r.attempts + 1,
    due_time = clock_timestamp() + (${takenMs} + ($2::int[])[r.attempts + 1]) * interval '1 ms'
  FROM due WHERE r.id = due.id
  RETURNING r.id, r.project_id AS "projectId", r.provider, r.base_url AS "baseUrl", r.credentials, r.attempts, EXISTS (
    SELECT FROM connection c
    WHERE ${isLiveProject('c.project_id')} AND c.provider = r.provider AND c.auth_scheme = 'oauth2AuthorizationCode'
      -- An account that the provider did not name goes by the connection's id, and may be any.
      AND (c.account = r.account OR c.account = c.id::text OR r.account = r.id::text)
      AND (c.project_id = r.project_id OR c.project_id IN (
        SELECT other.project_id FROM provider_app own JOIN provider_app other USING (provider, client_id)
        WHERE own.project_id = r.project_id AND own.provider = r.provider))) AS "isShared"`;

/** Takes up to `limit` due revocations; each is due again later, so a dying process loses none. */
export async function takeDueRevocations(db: Queryable, limit: number): Promise<DueRevocation[]> {
  const { rows } = await db.query<DueRevocation>(takeSql, [limit, [...waitsMs, longestMs]]);
  return rows;
}

/** A refresh of a deleted connection has ended: revokes now, and what it was `granted` in place of the used credentials. */
export const revokeAfterRefresh = (
  db: Queryable,
  id: string,
  { before, granted }: { before?: string; granted?: string | undefined } = {},
): Promise<unknown> =>
  db.query(
    `UPDATE grant_revocation SET credentials = CASE WHEN credentials = $2 THEN coalesce($3, credentials) ELSE credentials END,
       attempts = 0, due_time = clock_timestamp(), create_time = clock_timestamp()
     WHERE id = $1`,
    [id, before ?? null, granted ?? null],
  );

/** Removes a revocation, unless a refresh has put other credentials into it meanwhile. */
export const removeRevocation = (
  db: Queryable,
  { id, credentials }: Pick<DueRevocation, 'id' | 'credentials'>,
): Promise<unknown> =>
  db.query('DELETE FROM grant_revocation WHERE id = $1 AND credentials = $2', [id, credentials]);

/**
 * Removes revocations that have not ended in time, for instance since no process makes them; returns their
 * connections.
 */
export async function removeLateRevocations(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `DELETE FROM grant_revocation WHERE create_time < clock_timestamp() - $1 * interval '1 ms' RETURNING id`,
    [longestMs],
  );
  return rows.map(({ id }) => id);
}

/** Whether revocations of a group, or of the whole project, are still tried; late ones are removed. */
export async function hasRevocations(
  prisma: Prisma.TransactionClient,
  which: { projectId: string; groupRef?: string },
): Promise<boolean> {
  const { projectId, groupRef = null } = which;
  await prisma.$executeRaw`
    DELETE FROM grant_revocation WHERE project_id = ${projectId}::uuid AND group_ref = coalesce(${groupRef}, group_ref)
      AND create_time < clock_timestamp() - ${withoutWorkerMs} * interval '1 ms'`;
  return (await prisma.grantRevocation.findFirst({ where: which, select: { id: true } })) !== null;
}
