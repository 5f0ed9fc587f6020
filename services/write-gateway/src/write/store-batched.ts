import { CommitUnknownError, inOneStatement } from '@writ/db';
import { laneTouch, providerLane, type LaneTouch, type TouchedLane } from '@writ/lanes';
import {
  appendWrites,
  areAppended,
  batchLimits,
  forgetBatches,
  isBatchTaken,
  makesDue,
  planAppending,
  rememberBatches,
  type BatchedWrite,
  type BatchLimits,
  type FilledBatch,
  type KnownBatches,
} from '@writ/operation';
import type { Pool } from 'pg';
import { storeAcceptances, type Accepted } from './store-acceptances.ts';
import { storeOnceMore, undeadlocked } from './store-once-more.ts';
import { idsOf, toStored, type Stored } from './stored.ts';

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
    const touched = batches && (await append(pool, batches));
    if (batches && touched) {
      rememberBatches(known, batches);
      return answersOf(writes, batches, touched);
    }
    if (batches) sharedUntilMs = monotonicMs() + sharedMs;
    return storeAcceptances(
      pool,
      writes.map((batched) => ({ keyed: undefined, batched })),
      limits,
    );
  };
}

/**
 * Gives the lanes that are to be woken; undefined where a batch was taken, and nothing is stored. Where the answer was
 * lost the same is sent once more: it waits for a first try that is under way, and is refused once that has come through.
 */
async function append(pool: Pool, batches: readonly FilledBatch[]): Promise<ReadonlySet<string> | undefined> {
  const lanes = lanesOf(batches);
  const store = () =>
    undeadlocked(async () =>
      idsOf(await inOneStatement(pool, (db) => appendWrites<TouchedLane>(db, batches, laneTouch(lanes)))),
    );
  try {
    return await storeOnceMore(store, async (broken) => {
      try {
        return await store();
      } catch (error) {
        if (!(broken instanceof CommitUnknownError) || !isBatchTaken(error)) throw error;
        // Nobody knows which lanes the first try found at rest.
        if (await areAppended(pool, batches)) return new Set(lanes.map(({ id }) => id));
        throw broken;
      }
    });
  } catch (error) {
    if (isBatchTaken(error)) return undefined;
    throw error;
  }
}

/** The lane of a batch that only grows knows of it. */
const lanesOf = (batches: readonly FilledBatch[]): LaneTouch[] =>
  batches.flatMap(({ full, first, write }) => {
    if (!full && !first) return [];
    return [{ ...providerLane(write), ...(!full && { dueInMs: write.maxDelayMinutes * minuteMs }) }];
  });
const minuteMs = 60_000;

function answersOf(
  writes: readonly BatchedWrite[],
  batches: readonly FilledBatch[],
  touched: ReadonlySet<string>,
): Stored[] {
  const places = new Map(batches.flatMap((batch) => batch.added.map(({ write }) => [write, batch] as const)));
  return writes.map((write) => {
    const batch = places.get(write);
    if (!batch) throw new Error('A batched write was put into no batch');
    const otherwise = makesDue(batch) ? 'already' : 'later';
    return toStored(batch.id, touched.has(write.laneId) ? 'anew' : otherwise);
  });
}
