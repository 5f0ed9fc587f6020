import type { WriteAnswer, WriteRequest } from '../openapi/write.ts';
import type { CallOptions } from '../transport/settings.ts';

/** By your field names. An update also has the `id` of the CRM. */
export type WriteRecord = object;

export type Written = Deleted & { recordId: string } & Pick<Required<WriteAnswer>['result'], 'data'>;

export type Deleted = Pick<Required<WriteAnswer>['result'], 'success'> &
  Pick<WriteAnswer, 'operationId' | 'warnings'>;

export type WriteOptions = CallOptions & {
  /**
   * The same record with the same key is written once. Default: a new key. Store your own if the write must
   * survive your process.
   */
  idempotencyKey?: string;
  associations?: NonNullable<WriteRequest['associations']>;
  /** Headers for the CRM, if it takes any. */
  providerHeaders?: NonNullable<WriteRequest['headers']>;
};

/** Of an upsert. */
export type OnMissing = {
  /** Default: `create`. */
  onMissing?: NonNullable<WriteRequest['onMissing']>;
};

export type Upserted = Written & { created?: boolean };

export type LaterOptions = WriteOptions & {
  /** Collects records of a kind into a batch. */
  autoBatch?: { maxDelayMinutes: number };
  /** 1 to 48. */
  retryHours?: number;
};
