import type { Actor } from '@writ/contracts';
import type { Transaction } from '@writ/db';
import { connectionUsers, removeConnection, type Connection } from '@writ/installation';
import { noteConnection } from './connection-events.ts';

const mostUsers = 10;

/**
 * Removes a connection that no installation uses, with its event; otherwise gives ids of at most ten users. The
 * transaction holds the connection, so concurrent installs are seen or find it gone.
 */
export async function removeIfUnused(
  tx: Transaction,
  connection: Connection,
  by: Actor,
): Promise<readonly string[]> {
  const users = await connectionUsers(tx.prisma, connection.id, mostUsers);
  if (users.length > 0) return users;
  await removeConnection(tx.prisma, connection.id);
  await noteConnection(tx, by, { before: connection });
  return [];
}
