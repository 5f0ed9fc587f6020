import type { WriteAcknowledgement, WriteBatchResult, WriteRequest, WriteResult } from '../openapi/write.ts';
import type { Runtime } from '../transport/runtime.ts';
import type { LaterOperation } from './wait.ts';
import type { Send } from '../transport/send.ts';
import type { CallOptions } from '../transport/settings.ts';
import { writeMany, type ManyOptions } from './write-many.ts';

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

/** Whom it writes for, and what it needs for that. */
type Target = {
  send: Send;
  runtime: Pick<Runtime, 'newKey'>;
  later: (operationId: string) => LaterOperation;
  project: string;
  integration: string;
  groupRef: string;
};
type Type = WriteRequest['type'];

/** Writes for one customer through one integration. */
export type Customer = ReturnType<typeof customerOf>;

export function customerOf(target: Target) {
  const { now, later, many } = writesTo(target);
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
    createMany: (object: string, records: Iterable<WriteRecord>, options: ManyOptions = {}) =>
      many(object, 'create', records, options),
    /** Changes any number of records, 100 a request, in order, and gives one result a record. @throws WritStopped */
    updateMany: (object: string, records: Iterable<RecordWithId>, options: ManyOptions = {}) =>
      many(object, 'update', records, options),
  };
}

/** An interface has no index signature, and without one a literal may have no further member: either will do. */
type RecordWithId = { id: string } | ({ id: string } & Fields);
type Fields = Record<string, unknown>;

/** An object that is sent as JSON has texts for its names, whatever its type says. */
const fieldsOf = (record: WriteRecord): Fields => record as Fields;

/** The schema leaves `mode` open, because a delete may have any. */
type Request = Omit<WriteRequest, 'groupRef' | 'mode'> & { mode?: 'asynchronous' };

/** The three ways of a write: at once, later, many. */
function writesTo({ send, runtime, project, integration, groupRef, ...target }: Target) {
  const write = async (object: string, request: Request, options: WriteOptions) => {
    const { idempotencyKey, associations, providerHeaders, ...call } = options;
    const names = [project, 'integrations', integration, 'objects', object].map(encodeURIComponent);
    const { body } = await send({
      host: 'write',
      method: 'POST',
      path: `/projects/${names.join('/')}`,
      body: { groupRef, ...request, associations, headers: providerHeaders },
      idempotencyKey: idempotencyKey ?? runtime.newKey(),
      options: call,
    });
    return body;
  };

  return {
    now: async (object: string, type: Type, record: WriteRecord, options: WriteOptions): Promise<Written> => {
      const { result, ...about } = (await write(
        object,
        { type, record: fieldsOf(record) },
        options,
      )) as WriteResult;
      return { ...result, ...about } as Written;
    },
    later: async (object: string, type: Type, record: WriteRecord, options: LaterOptions) => {
      const { autoBatch, retryHours, ...rest } = options;
      const deadline = retryHours !== undefined && { retryPolicy: { deadlineHours: retryHours } };
      const batch = autoBatch && {
        autoBatchPolicy: {
          ...autoBatch,
          ...(retryHours !== undefined && { retryDeadlineHours: retryHours }),
        },
      };
      const request: Request = {
        type,
        record: fieldsOf(record),
        mode: 'asynchronous',
        ...(batch ?? deadline),
      };
      const { operationId } = (await write(object, request, rest)) as WriteAcknowledgement;
      return target.later(operationId);
    },
    many: (object: string, type: Type, records: Iterable<WriteRecord>, options: ManyOptions) =>
      writeMany(records, options, runtime.newKey, async (batch, { allOrNone, ...rest }) => {
        const policy = allOrNone !== undefined && { batchPolicy: { allOrNone } };
        const items = batch.map((record) => ({ record: fieldsOf(record) }));
        return (await write(object, { type, batch: items, ...policy }, rest)) as WriteBatchResult;
      }),
  };
}
