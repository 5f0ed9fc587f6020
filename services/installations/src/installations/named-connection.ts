import type { Transaction } from '@writ/db';
import { holdConnection, type Connection, type Integration } from '@writ/installation';
import { faultOf, notFound, type Fault } from '@writ/http-kit';

type AskedConnection = {
  projectId: string;
  connectionId: string | undefined;
  /** The only group whose connections count; empty: those of all. */
  ofGroup: { groupRef?: string };
  /** Its place in the body. */
  name: string;
  /** The group of the installation that shall use it; undefined where there is no such installation. */
  groupRef: string | undefined;
};

/**
 * The connection that a body names at `name`, held so that it stays; undefined where it names none. A fault where the
 * project has none with this id, it leads to another provider than the integration, where that is known, or is another
 * group's: an installation never uses that, whoever asks for it.
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
