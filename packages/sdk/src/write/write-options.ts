import type { WriteRequest } from '../openapi/write.ts';
import type { CallOptions } from '../transport/settings.ts';
import type { WriteResult } from './answers.ts';

/** A record by the names of your fields, an interface's too; an update holds the CRM's own `id` of it. */
export type WriteRecord = object;

/** What the CRM made of one record: its id is there whenever it was written. */
export type Written = Deleted & { recordId: string } & Pick<WriteResult['result'], 'data'>;

/** That a record is deleted. */
export type Deleted = Pick<WriteResult['result'], 'success'> & Pick<WriteResult, 'operationId' | 'warnings'>;

/** What a write may have beside its record. */
export type WriteOptions = CallOptions & {
  /**
   * The same key with the same record is the same write: it is done once. Give one that you keep where a write must
   * survive the end of your process; when absent each call makes its own.
   */
  idempotencyKey?: string;
  /** Records to associate a created one with. */
  associations?: NonNullable<WriteRequest['associations']>;
  /** Headers for the CRM itself, where it takes any. */
  providerHeaders?: NonNullable<WriteRequest['headers']>;
};

/** What a write for later may have beside its record. */
export type LaterOptions = WriteOptions & {
  /** Collects it with others of its kind into a batch. */
  autoBatch?: { maxDelayMinutes: number };
  /** How long it is tried, 1 to 48. */
  retryHours?: number;
};
