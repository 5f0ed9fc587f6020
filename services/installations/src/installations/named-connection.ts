import type { Transaction } from '@writ/db';
import { holdConnection, type Connection, type Integration } from '@writ/installation';
import { invalidInput, notFound, type Fault } from '@writ/http-kit';

type AskedConnection = {
  projectId: string;
  connectionId: string | undefined;
  /** The only group whose connections count; empty: those of all. */
  ofGroup: { groupRef?: string };
  /** Its place in the body. */
  name: string;
};

/**
 * The connection that a body names at `name`, held so that it stays; undefined where it names none. A fault where the
 * project has none with this id, or it leads to another provider than the integration, where that is known.
 */
export async function namedConnection(
  tx: Transaction,
  { projectId, connectionId, ofGroup, name }: AskedConnection,
  integration: Integration | undefined,
): Promise<Connection | Fault | undefined> {
  if (connectionId === undefined) return undefined;
  const connection = await holdConnection(tx, 'SHARE', { projectId, id: connectionId, ...ofGroup });
  if (connection === undefined)
    return notFound('body', name, connectionId, 'The project has no connection with this id.');
  if (integration === undefined || connection.provider === integration.provider) return connection;
  const detail = `The connection leads to \`${connection.provider}\`, the integration to \`${integration.provider}\`.`;
  return invalidInput([{ in: 'body', name, detail, value: connectionId }]);
}
