import { CommitUnknownError, inOneStatement, undeadlocked } from '@writ/db';
import type { Pool } from 'pg';
import type { Accepted } from '../accepted.ts';
import { storeBatched } from '../store-acceptances.ts';
import { storeOnceMore } from '../store-once-more.ts';
import { storedIn } from './accept-batched.ts';
import {
  areAppended,
  forgetBatches,
  isBatchTaken,
  planAppending,
  rememberBatches,
  type KnownBatches,
} from './append-writes.ts';
import { batchLimits, type BatchedWrite, type BatchLimits, type FilledBatch } from './auto-batch.ts';
import { growBatches } from './grow-batches.ts';

/** Where another gateway fills the same batches, what is remembered is of no use: so long it is not tried again. */
const sharedMs = 1_000;

/**
 * Stores writes without a key in their batches: one statement, by what this process remembers of the batches, which
 * stores nothing where another gateway or the worker has been there meanwhile. Then their keys are locked, for a while. To
 * be called for one group at a time.
 *
 * @param monotonicMs monotonic time
 */
export function createStoreBatched(
  pool: Pool,
  monotonicMs: () => number,
  limits: BatchLimits = batchLimits,
): (writes: readonly BatchedWrite[]) => Promise<readonly Accepted[]> {
  const known: KnownBatches = new Map();
  let sharedUntilMs = -Infinity;
  return async (writes) => {
    const batches =
      monotonicMs() < sharedUntilMs ? undefined : await planAppending(pool, known, writes, limits);
    // Whatever comes of it, only what is stored below can be relied upon.
    forgetBatches(known, writes);
    const lanes = batches && (await append(pool, batches));
    if (batches && lanes) {
      rememberBatches(known, batches);
      return storedIn(batches, writes, lanes);
    }
    if (batches) sharedUntilMs = monotonicMs() + sharedMs;
    return storeBatched(
      pool,
      writes.map((write) => ({ keyed: undefined, write })),
      limits,
    );
  };
}

/**
 * Gives the lanes that are to be woken; undefined where a batch was taken, and nothing is stored. Where the answer was
 * lost the same is sent once more: it waits for a first try that is under way, and is refused once that has come through.
 */
async function append(pool: Pool, batches: readonly FilledBatch[]): Promise<ReadonlySet<string> | undefined> {
  const store = () => undeadlocked(() => inOneStatement(pool, (db) => growBatches(db, batches)));
  try {
    return await storeOnceMore(store, async (broken) => {
      try {
        return await store();
      } catch (error) {
        if (!(broken instanceof CommitUnknownError) || !isBatchTaken(error)) throw error;
        // Nobody knows which lanes the first try found at rest.
        if (await areAppended(pool, batches)) return new Set(batches.map(({ write }) => write.laneId));
        throw broken;
      }
    });
  } catch (error) {
    if (isBatchTaken(error)) return undefined;
    throw error;
  }
}
