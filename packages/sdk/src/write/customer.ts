import type { Target } from './send-write.ts';
import type { Associating, ManyLaterOptions, ManyOptions, UpdateResult } from './many-results.ts';
import type { Deleted, LaterOptions, WriteOptions, WriteRecord } from './write-options.ts';
import { writesOfMany } from './writes-of-many.ts';
import { writesOfOne } from './writes-of-one.ts';

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
