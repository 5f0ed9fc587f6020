import type { RecordError } from '../errors.ts';
import type { CallOptions } from '../transport/settings.ts';
import type { LaterOperation } from './wait.ts';
import type { WriteOptions } from './write-options.ts';

type Placed = {
  /** The place of the record in the list. */
  index: number;
  /** The operation of its batch. */
  operationId?: string;
  /** Deviations from the request: fields that settings dropped or filled, ids that the CRM did not show. */
  warnings?: readonly string[];
};

type WrittenOfMany = Placed & {
  success: true;
  /** Absent if the CRM created the record without showing its id; `warnings` say so. */
  recordId?: string;
  /** The record as the CRM holds it. */
  data?: Record<string, unknown>;
  errors?: undefined;
  outcome?: undefined;
};

/** A record that was not written, or not stored. */
export type FailedOfMany = Placed & {
  success: false;
  recordId?: undefined;
  data?: undefined;
  /** At least one error. Errors of the batch come after those of the record. */
  errors: [RecordError, ...RecordError[]];
  /** The record was never sent, or its outcome is unknown. */
  outcome?: 'notSent' | 'unknown';
};

export type RecordResult = WrittenOfMany | FailedOfMany;

/** The result of an update, where each id is known. */
export type UpdateResult = (WrittenOfMany & { recordId: string }) | FailedOfMany;

export type ManyOptions = CallOptions & {
  /** Writes all records or none: at most 100, in one request. */
  allOrNone?: boolean;
  /** Each batch has this key and its number. A batch that was written under its key is not written again. */
  idempotencyKey?: string;
  /** Called with the results of each batch. The next batch waits for its promise; an error stops the call. */
  onBatch?: (results: readonly RecordResult[]) => unknown;
} & Pick<WriteOptions, 'providerHeaders'>;

export type ManyLaterOptions = Omit<ManyOptions, 'onBatch'> & {
  /** How long each operation is tried, 1 to 48. */
  retryHours?: number;
};

export type Associating<Row> = {
  /** Returns the associations of a created record, if it has any. */
  associations?: (record: Row, index: number) => WriteOptions['associations'];
};

/** An operation of `count` records, which begin at the place `first` of the list. */
export type LaterBatch = LaterOperation & { first: number; count: number };

/** Each record belongs to an operation, or failed. */
export type LaterMany = { operations: LaterBatch[]; failed: FailedOfMany[] };

/** Each record has a result, or belongs to an operation. */
export type Ended = { results: RecordResult[]; operations: LaterBatch[] };
