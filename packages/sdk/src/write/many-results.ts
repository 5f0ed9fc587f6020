import type { RecordError } from '../errors.ts';
import type { CallOptions } from '../transport/settings.ts';
import type { LaterOperation } from './wait.ts';
import type { WriteOptions } from './write-options.ts';

type Placed = {
  /** The record's place in the list. */
  index: number;
  /** The operation of its batch. */
  operationId?: string;
  /** Fields that settings dropped or filled, ids that the CRM did not show. */
  warnings?: readonly string[];
};

type WrittenOfMany = Placed & {
  success: true;
  /** Absent if the CRM did not show it; `warnings` say so. */
  recordId?: string;
  /** Of an upsert; absent if that is not known. */
  created?: boolean;
  data?: Record<string, unknown>;
  errors?: undefined;
  outcome?: undefined;
};

export type FailedOfMany = Placed & {
  success: false;
  recordId?: undefined;
  data?: undefined;
  /** Errors of the batch come last. */
  errors: [RecordError, ...RecordError[]];
  /** Absent if the CRM or the service refused the record. */
  outcome?: 'notSent' | 'unknown';
};

export type RecordResult = WrittenOfMany | FailedOfMany;

export type UpdateResult = (WrittenOfMany & { recordId: string }) | FailedOfMany;

export type ManyOptions = CallOptions & {
  /** All records or none: at most 100, in one request. */
  allOrNone?: boolean;
  /** Begins the key of each batch. */
  idempotencyKey?: string;
  /** Called after each batch. The next one waits for its promise; an error stops the call. */
  onBatch?: (results: readonly RecordResult[]) => unknown;
} & Pick<WriteOptions, 'providerHeaders'>;

export type ManyLaterOptions = Omit<ManyOptions, 'onBatch'> & {
  /** 1 to 48. */
  retryHours?: number;
};

export type Associating<Row> = {
  /** Associations of a created record. */
  associations?: (record: Row, index: number) => WriteOptions['associations'];
};

/** `first`: place of its first record. */
export type LaterBatch = LaterOperation & { first: number; count: number };

export type LaterMany = { operations: LaterBatch[]; failed: FailedOfMany[] };

export type Ended = { results: RecordResult[]; operations: LaterBatch[] };
