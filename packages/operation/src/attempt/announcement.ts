import type { NewEvent } from '@writ/event-bus';
import type { OperationTarget } from '../operation.ts';

/** The facts that every event of an installation tells (Contract §6.1). */
type Facts = Readonly<Record<string, unknown>>;

/** What the events of ended operations need beside the operations. */
export type Announcement = {
  /** The facts of the installations of these operations, in their order, as far as they are found. */
  findFacts: (operations: readonly OperationTarget[]) => Promise<readonly (Facts | undefined)[]>;
  /** Address of the management host, for links in events. */
  managementUrl: string;
};

/** What an event of one of these operations tells of its installation; each installation is looked up once. */
export async function factsOf(
  { findFacts, managementUrl }: Announcement,
  operations: readonly OperationTarget[],
): Promise<(operation: OperationTarget) => Told> {
  const targets = [...new Map(operations.map((operation) => [keyOf(operation), operation])).values()];
  const facts = targets.length > 0 ? await findFacts(targets) : [];
  const found = new Map(targets.map((target, at) => [keyOf(target), facts[at]]));
  return (operation) => ({ facts: found.get(keyOf(operation)) ?? {}, managementUrl });
}

/** What an event tells that is not of the operation. */
export type Told = { facts: Facts; managementUrl: string };

/** An installation may have had another connection when the operation was accepted. */
const keyOf = ({ installationId, connectionId }: OperationTarget): string =>
  `${installationId} ${connectionId}`;

/** An event, and the id of the operation whose end it tells. */
export type EndEvent = { about: string; event: NewEvent };
