import { Prisma } from '@writ/db';
import { removedConnections } from '../connection/removed-connections.ts';

type Group = { projectId: string; groupRef: string };

/** Removes up to `limit` installations of a group, with their configs; writes are refused from now on. */
export const eraseInstallations = (
  prisma: Prisma.TransactionClient,
  { projectId, groupRef, limit }: Group & { limit: number },
): Promise<number> =>
  prisma.$executeRaw`
    WITH gone AS (
      DELETE FROM installation WHERE id IN (
        SELECT id FROM installation WHERE project_id = ${projectId}::uuid AND group_ref = ${groupRef}
        ORDER BY id LIMIT ${limit})
      RETURNING id
    ), configs AS (
      DELETE FROM installation_config c USING gone WHERE c.installation_id = gone.id
    )
    SELECT FROM gone`;

/** Of installations that were deleted before. */
export const eraseConfigs = (
  prisma: Prisma.TransactionClient,
  installationIds: readonly string[],
): Promise<number> =>
  prisma.$executeRaw`DELETE FROM installation_config WHERE installation_id = ANY (${installationIds}::uuid[])`;

/** The same for those that the group's own tokens made: no operation may show whose they were. */
export const eraseOwnConfigs = (
  prisma: Prisma.TransactionClient,
  { projectId, groupRef }: Group,
): Promise<number> =>
  prisma.$executeRaw`
    DELETE FROM installation_config c WHERE c.installation_id IN (
      SELECT installation_id FROM installation_config
      WHERE project_id = ${projectId}::uuid AND created_by = ${`consumer:${groupRef}`})`;

/** Removes up to `limit` connections; returns their accounts. No installation uses them any more. */
export const eraseConnections = (
  prisma: Prisma.TransactionClient,
  { projectId, groupRef, limit }: Group & { limit: number },
): Promise<{ provider: string; account: string }[]> =>
  removedConnections(
    prisma,
    Prisma.sql`
      SELECT id FROM connection c WHERE project_id = ${projectId}::uuid AND group_ref = ${groupRef}
        AND NOT EXISTS (SELECT FROM installation i WHERE i.connection_id = c.id)
      ORDER BY id LIMIT ${limit}`,
  );

/** Removes a group's authorizations that have not come back. */
export const eraseConnects = (
  prisma: Prisma.TransactionClient,
  { projectId, groupRef }: Group,
): Promise<number> =>
  prisma.$executeRaw`DELETE FROM oauth_connect WHERE project_id = ${projectId}::uuid AND group_ref = ${groupRef}`;

/** Which of these accounts have no connection left. */
export async function accountsWithoutConnection<Account extends { provider: string; account: string }>(
  prisma: Prisma.TransactionClient,
  projectId: string,
  accounts: readonly Account[],
): Promise<Account[]> {
  if (accounts.length === 0) return [];
  const used = await prisma.connection.findMany({
    where: { projectId, OR: accounts.map(({ provider, account }) => ({ provider, account })) },
    select: { provider: true, account: true },
  });
  return accounts.filter(
    (one) => !used.some(({ provider, account }) => provider === one.provider && account === one.account),
  );
}

/** How much a group has; without one, how much the project has. */
export async function countInstalled(
  prisma: Prisma.TransactionClient,
  { projectId, groupRef }: Pick<Group, 'projectId'> & Partial<Group>,
): Promise<{ installations: number; connections: number }> {
  const where = { projectId, ...(groupRef !== undefined && { groupRef }) };
  const [installations, connections] = await Promise.all([
    prisma.installation.count({ where }),
    prisma.connection.count({ where }),
  ]);
  return { installations, connections };
}
