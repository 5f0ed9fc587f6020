import type { Actor } from '@writ/contracts';
import type { Transaction } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { connectionUsers, removeConnection, type Connection } from '@writ/installation';
import { insertAuditEntries } from '@writ/tenancy';
import { connectionEvent } from './connection-events.ts';

/** As many as a person looks at. */
const mostUsers = 10;

/**
 * Removes a connection that no installation writes through, and tells about it. Gives the ids of some that do, ten at
 * most; none where it was removed. The transaction holds the connection: who installs through it has done so, or finds it
 * gone.
 */
export async function removeIfUnused(
  { prisma, sql }: Transaction,
  connection: Connection,
  by: Actor,
): Promise<readonly string[]> {
  const users = await connectionUsers(prisma, connection.id, mostUsers);
  if (users.length > 0) return users;
  await removeConnection(prisma, connection.id);
  await addToOutbox(sql, [connectionEvent('connection.deleted', connection)]);
  await insertAuditEntries(prisma, by, { resource: 'connection', before: connection });
  return [];
}
