import {
  CommitUnknownError,
  inOneStatement,
  isUniqueViolation,
  newId,
  undeadlocked,
  type Queryable,
} from '@writ/db';
import type { Pool } from 'pg';
import type { Accepted } from '../accepted.ts';
import { givenRecords } from '../rows/given-records.ts';
import { storeBatched } from '../store-acceptances.ts';
import { storeOnceMore } from '../store-once-more.ts';
import { storedIn } from './accept-batched.ts';
import { appendToBatches } from './append-to-batches.ts';
import {
  batchKeyOf,
  batchLimits,
  fillBatches,
  type BatchedWrite,
  type BatchLimits,
  type FilledBatch,
  type OpenBatch,
} from './auto-batch.ts';
import { growBatches, isStale } from './grow-batches.ts';
import { openBatches } from './open-batches.ts';

/** Where another gateway fills the same batches, what is remembered is of no use: so long it is not tried again. */
const sharedMs = 1_000;
const batchesKept = 10_000;

/**
 * Stores writes without a key in their batches: one statement, by what this process remembers of the batches, which
 * stores nothing where another gateway or the worker has been there meanwhile. Then Postgres places them, for a while. To
 * be called for one group at a time.
 *
 * @param monotonicMs monotonic time
 */
export function createStoreBatched(
  pool: Pool,
  monotonicMs: () => number,
  limits: BatchLimits = batchLimits,
): (writes: readonly BatchedWrite[]) => Promise<readonly Accepted[]> {
  /** What is remembered of the batches that collect, by their key. Never relied upon: others fill and close them. */
  const known = new Map<string, OpenBatch>();
  let sharedUntilMs = -Infinity;
  return async (writes) => {
    const batches =
      monotonicMs() < sharedUntilMs ? undefined : await planAppending(pool, known, writes, limits);
    // Whatever comes of it, only what is stored below can be relied upon.
    for (const write of writes) known.delete(batchKeyOf(write));
    const lanes = batches && (await append(pool, batches));
    if (batches && lanes) {
      if (known.size > batchesKept) known.clear();
      for (const { key, full, id, laneId, count, bytes, deadlineHours } of batches)
        if (!full) known.set(key, { id, laneId, count, bytes, deadlineHours });
      return storedIn(batches, writes, lanes);
    }
    if (batches) sharedUntilMs = monotonicMs() + sharedMs;
    return (await appendToBatches(pool, writes, limits)) ?? storeBatched(pool, writes, limits);
  };
}

/**
 * Decides into which batches writes go by what is remembered of them; keys of which nothing is known are looked at.
 * Undefined where updates would close a batch: they have to take their places in line, in a transaction.
 */
async function planAppending(
  db: Queryable,
  known: ReadonlyMap<string, OpenBatch>,
  writes: readonly BatchedWrite[],
  limits: BatchLimits,
): Promise<readonly FilledBatch[] | undefined> {
  const byKey = new Map(writes.map((write) => [batchKeyOf(write), write]));
  const unknown = [...byKey].flatMap(([key, write]) => (known.has(key) ? [] : [write]));
  const seen = unknown.length > 0 ? await openBatches(db, unknown, 'seen') : new Map<string, OpenBatch>();
  const batches = fillBatches(writes, { get: (key) => known.get(key) ?? seen.get(key) }, newId, limits);
  return batches.some(({ full, write }) => full && write.type === 'update') ? undefined : batches;
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

/** A batch was filled, closed or opened by somebody else since it was looked at. */
const isBatchTaken = (error: unknown): boolean => isStale(error) || isUniqueViolation(error);

const appendedSql = `
  SELECT count(*)::int AS stored
  FROM json_to_recordset($1::json) AS given (project_id uuid, operation_id uuid, index int, request_id text,
    record_id text, planned jsonb, associations jsonb, if_empty jsonb)
  JOIN operation_record r USING (project_id, operation_id, index, request_id)
  WHERE r.planned = given.planned AND r.associations IS NOT DISTINCT FROM given.associations
    AND r.if_empty IS NOT DISTINCT FROM given.if_empty
    AND (given.record_id IS NULL OR r.record_id = given.record_id)`;

/**
 * True where the writes stand in their places: asked after a statement whose answer was lost. Callers choose their request
 * ids, and one may send many writes under the same; so what stands there has to say the same, too.
 */
async function areAppended(db: Queryable, batches: readonly FilledBatch[]): Promise<boolean> {
  const places = batches.flatMap(({ id, added }) =>
    added.map(({ write: { projectId, record: planned, requestId }, ...place }) => ({
      ...place,
      operation: { projectId, id },
      planned,
      requestId,
    })),
  );
  const { rows } = await db.query<{ stored: number }>(appendedSql, [
    givenRecords(places, ({ planned }) => ({ record_id: planned.id })),
  ]);
  return rows[0]?.stored === places.length;
}
