import type { NewEvent } from '@writ/event-bus';
import { connectionFacts, type Connection } from '@writ/installation';

/** What happened to a connection, for the outbox (Contract §6.1). */
export const connectionEvent = (
  type: 'connection.created' | 'connection.updated' | 'connection.deleted',
  connection: Connection,
): NewEvent => ({
  type,
  projectId: connection.projectId,
  aggregateId: connection.id,
  data: connectionFacts(connection),
});
