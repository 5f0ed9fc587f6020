import { inTransaction, type Database, type Queryable } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { findConnection, isConnectionUsed, removeConnection } from '@writ/installation';
import { connectionEvent } from './connection-events.ts';

type Removal = 'removed' | 'in-use' | 'not-found';

export type DeleteConnectionIfUnused = (projectId: string, id: string) => Promise<Removal>;

/** Removes a connection that no installation writes through, and tells about it. */
export const deleteConnectionIfUnused =
  (deps: { database: Pick<Database, 'pool'>; pokeRelay: () => void }): DeleteConnectionIfUnused =>
  async (projectId, id) => {
    const removal = await inTransaction(deps.database.pool, (tx) => removeIfUnused(tx, projectId, id));
    if (removal === 'removed') deps.pokeRelay();
    return removal;
  };

/** The same within a transaction. An installation that is just being made holds the connection, and is waited for. */
export async function removeIfUnused(tx: Queryable, projectId: string, id: string): Promise<Removal> {
  const connection = await findConnection(tx, projectId, id, 'UPDATE');
  if (connection === undefined) return 'not-found';
  if (await isConnectionUsed(tx, id)) return 'in-use';
  await removeConnection(tx, id);
  await addToOutbox(tx, [connectionEvent('connection.deleted', connection)]);
  return 'removed';
}
