import { newId } from '@writ/db';
import type { Pool } from 'pg';
import type { Accepted } from '../accepted.ts';
import { pointKeys } from '../idempotency-keys.ts';
import { storeAcceptances, type Acceptance } from '../store-acceptances.ts';
import { acceptBatched } from './accept-batched.ts';
import { areAppended } from './are-appended.ts';
import { batchLimits, type BatchedWrite, type BatchLimits, type FilledBatch } from './auto-batch.ts';
import { lockBatchKeys } from './plan-batches.ts';

/** A batch may collect for a day, and be retried for as long as another record asks. */
const longestHoursOfBatch = 24 + 48;

/** Stores writes that wait for others, in the batches of their keys. */
export function storeBatched(
  pool: Pool,
  acceptances: readonly Acceptance<BatchedWrite>[],
  limits: BatchLimits = batchLimits,
): Promise<readonly Accepted[]> {
  let tried: readonly FilledBatch[] = [];
  return storeAcceptances(pool, acceptances, {
    // Which batch a record goes into is not known yet: its key is pointed at the batch before the commit.
    idOf: () => newId(),
    longestHours: () => longestHoursOfBatch,
    store: async (tx, fresh) => {
      const { stored, batches } = await acceptBatched(
        tx,
        fresh.map(({ write }) => write),
        limits,
      );
      tried = batches;
      await pointKeys(
        tx,
        fresh.flatMap(({ keyed }, at) =>
          keyed ? [{ keyed, operationId: stored[at]?.operationId ?? '' }] : [],
        ),
      );
      return stored;
    },
    isThere: async (tx, first) => {
      // A first try that is still under way holds them.
      await lockBatchKeys(tx, first);
      return areAppended(tx, tried);
    },
  });
}
