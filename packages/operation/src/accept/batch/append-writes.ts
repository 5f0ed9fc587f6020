import { isUniqueViolation, newId, type Queryable } from '@writ/db';
import {
  batchKeyOf,
  batchLimits,
  fillBatches,
  type BatchedWrite,
  type BatchLimits,
  type FilledBatch,
  type OpenBatch,
} from './auto-batch.ts';
import { givenRecords } from '../rows/given-records.ts';
import { isStale } from './grow-batches.ts';
import { openBatches } from './plan-batches.ts';

/** What a process remembers of the batches that collect, by their key. Never relied upon: others fill and close them. */
export type KnownBatches = Map<string, OpenBatch>;

const batchesKept = 10_000;

/**
 * Decides into which batches writes go by what is remembered of them; keys of which nothing is known are looked at.
 * Undefined where updates would close a batch: they have to take their places in line, in a transaction.
 */
export async function planAppending(
  db: Queryable,
  known: KnownBatches,
  writes: readonly BatchedWrite[],
  limits: BatchLimits = batchLimits,
): Promise<readonly FilledBatch[] | undefined> {
  const byKey = new Map(writes.map((write) => [batchKeyOf(write), write]));
  const unknown = [...byKey].flatMap(([key, write]) => (known.has(key) ? [] : [write]));
  const seen = unknown.length > 0 ? await openBatches(db, unknown, 'seen') : new Map<string, OpenBatch>();
  const batches = fillBatches(writes, { get: (key) => known.get(key) ?? seen.get(key) }, newId, limits);
  return batches.some(({ full, write }) => full && write.type === 'update') ? undefined : batches;
}

/** A batch was filled, closed or opened by somebody else since it was looked at. */
export const isBatchTaken = (error: unknown): boolean => isStale(error) || isUniqueViolation(error);

/** What is known of batches once these are stored. */
export function rememberBatches(known: KnownBatches, batches: readonly FilledBatch[]): void {
  if (known.size > batchesKept) known.clear();
  for (const { key, id, count, bytes, deadlineHours, full } of batches) {
    if (full) known.delete(key);
    else known.set(key, { id, count, bytes, deadlineHours });
  }
}

export function forgetBatches(known: KnownBatches, writes: readonly BatchedWrite[]): void {
  for (const write of writes) known.delete(batchKeyOf(write));
}

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
export async function areAppended(db: Queryable, batches: readonly FilledBatch[]): Promise<boolean> {
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
