import type { Check } from '../report/report.ts';
import { countOperations } from './operations-table.ts';
import type { Subject } from './start-subject.ts';

export const recordsPerBatch = 100;

/** As many records that every installation has whole batches alone: what is left over would wait for its delay. */
export const wholeBatches = (size: number, over: number): number => {
  const step = over * recordsPerBatch;
  return Math.max(1, Math.round(size / step)) * step;
};

/** Whether each of these writes is in a batch that has ended well. */
export async function everyBatchEnded(
  { pool }: Subject,
  operationIds: readonly string[],
  records: number,
): Promise<Check> {
  const batches = [...new Set(operationIds)];
  const { succeeded } = await countOperations(pool, batches);
  return {
    name: 'every acknowledged write is in a batch that has ended well',
    holds: operationIds.length === records && succeeded === batches.length,
    detail: `${operationIds.length} writes in ${batches.length} batches, ${succeeded} of them succeeded`,
  };
}
