import type { Queryable } from '@writ/db';
import type { NewOperation } from '../operation.ts';
import { enterRecordOrder, lockRecordOrder, orderEntriesOf, recordKeyOf } from '../order/record-order.ts';
import { insertOperations } from './insert-operations.ts';

/**
 * Stores accepted writes that stand for themselves, in the transaction of the caller; updates take their places in line.
 * Gives the lanes that were not due before.
 */
export async function acceptOperations(
  tx: Queryable,
  operations: readonly NewOperation[],
): Promise<ReadonlySet<string>> {
  const entries = orderEntriesOf(
    operations.map((operation) => ({ ...operation, recordKeys: operation.records.flatMap(recordKeyOf) })),
  );
  await lockRecordOrder(
    tx,
    entries.map(({ laneId }) => laneId),
  );
  const lanes = await insertOperations(tx, operations);
  await enterRecordOrder(tx, entries);
  return lanes;
}
