import type { ForwardHeader, NoteLine, PlannedRecord } from '@writ/write-core';
import type { OperationTarget } from '../../operation.ts';
import { recordJson, type RecordJson } from '../../record-columns.ts';
import type { KeyedRequest } from '../idempotency-keys.ts';

/** A batch executes when it holds so many records, or when no more fits. */
export type BatchLimits = { records: number; bytes: number };

/**
 * The hundred is of the specification (Limits). The bytes are what one worker can hold and one call can carry, many times
 * over: a hundred records of the largest size would be 500 MB.
 */
export const batchLimits: BatchLimits = { records: 100, bytes: 8 * 1024 * 1024 };

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
  /** Of a caller that may send the same request again. */
  keyed?: KeyedRequest | undefined;
  record: PlannedRecord;
  notes: readonly NoteLine[];
};

/** A batch that collects. */
export type OpenBatch = { id: string; laneId: string; count: number; bytes: number; deadlineHours: number };

/** A batch as it is after the writes have been put into batches. */
export type FilledBatch = {
  id: string;
  /** Of the account that all its records were accepted for. */
  laneId: string;
  /** Any write of its key, for what all of them have in common: it may have been closed by one that did not fit. */
  write: BatchedWrite;
  /** Its first record, when it is new: it sets the delay. */
  first: BatchedWrite | undefined;
  /** The batch that its first record did not fit into, and that executes now: the sweep wakes a lane that was left. */
  closes: string | undefined;
  count: number;
  /** Of all its records together. */
  bytes: number;
  deadlineHours: number;
  /** It takes no more and executes now. */
  full: boolean;
  added: readonly AddedRecord[];
};

type AddedRecord = { write: BatchedWrite; index: number; stored: RecordJson };

export type BatchKey = Pick<BatchedWrite, 'projectId' | 'installationId' | 'objectName' | 'type'>;

/** What accumulates together: installation, object and type (Specification, Auto batch accumulation rules, rule 1). */
export const batchKeyOf = ({ projectId, installationId, objectName, type }: BatchKey): string =>
  JSON.stringify([projectId, installationId, objectName, type]);

type Filling = Omit<FilledBatch, 'added'> & { added: AddedRecord[] };

/**
 * Puts writes into batches, purely, in their order: the open batch of their key first, a new one when that is full, has
 * no room for the next record, or is of another lane: the installation has moved to another account since. Many writes
 * at once may fill several. A record that is larger than a batch may be has one of its own.
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

/** A batch of its key executes now: itself, or the one that its first record did not fit into. */
export const makesDue = ({ full, closes }: FilledBatch): boolean => full || closes !== undefined;
