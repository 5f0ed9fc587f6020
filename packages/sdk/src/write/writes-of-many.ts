import type { WriteAcknowledgement, WriteBatchResult } from './answers.ts';
import type { WriteRecord } from './write-options.ts';
import {
  triedFor,
  writeOptionsOf,
  writePathOf,
  writeSender,
  type Request,
  type Target,
} from './send-write.ts';
import { resultsOf, writeMany } from './write-many.ts';
import type {
  Associating,
  Ended,
  LaterMany,
  ManyLaterOptions,
  ManyOptions,
  RecordResult,
} from './many-results.ts';

/** The records of many, and how they are written. */
type Many<Row> = {
  object: string;
  request: Request;
  records: Iterable<Row>;
  onBatch?: ManyOptions['onBatch'];
  /** What an answer tells of so many records, of which this is the place of the first one. */
  read: (answer: unknown, first: number, count: number) => Partial<Ended>;
};

/** The writes of any number of records: at once, or later. */
export function writesOfMany(target: Target) {
  const write = writeSender(target);
  const inBatches = async <Row extends WriteRecord>(
    { object, request, records, onBatch, read }: Many<Row>,
    options: Omit<ManyOptions, 'onBatch'> & Associating<Row>,
  ): Promise<Ended> => {
    const { allOrNone, associations, idempotencyKey, providerHeaders, ...call } = options;
    // Told before the first batch, which would otherwise end by it as if something had been sent.
    writeOptionsOf(call);
    writePathOf(target, object);
    const policy = allOrNone !== undefined && { batchPolicy: { allOrNone } };
    const own = { ...call, ...(providerHeaders && { providerHeaders }) };
    const key = idempotencyKey ?? target.runtime.newKey();
    const given = { records, associations, allOrNone, key, onBatch };
    return writeMany(given, async (batch, keyOfBatch, first) => {
      const whole = { ...request, batch, ...policy };
      const answer = await write(object, whole, { ...own, idempotencyKey: keyOfBatch });
      return read(answer, first, batch.length);
    });
  };

  type Type = Request['type'];
  return {
    many: async <Row extends WriteRecord>(
      object: string,
      type: Type,
      records: Iterable<Row>,
      { onBatch, ...options }: ManyOptions & Associating<Row>,
    ): Promise<RecordResult[]> => {
      const read = (answer: unknown, first: number) => ({
        results: resultsOf(answer as WriteBatchResult, first),
      });
      const ended = await inBatches({ object, request: { type }, records, onBatch, read }, options);
      return ended.results;
    },
    manyLater: async <Row extends WriteRecord>(
      object: string,
      type: Type,
      records: Iterable<Row>,
      { retryHours, ...options }: ManyLaterOptions & Associating<Row>,
    ): Promise<LaterMany> => {
      const request: Request = { type, mode: 'asynchronous', ...triedFor(retryHours) };
      const read = (answer: unknown, first: number, count: number) => {
        const { operationId } = answer as WriteAcknowledgement;
        return { operations: [{ ...target.later(operationId), first, count }] };
      };
      const { operations, results } = await inBatches({ object, request, records, read }, options);
      return { operations, failed: results.filter((result) => !result.success) };
    },
  };
}
