import type { Prisma } from '@writ/db';

/** What the facts are picked from. */
export type ConnectionOfFacts = Pick<
  Prisma.ConnectionModel,
  'id' | 'projectId' | 'provider' | 'groupRef' | 'consumerRef' | 'consumerName'
>;

/** The facts that every event of a connection tells (Contract §6.1); a member without a value is left out. */
export const connectionFacts = (connection: ConnectionOfFacts) => ({
  projectId: connection.projectId,
  connectionId: connection.id,
  provider: connection.provider,
  groupRef: connection.groupRef,
  ...(connection.consumerRef !== null && { consumerRef: connection.consumerRef }),
  ...(connection.consumerName !== null && { consumerName: connection.consumerName }),
});
