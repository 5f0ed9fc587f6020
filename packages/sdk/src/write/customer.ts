import type { WriteRequest } from '../openapi/write.ts';
import type { CallOptions } from '../transport/settings.ts';
import type { WriteResult } from './answers.ts';
import type { Target } from './send-write.ts';
import type { Associating, ManyLaterOptions, ManyOptions, UpdateResult } from './write-many.ts';
import { writesOfMany } from './writes-of-many.ts';
import { writesOfOne } from './writes-of-one.ts';

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

/** Writes for one customer through one integration. */
export type Customer = ReturnType<typeof customerOf>;

export function customerOf(target: Target) {
  const { now, later } = writesOfOne(target);
  const { many, manyLater } = writesOfMany(target);
  return {
    /** Creates a record and gives it as the CRM holds it. @throws WritProblem when the CRM refuses it. */
    create: (object: string, record: WriteRecord, options: WriteOptions = {}) =>
      now(object, 'create', record, options),
    /** Changes the record whose `id` it holds. */
    update: (object: string, record: RecordWithId, options: WriteOptions = {}) =>
      now(object, 'update', record, options),
    /** Deletes a record by the CRM's id, where the customer allows it. */
    delete: (object: string, id: string, options: WriteOptions = {}): Promise<Deleted> =>
      now(object, 'delete', { id }, options),
    /** Has a record created: the answer comes as soon as the write is stored. */
    createLater: (object: string, record: WriteRecord, options: LaterOptions = {}) =>
      later(object, 'create', record, options),
    /** Has a record changed: the answer comes as soon as the write is stored. */
    updateLater: (object: string, record: RecordWithId, options: LaterOptions = {}) =>
      later(object, 'update', record, options),
    /** Creates any number of records, 100 a request, in order, and gives one result a record. @throws WritStopped */
    createMany: <Row extends WriteRecord>(
      object: string,
      records: Iterable<Row>,
      options: ManyOptions & Associating<Row> = {},
    ) => many(object, 'create', records, options),
    /** Changes any number of records, 100 a request, in order, and gives one result a record. @throws WritStopped */
    updateMany: async (object: string, records: Iterable<RecordWithId>, options: ManyOptions = {}) =>
      (await many(object, 'update', records, options)) as UpdateResult[],
    /** Has any number of records created: each request, of 100, is stored as an operation. @throws WritStopped */
    createManyLater: <Row extends WriteRecord>(
      object: string,
      records: Iterable<Row>,
      options: ManyLaterOptions & Associating<Row> = {},
    ) => manyLater(object, 'create', records, options),
    /** Has any number of records changed: each request, of 100, is stored as an operation. @throws WritStopped */
    updateManyLater: (object: string, records: Iterable<RecordWithId>, options: ManyLaterOptions = {}) =>
      manyLater(object, 'update', records, options),
  };
}

/** An interface has no index signature, and without one a literal may have no further member: either will do. */
type RecordWithId = { id: string } | ({ id: string } & Record<string, unknown>);
