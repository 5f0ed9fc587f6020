import type { Transaction } from '@writ/db';
import { holdConnection, type Connection, type Integration } from '@writ/installation';
import { faultOf, notFound, type Fault } from '@writ/problems';

type AskedConnection = {
  projectId: string;
  connectionId: string | undefined;
  /** The caller's only group; empty: all. */
  ofGroup: { groupRef?: string };
  name: string;
  /** Group of the installation; undefined if there is none. */
  groupRef: string | undefined;
};

/**
 * Locks the connection that a body names; undefined if it names none. Returns a fault if there is none, or its
 * provider or group is not the installation's.
 */
export async function namedConnection(
  tx: Transaction,
  { projectId, connectionId, ofGroup, name, groupRef }: AskedConnection,
  integration: Integration | undefined,
): Promise<Connection | Fault | undefined> {
  if (connectionId === undefined) return undefined;
  const connection = await holdConnection(tx, 'SHARE', { projectId, id: connectionId, ...ofGroup });
  if (connection === undefined)
    return notFound('body', name, connectionId, 'The project has no connection with this id.');
  const { provider, groupRef: owner } = connection;
  const details = [
    ...(integration !== undefined && provider !== integration.provider
      ? [`The connection leads to \`${provider}\`, the integration to \`${integration.provider}\`.`]
      : []),
    ...(groupRef !== undefined && owner !== groupRef
      ? [`The connection belongs to another group than the installation, which is of \`${groupRef}\`.`]
      : []),
  ];
  const issues = details.map((detail) => ({ in: 'body', name, detail, value: connectionId }) as const);
  return faultOf(issues) ?? connection;
}
