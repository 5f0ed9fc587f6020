import type { WriteAnswer, WriteRequest } from '../openapi/write.ts';
import type {
  Associating,
  Ended,
  LaterMany,
  ManyLaterOptions,
  ManyOptions,
  RecordResult,
  UpdateResult,
} from './many-results.ts';
import {
  checkWriteOptions,
  fieldsOf,
  sendWrite,
  triedFor,
  writePathOf,
  type Request,
  type Target,
} from './send-write.ts';
import type { LaterOperation } from './wait.ts';
import { resultsOf, writeMany } from './write-many.ts';
import type {
  Deleted,
  LaterOptions,
  OnMissing,
  Upserted,
  WriteOptions,
  WriteRecord,
} from './write-options.ts';

/** Writes for one customer through one integration. */
export type Customer = ReturnType<typeof customerOf>;

type Type = WriteRequest['type'];

type What = Pick<WriteRequest, 'type' | 'key' | 'onMissing'>;

const upsertBy = (key: string, onMissing: OnMissing['onMissing']): What => ({
  type: 'upsert',
  key,
  ...(onMissing && { onMissing }),
});

/** An interface has no index signature, but a literal with more members needs one. */
type RecordWithId = { id: string } | ({ id: string } & Record<string, unknown>);

export function customerOf(target: Target) {
  const now = (object: string, type: Type, record: WriteRecord, options: WriteOptions) =>
    writeNow(target, object, { type, record: fieldsOf(record) }, options);
  const later = (object: string, what: What, record: WriteRecord, options: LaterOptions) =>
    writeLater(target, object, { ...what, record: fieldsOf(record) }, options);
  return {
    /** Returns the record as the CRM holds it. @throws WritProblem if the CRM refuses it */
    create: (object: string, record: WriteRecord, options: WriteOptions = {}) =>
      now(object, 'create', record, options),
    update: (object: string, record: RecordWithId, options: WriteOptions = {}) =>
      now(object, 'update', record, options),
    /**
     * Updates the record with this value of the field `key`, which is unique at the CRM, or creates one.
     * @throws WritProblem if the CRM refuses it
     */
    upsert: (
      object: string,
      key: string,
      record: WriteRecord,
      { onMissing, ...options }: WriteOptions & OnMissing = {},
    ): Promise<Upserted> =>
      writeNow(target, object, { ...upsertBy(key, onMissing), record: fieldsOf(record) }, options),
    /** Deletes a record, if the customer allows it. */
    delete: (object: string, id: string, options: WriteOptions = {}): Promise<Deleted> =>
      now(object, 'delete', { id }, options),
    /** Returns when the write is stored. */
    createLater: (object: string, record: WriteRecord, options: LaterOptions = {}) =>
      later(object, { type: 'create' }, record, options),
    /** Returns when the write is stored. */
    updateLater: (object: string, record: RecordWithId, options: LaterOptions = {}) =>
      later(object, { type: 'update' }, record, options),
    /** Returns when the write is stored. */
    upsertLater: (
      object: string,
      key: string,
      record: WriteRecord,
      { onMissing, ...options }: LaterOptions & OnMissing = {},
    ) => later(object, upsertBy(key, onMissing), record, options),
    /** Creates records in order, 100 a request; returns a result for each. @throws WritStopped */
    createMany: <Row extends WriteRecord>(
      object: string,
      records: Iterable<Row>,
      options: ManyOptions & Associating<Row> = {},
    ) => manyNow(target, { object, what: { type: 'create' }, records }, options),
    /** Updates records in order, 100 a request; returns a result for each. @throws WritStopped */
    updateMany: async (object: string, records: Iterable<RecordWithId>, options: ManyOptions = {}) =>
      (await manyNow(target, { object, what: { type: 'update' }, records }, options)) as UpdateResult[],
    /** Stores each 100 records as an operation. @throws WritStopped */
    createManyLater: <Row extends WriteRecord>(
      object: string,
      records: Iterable<Row>,
      options: ManyLaterOptions & Associating<Row> = {},
    ) => manyLater(target, { object, what: { type: 'create' }, records }, options),
    /** Stores each 100 records as an operation. @throws WritStopped */
    updateManyLater: (object: string, records: Iterable<RecordWithId>, options: ManyLaterOptions = {}) =>
      manyLater(target, { object, what: { type: 'update' }, records }, options),
    /** Upserts records in order, 100 a request; returns a result for each. @throws WritStopped */
    upsertMany: <Row extends WriteRecord>(
      object: string,
      key: string,
      records: Iterable<Row>,
      { onMissing, ...options }: ManyOptions & Associating<Row> & OnMissing = {},
    ) => manyNow(target, { object, what: upsertBy(key, onMissing), records }, options),
    /** Stores each 100 records as an operation. @throws WritStopped */
    upsertManyLater: <Row extends WriteRecord>(
      object: string,
      key: string,
      records: Iterable<Row>,
      { onMissing, ...options }: ManyLaterOptions & Associating<Row> & OnMissing = {},
    ) => manyLater(target, { object, what: upsertBy(key, onMissing), records }, options),
  };
}

async function writeNow(
  target: Target,
  object: string,
  request: Request,
  { associations, ...own }: WriteOptions,
): Promise<Upserted> {
  const whole = { ...request, ...(associations && { associations }) };
  const { result, ...about } = await sendWrite(target, object, whole, own);
  return { ...result, ...about } as Upserted;
}

async function writeLater(
  target: Target,
  object: string,
  request: Request,
  { associations, autoBatch, retryHours, ...own }: LaterOptions,
): Promise<LaterOperation> {
  const retryDeadline = retryHours !== undefined && { retryDeadlineHours: retryHours };
  const policy = autoBatch ? { autoBatchPolicy: { ...autoBatch, ...retryDeadline } } : triedFor(retryHours);
  const more = { ...policy, ...(associations && { associations }) };
  const { operationId } = await sendWrite(target, object, { ...request, mode: 'asynchronous', ...more }, own);
  return target.later(operationId);
}

type Many<Row> = { object: string; what: What; records: Iterable<Row> };

async function manyNow<Row extends WriteRecord>(
  target: Target,
  many: Many<Row>,
  options: ManyOptions & Associating<Row>,
): Promise<RecordResult[]> {
  const read: Read = (answer, first) => ({ results: resultsOf(answer, first) });
  return (await inBatches(target, many, {}, options, read)).results;
}

async function manyLater<Row extends WriteRecord>(
  target: Target,
  many: Many<Row>,
  { retryHours, ...options }: ManyLaterOptions & Associating<Row>,
): Promise<LaterMany> {
  const later = { mode: 'asynchronous', ...triedFor(retryHours) } as const;
  const read: Read = ({ operationId }, first, count) => ({
    operations: [{ ...target.later(operationId), first, count }],
  });
  const { operations, results } = await inBatches(target, many, later, options, read);
  return { operations, failed: results.filter((result) => !result.success) };
}

/** @param first the place of the answer's first record */
type Read = (answer: WriteAnswer, first: number, count: number) => Partial<Ended>;

async function inBatches<Row extends WriteRecord>(
  target: Target,
  { object, what, records }: Many<Row>,
  more: Omit<Request, 'type'>,
  options: ManyOptions & Associating<Row>,
  read: Read,
): Promise<Ended> {
  const { allOrNone, associations, idempotencyKey, providerHeaders, onBatch, ...call } = options;
  // An error here must not look like a sent batch.
  checkWriteOptions(call);
  writePathOf(target, object);
  const policy = allOrNone !== undefined && { batchPolicy: { allOrNone } };
  const own = { ...call, ...(providerHeaders && { providerHeaders }) };
  const key = idempotencyKey ?? target.runtime.newKey();
  return writeMany({ records, associations, allOrNone, key, onBatch }, async (batch, keyOfBatch, first) => {
    const whole = { ...what, ...more, batch, ...policy };
    const answer = await sendWrite(target, object, whole, { ...own, idempotencyKey: keyOfBatch });
    return read(answer, first, batch.length);
  });
}
