import type { Queryable, StatementPart } from '@writ/db';
import type { QueryResultRow } from 'pg';
import { batchLimits, makesDue, type BatchedWrite, type BatchLimits } from './batch/auto-batch.ts';
import type { NewOperation } from '../operation.ts';
import { growBatches } from './batch/grow-batches.ts';
import { closingUpdates, planBatches } from './batch/plan-batches.ts';
import { insertOperations } from './insert-operations.ts';
import { enterRecordOrder, lockRecordOrder, orderEntriesOf, recordKeyOf } from '../order/record-order.ts';

/** The auto batch that a write went into; whether that, or one that had no room for it, executes now, and since when. */
export type BatchPlace = { operationId: string; dueAt: Date | undefined; runs: boolean };

/**
 * Stores accepted asynchronous writes in the transaction of the caller: those that stand for themselves as operations,
 * those that wait for others in the batch of their key. Gives the place of each batched write, in order.
 *
 * Locks are taken in one order: batches, then lanes whose records are updated.
 */
export async function acceptWrites(
  tx: Queryable,
  operations: readonly NewOperation[],
  batched: readonly BatchedWrite[],
  limits: BatchLimits = batchLimits,
): Promise<readonly BatchPlace[]> {
  const batches = await planBatches(tx, batched, limits);
  const closing = await closingUpdates(tx, batches);
  const entries = orderEntriesOf([...operations.map(toOrdered), ...closing]);
  await lockRecordOrder(
    tx,
    entries.map(({ laneId }) => laneId),
  );
  if (operations.length > 0) await insertOperations(tx, operations);
  const dueAt = batches.length > 0 ? await growBatches(tx, batches) : new Map<string, Date>();
  await enterRecordOrder(tx, entries);
  const places = new Map<BatchedWrite, BatchPlace>(
    batches.flatMap((batch) => {
      const { id, added, closes = id } = batch;
      const place = { operationId: id, dueAt: dueAt.get(closes), runs: makesDue(batch) };
      return added.map(({ write }) => [write, place] as const);
    }),
  );
  return batched.map((write) => {
    const place = places.get(write);
    if (!place) throw new Error('A batched write was put into no batch');
    return place;
  });
}

/**
 * Stores accepted writes that stand for themselves and stand in no line, as creates do, in one statement that may carry
 * along another package's part; gives the rows of that.
 */
export const acceptCreates = <Row extends QueryResultRow>(
  db: Queryable,
  operations: readonly NewOperation[],
  part: StatementPart,
): Promise<Row[]> => insertOperations<Row>(db, operations, part);

const toOrdered = (operation: NewOperation) => ({
  ...operation,
  recordKeys: operation.records.flatMap(recordKeyOf),
});
