import type { Subject } from '@writ/stack';
import type { Verdict } from '@writ/test-kit/laboratory';
import { countOperations } from './operations-table.ts';

export const recordsPerBatch = 100;

/** Only whole batches per installation: others would wait for their delay. */
export const wholeBatches = (size: number, over: number): number => {
  const step = over * recordsPerBatch;
  return Math.max(1, Math.round(size / step)) * step;
};

export async function everyBatchEnded(
  { pool }: Subject,
  operationIds: readonly string[],
  records: number,
): Promise<Verdict> {
  const batches = [...new Set(operationIds)];
  const { succeeded } = await countOperations(pool, batches);
  return {
    what: 'every acknowledged write is in a batch that has ended well',
    holds: operationIds.length === records && succeeded === batches.length,
    detail: `${operationIds.length} writes in ${batches.length} batches, ${succeeded} of them succeeded`,
  };
}
