import { createGroupCommit, isContentFault, mostCharactersOfGroup } from '@writ/db';
import type { PlannedRecord } from '@writ/write-core';
import type { Pool } from 'pg';
import type { NewOperation } from '../operation.ts';
import { charactersOf } from '../record-columns.ts';
import type { Accepted } from './accepted.ts';
import type { BatchedWrite } from './batch/auto-batch.ts';
import { isPlainCreate, storeBatched, storeOperations } from './store-acceptances.ts';

const maxWritesPerCommit = 200;
/** One commit fills while the other waits for the disk. */
const commitsAtOnce = 2;

export type Accept = {
  operation(write: NewOperation): Promise<Accepted>;
  batched(write: BatchedWrite): Promise<Accepted>;
};

/**
 * Resolves after the commit, which concurrent writes share. The caller then wakes the lane, which may fail
 * without harm.
 * @throws CommitUnknownError if the write may have been stored
 */
export function createAccept({
  pool,
  onCommit,
}: {
  pool: Pool;
  /** Also if it failed. */
  onCommit: (commit: { writes: number; seconds: number }) => void;
}): Accept {
  const grouped = <Write>(
    commit: (writes: readonly Write[]) => Promise<readonly Accepted[]>,
    recordsOf: (write: Write) => readonly PlannedRecord[],
    concurrency = commitsAtOnce,
  ) =>
    createGroupCommit<Write, Accepted>({
      commit: async (writes) => {
        const beganMs = performance.now();
        try {
          return await commit(writes);
        } finally {
          onCommit({ writes: writes.length, seconds: (performance.now() - beganMs) / 1_000 });
        }
      },
      isContentFault,
      maxItems: maxWritesPerCommit,
      weight: { of: (write) => charactersOf(recordsOf(write)), most: mostCharactersOfGroup },
      concurrency,
    });
  // One statement needs no transaction, so such writes are apart.
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
      // A second commit would wait for locks of the first.
      1,
    );
  // A lost answer can be resolved only if all writes have keys.
  const [keyed, keyless] = [records(), records()];
  return {
    operation: (write) => (isPlainCreate(write) ? creates : others).add(write),
    batched: (write) => (write.keyed ? keyed : keyless).add(write),
  };
}
