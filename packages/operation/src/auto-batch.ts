import type { ForwardHeader, NoteLine, PlannedRecord } from '@writ/write-core';
import type { OperationTarget } from './operation.ts';

/** Specification, Limits: a batch executes when it holds this many records. */
const maxRecords = 100;

/** One record that waits for others. */
export type BatchedWrite = OperationTarget & {
  type: 'create' | 'update';
  laneId: string;
  /** Counts for the batch if this is its first record. */
  maxDelayMinutes: number;
  /** The longest of a batch's records governs, from the moment the batch runs. */
  deadlineHours: number;
  forwardHeaders: readonly ForwardHeader[];
  requestId: string;
  idempotencyKey?: string;
  record: PlannedRecord;
  notes: readonly NoteLine[];
};

/** A batch that collects: from the database, or made here. */
export type OpenBatch = { id: string; count: number; deadlineHours: number };

/** A batch as it is after the writes have been put into batches. */
export type FilledBatch = {
  id: string;
  projectId: string;
  /** Its first record, when it is new: it sets the delay. */
  first: BatchedWrite | undefined;
  key: string;
  count: number;
  deadlineHours: number;
  /** It holds 100 records and executes now. */
  full: boolean;
  added: readonly { write: BatchedWrite; index: number }[];
};

/** What accumulates together: installation, object and type (Specification, Auto batch accumulation rules, rule 1). */
export const batchKeyOf = ({ projectId, installationId, objectName, type }: BatchedWrite): string =>
  JSON.stringify([projectId, installationId, objectName, type]);

/**
 * Puts writes into batches, purely, in their order: the open batch of their key first, a new one when that is full. Many
 * writes at once may fill several.
 */
export function fillBatches(
  writes: readonly BatchedWrite[],
  open: Pick<ReadonlyMap<string, OpenBatch>, 'get'>,
  newId: () => string,
): readonly FilledBatch[] {
  type Filling = Omit<FilledBatch, 'added'> & { added: { write: BatchedWrite; index: number }[] };
  const all: Filling[] = [];
  const current = new Map<string, Filling>();
  for (const write of writes) {
    const { projectId } = write;
    const key = batchKeyOf(write);
    let batch = current.get(key);
    if (!batch || batch.full) {
      const known = batch ? undefined : open.get(key);
      batch = known
        ? { ...known, projectId, key, first: undefined, full: false, added: [] }
        : { id: newId(), projectId, key, first: write, count: 0, deadlineHours: 0, full: false, added: [] };
      current.set(key, batch);
      all.push(batch);
    }
    batch.added.push({ write, index: batch.count });
    batch.count += 1;
    batch.deadlineHours = Math.max(batch.deadlineHours, write.deadlineHours);
    batch.full = batch.count === maxRecords;
  }
  return all;
}
