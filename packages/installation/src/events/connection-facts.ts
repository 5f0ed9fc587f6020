import type { Prisma } from '@writ/db';

export type ConnectionOfFacts = Pick<
  Prisma.ConnectionModel,
  'id' | 'projectId' | 'provider' | 'groupRef' | 'consumerRef' | 'consumerName'
>;

/** The person who connected, by name, else by reference. */
export const consumerFacts = ({
  consumerRef,
  consumerName,
}: Pick<ConnectionOfFacts, 'consumerRef' | 'consumerName'>) =>
  consumerRef === null ? {} : { consumerRef, consumerName: consumerName ?? consumerRef };

/** In every event of a connection. */
export const connectionFacts = (connection: ConnectionOfFacts) => ({
  projectId: connection.projectId,
  connectionId: connection.id,
  provider: connection.provider,
  groupRef: connection.groupRef,
  ...consumerFacts(connection),
});
