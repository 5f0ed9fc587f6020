import type { Prisma } from '@writ/db';

/**
 * Removes the connections that `which` selects by id. Credentials from an authorization in Writ are kept
 * until the grant is revoked, which waits for a refresh in flight; others may be in use elsewhere.
 */
export async function removedConnections(
  prisma: Prisma.TransactionClient,
  which: Prisma.Sql,
): Promise<{ provider: string; account: string }[]> {
  // From here on no refresh begins.
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM connection WHERE id IN (${which}) ORDER BY id FOR UPDATE`;
  const ids = rows.map(({ id }) => id);
  return prisma.$queryRaw`
    WITH gone AS (
      DELETE FROM connection WHERE id = ANY (${ids}::uuid[]) RETURNING *
    ), refreshes AS (
      DELETE FROM token_refresh r USING gone WHERE r.connection_id = gone.id RETURNING r.connection_id, r.holder, r.until
    ), granted AS (
      INSERT INTO grant_revocation (id, project_id, provider, group_ref, account, base_url, credentials, due_time, create_time)
      SELECT id, project_id, provider, group_ref, account, provider_metadata ->> 'instanceUrl', credentials,
        due, due
      FROM (
        SELECT gone.*, greatest(clock_timestamp(), r.until) AS due
        FROM gone LEFT JOIN refreshes r ON r.connection_id = gone.id AND r.holder IS NOT NULL) AS ended
      WHERE granted_here
    )
    SELECT provider, account FROM gone`;
}
