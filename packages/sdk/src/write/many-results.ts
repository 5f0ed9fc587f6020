import type { RecordError } from '../errors.ts';
import type { CallOptions } from '../transport/settings.ts';
import type { LaterOperation } from './wait.ts';
import type { WriteOptions } from './write-options.ts';

type Placed = {
  /** Its place among the records that were given. */
  index: number;
  /** The operation of its batch. */
  operationId?: string;
  /** What was done to records of its batch otherwise than asked: fields that the settings dropped or filled, ids not shown. */
  warnings?: readonly string[];
};

type WrittenOfMany = Placed & {
  success: true;
  /** Absent if the CRM created the record, but did not show which id it got: `warnings` say so. */
  recordId?: string;
  /** The record as the CRM holds it. */
  data?: Record<string, unknown>;
  errors?: undefined;
  outcome?: undefined;
};

/** A record that was not written, or of many for later not stored. */
export type FailedOfMany = Placed & {
  success: false;
  recordId?: undefined;
  data?: undefined;
  /** Why it was not written, one at least; what was said of its batch, and of none of the records, comes last. */
  errors: [RecordError, ...RecordError[]];
  /** Whether it was never sent, or nobody knows what became of it. */
  outcome?: 'notSent' | 'unknown';
};

/** What became of one record of many; `success` tells which members it has. */
export type RecordResult = WrittenOfMany | FailedOfMany;

/** What became of one of many records to change: the id of each is known. */
export type UpdateResult = (WrittenOfMany & { recordId: string }) | FailedOfMany;

export type ManyOptions = CallOptions & {
  /** Writes all of them or none: 100 at most, and what one request holds. */
  allOrNone?: boolean;
  /** The batches have this key with their number behind it; what was written under it is not written again. */
  idempotencyKey?: string;
  /** Is called after each batch, with its results; the next one waits for its promise. What it throws stops them. */
  onBatch?: (results: readonly RecordResult[]) => unknown;
} & Pick<WriteOptions, 'providerHeaders'>;

/** What many writes for later may have beside their records. */
export type ManyLaterOptions = Omit<ManyOptions, 'onBatch'> & {
  /** How long each operation is tried, 1 to 48. */
  retryHours?: number;
};

/** What to associate created records with: each has its own. */
export type Associating<Row> = {
  /** Gives the associations of a record by it and its place; none where it gives undefined. */
  associations?: (record: Row, index: number) => WriteOptions['associations'];
};

/** An operation of many: it writes `count` of the records that were given, from the place `first` on. */
export type LaterBatch = LaterOperation & { first: number; count: number };

/** What became of many records for later: every one is of an operation, or failed. */
export type LaterMany = { operations: LaterBatch[]; failed: FailedOfMany[] };

/** What became of records: each has a result, or is of an operation. */
export type Ended = { results: RecordResult[]; operations: LaterBatch[] };
