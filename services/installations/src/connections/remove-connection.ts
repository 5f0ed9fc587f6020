import { inTransaction, type Database, type Queryable } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import {
  findConnection,
  holdConnection,
  isConnectionUsed,
  removeConnection,
  type Connection,
} from '@writ/installation';
import { connectionEvent } from './connection-events.ts';

type Removal = 'removed' | 'in-use';

export type DeleteConnectionIfUnused = (projectId: string, id: string) => Promise<Removal | 'not-found'>;

/** Removes a connection that no installation writes through, and tells about it. */
export const deleteConnectionIfUnused =
  (deps: { database: Pick<Database, 'pool'>; pokeRelay: () => void }): DeleteConnectionIfUnused =>
  async (projectId, id) => {
    const removal = await inTransaction(deps.database.pool, async (tx) => {
      const connection = await holdConnection(tx, 'UPDATE', () => findConnection(tx, projectId, id));
      return connection ? removeIfUnused(tx, connection) : 'not-found';
    });
    if (removal === 'removed') deps.pokeRelay();
    return removal;
  };

/** The same within a transaction that holds the connection: who installs through it has done so, or finds it gone. */
export async function removeIfUnused(tx: Queryable, connection: Connection): Promise<Removal> {
  if (await isConnectionUsed(tx, connection.id)) return 'in-use';
  await removeConnection(tx, connection.id);
  await addToOutbox(tx, [connectionEvent('connection.deleted', connection)]);
  return 'removed';
}
