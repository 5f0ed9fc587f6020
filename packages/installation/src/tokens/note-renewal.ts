import type { Actor } from '@writ/contracts';
import type { Prisma } from '@writ/db';
import { insertAuditEntries } from '@writ/tenancy';
import { findConnection } from '../connection/connections.ts';
import type { ConnectionForCall } from '../write-road/connections-for-call.ts';

/**
 * Stores a renewal's result, with an audit entry if an actor requested it, in a transaction that holds the
 * connection.
 * @param store false if the connection has changed meanwhile
 */
export async function noteRenewal(
  prisma: Prisma.TransactionClient,
  { held, by, secrets }: { held: ConnectionForCall; by: Actor | undefined; secrets: readonly string[] },
  store: () => Promise<boolean>,
): Promise<void> {
  const key = { projectId: held.projectId, id: held.id };
  const before = by && (await findConnection(prisma, key));
  const isStored = await store();
  const after = before && isStored ? await findConnection(prisma, key) : undefined;
  if (by && before && after) {
    await insertAuditEntries(prisma, by, { resource: 'connection', before, after, secrets });
  }
}
