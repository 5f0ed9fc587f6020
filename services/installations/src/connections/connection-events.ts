import type { Actor } from '@writ/contracts';
import type { Transaction } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { connectionFacts, connectionUsers, removeConnection, type Connection } from '@writ/installation';
import { insertAuditEntries } from '@writ/tenancy';

type Change = { before?: Connection; after: Connection } | { before: Connection; after?: never };

/** Stores the event and the audit entry in the transaction of the change. `secrets`: names of changed ones. */
export async function noteConnection(
  { prisma, sql }: Transaction,
  by: Actor,
  change: Change,
  secrets: readonly string[] = [],
): Promise<void> {
  const { before, after } = change;
  const connection = after ?? before;
  const type = !after ? 'connection.deleted' : before ? 'connection.updated' : 'connection.created';
  const { id: aggregateId, projectId } = connection;
  await addToOutbox(sql, [{ type, projectId, aggregateId, data: connectionFacts(connection) }]);
  await insertAuditEntries(prisma, by, { resource: 'connection', ...change, secrets });
}

const mostUsers = 10;

/**
 * Removes an unused connection, with its event; otherwise returns ids of at most ten users. The transaction holds the
 * connection, so concurrent installs are seen or find it gone.
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
