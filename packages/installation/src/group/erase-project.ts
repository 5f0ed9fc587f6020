import { Prisma, removeOfProject, type ProjectRows } from '@writ/db';
import { removedConnections } from '../connection/removed-connections.ts';

/** Removes the next installations, connections and integrations of a project; returns their number. */
export async function eraseInstalledOfProject(
  prisma: Prisma.TransactionClient,
  rows: ProjectRows,
): Promise<number> {
  const { projectId, limit } = rows;
  const users = await removeOfProject(prisma, ['oauth_connect', 'installation', 'installation_config'], rows);
  if (users > 0) return users;
  const connections = await removedConnections(
    prisma,
    Prisma.sql`SELECT id FROM connection WHERE project_id = ${projectId}::uuid LIMIT ${limit}`,
  );
  if (connections.length > 0) return connections.length;
  return removeOfProject(prisma, ['revision', 'integration'], rows);
}

/** Call it after the project's grants were revoked in their name. */
export const eraseApps = (prisma: Prisma.TransactionClient, projectId: string): Promise<unknown> =>
  prisma.providerApp.deleteMany({ where: { projectId } });

/** Ends authorizations that have not come back. */
export const eraseConnectsOfProject = (
  prisma: Prisma.TransactionClient,
  projectId: string,
): Promise<unknown> => prisma.oauthConnect.deleteMany({ where: { projectId } });
