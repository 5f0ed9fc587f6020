import { cancelOperations, type CancelRequest } from '@writ/operation';
import type { ManagingDeps } from './managing-deps.ts';

/** Cancels operations of which nothing can have been written; returns the ids of those it ended. */
export async function cancel(deps: ManagingDeps, request: CancelRequest): Promise<readonly string[]> {
  const { ids, lanes } = await cancelOperations(deps, request, deps.announcement);
  if (ids.length > 0) deps.pokeRelay();
  deps.onCancelled(ids.length);
  deps.wakeLanes(lanes);
  return ids;
}
