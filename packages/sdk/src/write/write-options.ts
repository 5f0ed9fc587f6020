import type { WriteAnswer, WriteRequest } from '../openapi/write.ts';
import type { CallOptions } from '../transport/settings.ts';

/** A record by your field names. An update also holds the CRM's `id`. */
export type WriteRecord = object;

/** A record that was written. */
export type Written = Deleted & { recordId: string } & Pick<Required<WriteAnswer>['result'], 'data'>;

/** A record that was deleted. */
export type Deleted = Pick<Required<WriteAnswer>['result'], 'success'> &
  Pick<WriteAnswer, 'operationId' | 'warnings'>;

/** Options of a write. */
export type WriteOptions = CallOptions & {
  /**
   * The same record with the same key is written once. Give a key that you store if the write must survive your process.
   * Default: a new key for each call.
   */
  idempotencyKey?: string;
  /** Records to associate a created one with. */
  associations?: NonNullable<WriteRequest['associations']>;
  /** Headers for the CRM, if it takes any. */
  providerHeaders?: NonNullable<WriteRequest['headers']>;
};

/** Options of an asynchronous write. */
export type LaterOptions = WriteOptions & {
  /** Joins the record with others of its kind into a batch. */
  autoBatch?: { maxDelayMinutes: number };
  /** How long the write is tried, 1 to 48. */
  retryHours?: number;
};
