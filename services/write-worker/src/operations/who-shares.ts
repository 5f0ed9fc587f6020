import type { ClaimedOperation } from '@writ/operation';
import { mostUnfindable, uniqueValuesOf, type ProviderDeclaration } from '@writ/write-core';

/** Operations that go next in a call of at most so many, if that changes, and for which no attempt counts. */
export type Again = { operations: readonly ClaimedOperation[]; together?: number };

/** What the records of an operation hold that no other record may hold; undefined where nobody has found that out. */
type KeysOf = (operation: ClaimedOperation) => readonly string[] | undefined;

/** The keys of creates as far as they are known without asking the provider; of updates none matter. */
export const declaredKeys =
  (declaration: ProviderDeclaration | undefined): KeysOf =>
  ({ type, objectName, pending }) => {
    const fields = declaration?.uniqueFieldsOf?.(objectName);
    if (type !== 'create' || !fields) return undefined;
    return pending.flatMap(({ planned }) => uniqueValuesOf(planned, fields));
  };

/**
 * Who of the operations shares a call. Two creates of which the provider takes only one are two calls, so that each is told
 * its own. Creates that nothing can find again after a lost answer go in calls of their own, of few.
 */
export function whoShares(
  operations: readonly ClaimedOperation[],
  keysOf: KeysOf,
): { sharing: readonly ClaimedOperation[]; later: readonly Again[] } {
  const taken = new Set<string>();
  const sharing: ClaimedOperation[] = [];
  const twins: ClaimedOperation[] = [];
  const unfindable: ClaimedOperation[] = [];
  for (const operation of operations) {
    const keys = keysOf(operation);
    const isTwin = keys?.some((key) => taken.has(key)) === true;
    for (const key of keys ?? []) taken.add(key);
    const isLost = keys?.length === 0 && operations.length > mostUnfindable;
    (isTwin ? twins : isLost ? unfindable : sharing).push(operation);
  }
  const later = [
    { operations: twins, together: 1 },
    { operations: unfindable, together: mostUnfindable },
  ];
  return { sharing, later: later.filter((again) => again.operations.length > 0) };
}

/**
 * How many creates of a call may be in doubt for good if its answer is lost: all, unless each is known to hold something
 * unique. A larger call has only creates that can be found again.
 */
export function unfindableIn(operations: readonly ClaimedOperation[], keysOf: KeysOf): number {
  const isCounted = operations.every(({ type, form }) => type === 'create' && form === 'single');
  if (!isCounted || operations.length > mostUnfindable) return 0;
  return operations.every((operation) => (keysOf(operation)?.length ?? 0) > 0) ? 0 : operations.length;
}
