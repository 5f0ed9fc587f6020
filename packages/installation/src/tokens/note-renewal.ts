import type { Actor } from '@writ/contracts';
import type { Prisma } from '@writ/db';
import { insertAuditEntries } from '@writ/tenancy';
import { findConnection } from '../connection/connections.ts';
import type { ConnectionForCall } from '../write-road/connections-for-call.ts';

/**
 * Stores what came of a renewal, in a transaction that holds the connection, and notes in the same one what it changed where
 * somebody asked for it.
 *
 * @param secrets names of those that are stored
 * @param store false where the connection has changed meanwhile, and nothing was stored
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
