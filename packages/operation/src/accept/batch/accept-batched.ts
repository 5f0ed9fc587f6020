import { newId, type Queryable } from '@writ/db';
import {
  enterRecordOrder,
  isOrdered,
  lockRecordOrder,
  orderEntriesOf,
  recordKeyOf,
  type OrderedOperation,
} from '../../order/record-order.ts';
import { toStored, type Stored } from '../accepted.ts';
import {
  batchKeyOf,
  batchLimits,
  fillBatches,
  makesDue,
  type BatchedWrite,
  type BatchLimits,
  type FilledBatch,
} from './auto-batch.ts';
import { growBatches } from './grow-batches.ts';
import { lockOpenBatches, recordKeysOf } from './open-batches.ts';

/**
 * Puts writes into the open batches of their keys, in the caller's transaction.
 *
 * Lock order: keys, batches, record lines, lanes.
 */
export async function acceptBatched(
  tx: Queryable,
  writes: readonly BatchedWrite[],
  limits: BatchLimits = batchLimits,
): Promise<readonly Stored[]> {
  const byKey = new Map(writes.map((write) => [batchKeyOf(write), write]));
  const batches = fillBatches(writes, await lockOpenBatches(tx, [...byKey.values()]), newId, limits);
  const entries = orderEntriesOf(await closingUpdates(tx, batches));
  await lockRecordOrder(tx, entries);
  const lanes = await growBatches(tx, batches);
  await enterRecordOrder(tx, entries);
  return storedIn(batches, writes, lanes);
}

async function closingUpdates(tx: Queryable, batches: readonly FilledBatch[]): Promise<OrderedOperation[]> {
  const closing = batches.filter(({ full, write }) => full && isOrdered(write));
  const earlier = await recordKeysOf(
    tx,
    closing.flatMap(({ id, first, write: { projectId } }) => (first ? [] : [{ projectId, id }])),
  );
  return closing.map(({ id, laneId, write, added }) => ({
    ...write,
    id,
    laneId,
    recordKeys: [...(earlier.get(id) ?? []), ...added.flatMap((one) => recordKeyOf(one.write.record))],
  }));
}

function storedIn(
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
