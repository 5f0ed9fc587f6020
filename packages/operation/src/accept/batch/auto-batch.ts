import type { ForwardHeader, NoteLine, PlannedRecord, WriteType } from '@writ/write-core';
import type { OperationTarget, Traced } from '../../operation.ts';
import { recordJson, type RecordJson } from '../../record-columns.ts';
import type { KeyedRequest } from '../idempotency-keys.ts';

/** A batch runs at so many records, or when no more bytes fit. */
export type BatchLimits = { records: number; bytes: number };

/**
 * 100 records are specified (Limits). The bytes fit into one worker and one call; 100 of the largest records
 * would be 500 MB.
 */
export const batchLimits: BatchLimits = { records: 100, bytes: 8 * 1024 * 1024 };

export type BatchedWrite = OperationTarget &
  Traced & {
    type: Exclude<WriteType, 'delete'>;
    laneId: string;
    /** Of the batch's first record. */
    maxDelayMinutes: number;
    /** The batch's longest, once it runs. */
    deadlineHours: number;
    forwardHeaders: readonly ForwardHeader[];
    requestId: string;
    keyed?: KeyedRequest | undefined;
    record: PlannedRecord;
    notes: readonly NoteLine[];
  };

export type OpenBatch = { id: string; laneId: string; count: number; bytes: number; deadlineHours: number };

export type FilledBatch = {
  id: string;
  laneId: string;
  /** Any write of its key, perhaps not in the batch. */
  write: BatchedWrite;
  /** Sets the delay of a new batch. */
  first: BatchedWrite | undefined;
  /**
   * The batch that had no room for the first record, and runs now. If its lane is another, the sweep wakes
   * it.
   */
  closes: string | undefined;
  count: number;
  bytes: number;
  deadlineHours: number;
  full: boolean;
  added: readonly AddedRecord[];
};

type AddedRecord = { write: BatchedWrite; index: number; stored: RecordJson };

export type BatchKey = Pick<BatchedWrite, 'projectId' | 'installationId' | 'objectName' | 'type'>;

/** Specification, Auto batch accumulation rules, rule 1. */
export const batchKeyOf = ({ projectId, installationId, objectName, type }: BatchKey): string =>
  JSON.stringify([projectId, installationId, objectName, type]);

type Filling = Omit<FilledBatch, 'added'> & { added: AddedRecord[] };

/**
 * Puts writes into batches, in order. A new batch begins if the open one is full, has no room, or is of
 * another lane, since the installation has moved. A record larger than the limit gets its own.
 */
export function fillBatches(
  writes: readonly BatchedWrite[],
  open: ReadonlyMap<string, OpenBatch>,
  newId: () => string,
  limits: BatchLimits = batchLimits,
): readonly FilledBatch[] {
  const all: Filling[] = [];
  const current = new Map<string, Filling>();
  const takeUp = (key: string, write: BatchedWrite, known?: OpenBatch, closes?: string): Filling => {
    const batch: Filling = {
      ...(known ?? { id: newId(), laneId: write.laneId, count: 0, bytes: 0, deadlineHours: 0 }),
      write,
      first: known ? undefined : write,
      closes,
      full: false,
      added: [],
    };
    current.set(key, batch);
    all.push(batch);
    return batch;
  };
  for (const write of writes) {
    const key = batchKeyOf(write);
    const stored = recordJson(write.record);
    const known = current.has(key) ? undefined : open.get(key);
    let batch = known ? takeUp(key, write, known) : current.get(key);
    const fits = batch?.laneId === write.laneId && batch.bytes + stored.bytes <= limits.bytes;
    if (!batch || batch.full || !fits) {
      const closes = batch && !batch.full ? batch.id : undefined;
      if (batch) batch.full = true;
      batch = takeUp(key, write, undefined, closes);
    }
    addTo(batch, write, stored);
    batch.full = batch.count === limits.records || batch.bytes >= limits.bytes;
  }
  return all;
}

function addTo(batch: Filling, write: BatchedWrite, stored: RecordJson): void {
  batch.added.push({ write, index: batch.count, stored });
  batch.count += 1;
  batch.bytes += stored.bytes;
  batch.deadlineHours = Math.max(batch.deadlineHours, write.deadlineHours);
}

export const makesDue = ({ full, closes }: FilledBatch): boolean => full || closes !== undefined;
