import { invalidInput, notFound, type Fault } from '@writ/problems';
import { findConnection, findInstallation, type Connection, type Integration } from '@writ/installation';
import type { Deps } from '../deps.ts';

type Meant = { connectionId?: string; groupRef?: string };

/**
 * Finds the connection that a query names: by its id, by a group's installation, or as an installation would choose it.
 * Returns a fault if there is none, or if it belongs to another provider.
 */
export async function meantConnection(
  { database: { prisma } }: Deps,
  { projectId, id: integrationId, provider }: Integration,
  { connectionId, groupRef }: Meant,
): Promise<Connection | Fault> {
  const ofGroup = groupRef !== undefined && { groupRef };
  if (connectionId !== undefined) {
    const connection = await findConnection(prisma, { projectId, id: connectionId, ...ofGroup });
    if (!connection)
      return notFound('query', 'connectionId', connectionId, 'The project has no connection with this id.');
    if (connection.provider === provider) return connection;
    const detail = `The connection leads to \`${connection.provider}\`, the integration to \`${provider}\`.`;
    return invalidInput([{ in: 'query', name: 'connectionId', detail, value: connectionId }]);
  }
  if (groupRef === undefined) return invalidInput([nobody]);
  const installation = await findInstallation(prisma, { projectId, integrationId, groupRef });
  const detail = `The group has no connection to \`${provider}\`.`;
  const { connection: own } = installation ?? {};
  return (
    (own?.groupRef === groupRef ? own : undefined) ??
    (await findConnection(prisma, { projectId, provider, groupRef })) ??
    notFound('query', 'groupRef', groupRef, detail)
  );
}

const nobody = {
  in: 'query',
  name: 'groupRef',
  detail: 'Name the customer group whose CRM is meant, or a `connectionId`.',
} as const;
