import { createGroupCommit, isContentFault, mostCharactersOfGroup } from '@writ/db';
import type { PlannedRecord } from '@writ/write-core';
import type { Pool } from 'pg';
import type { NewOperation } from '../operation.ts';
import { charactersOf } from '../record-columns.ts';
import type { Accepted } from './accepted.ts';
import type { BatchedWrite } from './batch/auto-batch.ts';
import { isPlainCreate, storeBatched, storeOperations } from './store-acceptances.ts';

const maxWritesPerCommit = 200;
/** Two commits at a time: one is filled while the other one waits for the disk. */
const commitsAtOnce = 2;

/** Accepts asynchronous writes: as operations of their own, or as records of auto batches. */
export type Accept = {
  operation(write: NewOperation): Promise<Accepted>;
  batched(write: BatchedWrite): Promise<Accepted>;
};

/**
 * Accepted means committed: resolves once operation, planned records, key and the lane's due time are in one commit, which
 * all writes of the last few milliseconds share. The caller wakes the lane then, which may fail without harm.
 *
 * @throws CommitUnknownError where the write may have been stored, or not
 */
export function createAccept({ pool, onCommit }: { pool: Pool; onCommit: (writes: number) => void }): Accept {
  const grouped = <Write>(
    commit: (writes: readonly Write[]) => Promise<readonly Accepted[]>,
    recordsOf: (write: Write) => readonly PlannedRecord[],
    concurrency = commitsAtOnce,
  ) =>
    createGroupCommit<Write, Accepted>({
      commit,
      isContentFault,
      maxItems: maxWritesPerCommit,
      weight: { of: (write) => charactersOf(recordsOf(write)), most: mostCharactersOfGroup },
      concurrency,
      onCommit,
    });
  // What needs one statement alone does not share a transaction with those that need several.
  const operations = () =>
    grouped<NewOperation>(
      (writes) => storeOperations(pool, writes),
      ({ records }) => records,
    );
  const [creates, others] = [operations(), operations()];
  const records = () =>
    grouped<BatchedWrite>(
      (writes) => storeBatched(pool, writes),
      ({ record }) => [record],
      // Each would wait for the locks of the one before.
      1,
    );
  // What became of a write is certain only where all of its group have keys.
  const [keyed, keyless] = [records(), records()];
  return {
    operation: (write) => (isPlainCreate(write) ? creates : others).add(write),
    batched: (write) => (write.keyed ? keyed : keyless).add(write),
  };
}
