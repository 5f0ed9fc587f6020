import { createGroupCommit, isContentFault } from '@writ/db';
import type { Pool } from 'pg';
import type { NewOperation } from '../operation.ts';
import type { Accepted, Stored } from './accepted.ts';
import type { BatchedWrite } from './batch/auto-batch.ts';
import { createStoreBatched } from './batch/store-batched.ts';
import { storeBatched, storeOperations, type Acceptance } from './store-acceptances.ts';
import { storeCreates } from './store-creates.ts';

const maxWritesPerCommit = 200;
/** Two commits at a time: one is filled while the other one waits for the disk. */
const commitsAtOnce = 2;

/** Accepts asynchronous writes: as operations of their own, or as records of auto batches. */
export type Accept = {
  operation(acceptance: Acceptance<NewOperation>): Promise<Accepted>;
  batched(acceptance: Acceptance<BatchedWrite>): Promise<Accepted>;
};

/**
 * Accepted means committed: resolves once operation, planned records, key and the lane's due time are in one commit, which
 * all writes of the last few milliseconds share. The caller wakes the lane then, which may fail without harm.
 *
 * @throws CommitUnknownError where the write may have been stored, or not
 */
export function createAccept({ pool, onCommit }: { pool: Pool; onCommit: (writes: number) => void }): Accept {
  const options = { isContentFault, maxItems: maxWritesPerCommit, concurrency: commitsAtOnce, onCommit };
  // What needs one statement alone does not share a transaction with those that need several.
  const creates = createGroupCommit<NewOperation, Stored>({
    commit: (operations) => storeCreates(pool, operations),
    ...options,
  });
  const others = createGroupCommit<Acceptance<NewOperation>, Accepted>({
    commit: (acceptances) => storeOperations(pool, acceptances),
    ...options,
  });
  const batched = createGroupCommit<Acceptance<BatchedWrite>, Accepted>({
    commit: (acceptances) => storeBatched(pool, acceptances),
    ...options,
  });
  // Each goes by what the one before it left in the batches.
  const appended = createGroupCommit<BatchedWrite, Accepted>({
    commit: createStoreBatched(pool, () => performance.now()),
    ...options,
    concurrency: 1,
  });
  return {
    operation: (acceptance) =>
      acceptance.keyed || acceptance.write.type !== 'create'
        ? others.add(acceptance)
        : creates.add(acceptance.write),
    batched: (acceptance) => (acceptance.keyed ? batched.add(acceptance) : appended.add(acceptance.write)),
  };
}
