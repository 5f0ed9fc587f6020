import type { Queryable } from '@writ/db';
import { enterRecordOrder, lockRecordOrder, orderEntriesOf } from '../../order/record-order.ts';
import { toStored, type Stored } from '../accepted.ts';
import {
  batchLimits,
  makesDue,
  type BatchedWrite,
  type BatchLimits,
  type FilledBatch,
} from './auto-batch.ts';
import { growBatches } from './grow-batches.ts';
import { closingUpdates, planBatches } from './plan-batches.ts';

/**
 * Stores accepted writes that wait for others in the batches of their keys, in the transaction of the caller; what
 * became of each, in order.
 *
 * Locks are taken in one order: keys, batches, lines of lanes, lanes.
 */
export async function acceptBatched(
  tx: Queryable,
  writes: readonly BatchedWrite[],
  limits: BatchLimits = batchLimits,
): Promise<readonly Stored[]> {
  const batches = await planBatches(tx, writes, limits);
  const entries = orderEntriesOf(await closingUpdates(tx, batches));
  await lockRecordOrder(
    tx,
    entries.map(({ laneId }) => laneId),
  );
  const lanes = await growBatches(tx, batches);
  await enterRecordOrder(tx, entries);
  return storedIn(batches, writes, lanes);
}

/** What became of writes that were put into these batches. @param lanes those that the batches made due earlier */
export function storedIn(
  batches: readonly FilledBatch[],
  writes: readonly BatchedWrite[],
  lanes: ReadonlySet<string>,
): readonly Stored[] {
  const places = new Map(batches.flatMap((batch) => batch.added.map(({ write }) => [write, batch] as const)));
  return writes.map((write) => {
    const batch = places.get(write);
    if (!batch) throw new Error('A batched write was put into no batch');
    return toStored(batch.id, lanes.has(write.laneId) ? 'anew' : makesDue(batch) ? 'already' : 'later');
  });
}
