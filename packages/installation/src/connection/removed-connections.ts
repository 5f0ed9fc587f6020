import type { Prisma } from '@writ/db';

/**
 * Removes the connections that `which` selects by id. The credentials that an authorization in Writ gave are kept for the
 * revocation of the grant; others may be in use elsewhere.
 */
export const removedConnections = (
  prisma: Prisma.TransactionClient,
  which: Prisma.Sql,
): Promise<{ provider: string; account: string }[]> =>
  prisma.$queryRaw`
    WITH gone AS (
      DELETE FROM connection WHERE id IN (${which}) RETURNING *
    ), refreshes AS (
      DELETE FROM token_refresh r USING gone WHERE r.connection_id = gone.id
    ), granted AS (
      INSERT INTO grant_revocation (id, project_id, provider, group_ref, account, base_url, credentials, due_time, create_time)
      SELECT id, project_id, provider, group_ref, account, provider_metadata ->> 'instanceUrl', credentials,
        clock_timestamp(), clock_timestamp()
      FROM gone WHERE granted_here
    )
    SELECT provider, account FROM gone`;
