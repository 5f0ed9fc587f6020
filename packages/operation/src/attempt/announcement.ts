import type { NewEvent } from '@writ/event-bus';
import type { OperationTarget } from '../operation.ts';

/** Contract §6.1. */
type Facts = Readonly<Record<string, unknown>>;

export type Announcement = {
  /** In order; undefined if not found. */
  findFacts: (operations: readonly OperationTarget[]) => Promise<readonly (Facts | undefined)[]>;
  /** For links. */
  managementUrl: string;
};

/** Reads each installation's facts once. */
export async function eventContexts(
  { findFacts, managementUrl }: Announcement,
  operations: readonly OperationTarget[],
): Promise<(operation: OperationTarget) => EventContext> {
  const targets = [...new Map(operations.map((operation) => [keyOf(operation), operation])).values()];
  const facts = targets.length > 0 ? await findFacts(targets) : [];
  const found = new Map(targets.map((target, at) => [keyOf(target), facts[at]]));
  return (operation) => ({ facts: found.get(keyOf(operation)) ?? {}, managementUrl });
}

export type EventContext = { facts: Facts; managementUrl: string };

/** An installation may have changed its connection since. */
const keyOf = ({ installationId, connectionId }: OperationTarget): string =>
  `${installationId} ${connectionId}`;

export type EndEvent = { about: string; event: NewEvent };
