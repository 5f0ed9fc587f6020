/** The facts that every event of a connection tells (Contract §6.1). */
export type ConnectionFacts = {
  projectId: string;
  connectionId: string;
  provider: string;
  groupRef: string;
  consumerRef?: string;
  consumerName?: string;
};

/** Picks the facts of an event from a connection; a member without a value is left out. */
export const connectionFacts = (connection: {
  id: string;
  projectId: string;
  provider: string;
  groupRef: string;
  consumerRef: string | null;
  consumerName: string | null;
}): ConnectionFacts => ({
  projectId: connection.projectId,
  connectionId: connection.id,
  provider: connection.provider,
  groupRef: connection.groupRef,
  ...(connection.consumerRef !== null && { consumerRef: connection.consumerRef }),
  ...(connection.consumerName !== null && { consumerName: connection.consumerName }),
});
