import type { Actor } from '@writ/contracts';
import type { Transaction } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { connectionFacts, type Connection } from '@writ/installation';
import { insertAuditEntries } from '@writ/tenancy';

type Change = { before?: Connection; after: Connection } | { before: Connection; after?: never };

/** Stores the event and the audit entry of a change, in its transaction. `secrets`: names of those that changed. */
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
