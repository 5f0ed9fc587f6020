import type { Actor } from '@writ/contracts';
import type { Transaction } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { isConnectionUsed, removeConnection, type Connection } from '@writ/installation';
import { insertAuditEntries } from '@writ/tenancy';
import { connectionEvent } from './connection-events.ts';

/**
 * Removes a connection that no installation writes through, and tells about it; false where one does. The transaction
 * holds the connection: who installs through it has done so, or finds it gone.
 */
export async function removeIfUnused(
  { prisma, sql }: Transaction,
  connection: Connection,
  by: Actor,
): Promise<boolean> {
  if (await isConnectionUsed(prisma, connection.id)) return false;
  await removeConnection(prisma, connection.id);
  await addToOutbox(sql, [connectionEvent('connection.deleted', connection)]);
  await insertAuditEntries(prisma, by, { resource: 'connection', before: connection });
  return true;
}
