import type { ClaimedOperation } from '@writ/operation';
import { mostUnfindable, uniqueValuesOf, type ProviderDeclaration } from '@writ/write-core';

/** Sent again without an attempt, in calls of at most `together`. */
export type Again = { operations: readonly ClaimedOperation[]; together?: number };

/** Of each record; undefined if unknown. */
type KeysOf = (operation: ClaimedOperation) => readonly (readonly string[])[] | undefined;

export const recordsIn = (operations: readonly ClaimedOperation[]): number =>
  operations.reduce((sum, { pending }) => sum + pending.length, 0);

/** By the provider's declaration. Updates need none. */
export const declaredKeys =
  (declaration: ProviderDeclaration | undefined): KeysOf =>
  ({ type, objectName, pending }) => {
    const fields = declaration?.uniqueFieldsOf?.(objectName);
    if (type !== 'create' || !fields) return undefined;
    return pending.map(({ planned }) => uniqueValuesOf(planned, fields));
  };

/**
 * Which operations share a call of at most `most` records; operations stay whole. Creates with an equal unique value
 * go apart, so that each gets its own error. Creates that could not be found after a lost answer go in small calls.
 */
export function whoShares(
  operations: readonly ClaimedOperation[],
  keysOf: KeysOf,
  most = Infinity,
): { sharing: readonly ClaimedOperation[]; later: readonly Again[] } {
  if (operations.length === 1) return { sharing: operations, later: [] };
  const taken = new Set<string>();
  const sharing: ClaimedOperation[] = [];
  const twins: ClaimedOperation[] = [];
  const unfindable: ClaimedOperation[] = [];
  const tooMany: ClaimedOperation[] = [];
  const hasMany = recordsIn(operations) > mostUnfindable;
  let inCall = 0;
  for (const operation of operations) {
    const keys = keysOf(operation);
    const values = keys?.flat() ?? [];
    const isTwin = values.some((key) => taken.has(key)) || new Set(values).size < values.length;
    if (isTwin) twins.push(operation);
    else if (hasMany && keys?.some((own) => own.length === 0) === true) unfindable.push(operation);
    else if (sharing.length > 0 && inCall + operation.pending.length > most) tooMany.push(operation);
    else {
      sharing.push(operation);
      inCall += operation.pending.length;
    }
    for (const key of values) taken.add(key);
  }
  const later = [
    { operations: twins, together: 1 },
    { operations: unfindable, together: mostUnfindable },
    { operations: tooMany },
  ];
  return { sharing, later: later.filter((again) => again.operations.length > 0) };
}

/**
 * Creates that could not be found after a lost answer: all, unless each has a unique value. Larger calls have none.
 */
export function unfindableIn(operations: readonly ClaimedOperation[], keysOf: KeysOf): number {
  const isBatch = operations.length === 1 && operations[0]?.form === 'batch';
  if (isBatch || operations.some(({ type }) => type !== 'create')) return 0;
  const records = recordsIn(operations);
  const areKeyed = (operation: ClaimedOperation): boolean =>
    keysOf(operation)?.every((own) => own.length > 0) === true;
  return records > mostUnfindable || operations.every(areKeyed) ? 0 : records;
}
