import type { Prisma } from '@writ/db';

/** What the facts are picked from. */
export type ConnectionOfFacts = Pick<
  Prisma.ConnectionModel,
  'id' | 'projectId' | 'provider' | 'groupRef' | 'consumerRef' | 'consumerName'
>;

/** The person who connected, as events tell it: a person without a name goes by its reference. */
export const consumerFacts = ({
  consumerRef,
  consumerName,
}: Pick<ConnectionOfFacts, 'consumerRef' | 'consumerName'>) =>
  consumerRef === null ? {} : { consumerRef, consumerName: consumerName ?? consumerRef };

/** The facts that every event of a connection tells (Contract §6.1). */
export const connectionFacts = (connection: ConnectionOfFacts) => ({
  projectId: connection.projectId,
  connectionId: connection.id,
  provider: connection.provider,
  groupRef: connection.groupRef,
  ...consumerFacts(connection),
});
