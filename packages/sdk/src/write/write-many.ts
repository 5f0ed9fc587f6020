import {
  WritError,
  WritNetworkError,
  WritOutcomeUnknown,
  WritProblem,
  type ProblemDetails,
  type RecordError,
} from '../errors.ts';
import type { WriteRequest } from '../openapi/write.ts';
import { toJson } from '../transport/to-json.ts';
import type { WriteBatchResult } from './answers.ts';
import { batchLimits, bytesInRequest, createBatching } from './batching.ts';
import type { WriteRecord } from './write-options.ts';
import { fieldsOf } from './send-write.ts';
import type {
  Associating,
  Ended,
  FailedOfMany,
  LaterBatch,
  ManyOptions,
  RecordResult,
} from './many-results.ts';

/** Something came up that would stop every further batch as well. */
export class WritStopped extends WritError {
  override name = 'WritStopped';
  /** One entry for each record; of many for later, for each that no operation holds. */
  readonly results: readonly RecordResult[];
  /** Of many for later: what was stored, and is written in spite of this. */
  readonly operations: readonly LaterBatch[];
  /** With it the same call goes on: what was written is answered as it was, and not written again. */
  readonly idempotencyKey: string;

  constructor(
    results: readonly RecordResult[],
    cause: unknown,
    idempotencyKey: string,
    operations: readonly LaterBatch[] = [],
  ) {
    const stored = operations.reduce((sum, { count }) => sum + count, 0);
    const sent = stored + results.filter(({ outcome }) => outcome !== 'notSent').length;
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`Stopped after ${sent} of ${stored + results.length} records. ${why}`, { cause });
    this.results = results;
    this.operations = operations;
    this.idempotencyKey = idempotencyKey;
  }
}

type Given<Row> = {
  records: Iterable<Row>;
  associations: Associating<Row>['associations'];
  allOrNone: boolean | undefined;
  key: string;
  onBatch: ManyOptions['onBatch'];
};

type Item = NonNullable<WriteRequest['batch']>[number];

/** Sends the records of one request; `first` is the place of the first one among all. */
type SendBatch = (items: Item[], idempotencyKey: string, first: number) => Promise<Partial<Ended>>;

/**
 * Sends records in batches, one after the other. A batch that is refused fails its records alone, and so does a record
 * that no request can hold.
 *
 * @throws WritStopped where a further batch would fare no better: no answer, no credential, nothing of that name; and
 * with what `onBatch` throws, since what was written is known here alone.
 */
export async function writeMany<Row extends WriteRecord>(
  { allOrNone, onBatch, key, ...given }: Given<Row>,
  sendBatch: SendBatch,
): Promise<Ended> {
  const batches = batchesOf(given);
  const total = batches.reduce((sum, { items }) => sum + items.length, 0);
  if (allOrNone === true && batches.length > 1)
    throw new RangeError(
      `All or none holds for one request: ${batchLimits.records} records and ${batchLimits.bytes} bytes at most. These are ${total} records.`,
    );
  const [results, operations]: [RecordResult[], LaterBatch[]] = [[], []];
  let first = 0;
  for (const [number, { items, bytes }] of batches.entries()) {
    const end = first + items.length;
    const told = results.length;
    const stopped = (cause: unknown) =>
      new WritStopped([...results, ...unsent(total, end)], cause, key, operations);
    try {
      if (bytes > batchLimits.bytes) results.push(tooLarge(first, bytes));
      else {
        const ended = await sendBatch(items, `${key}.${number}`, first);
        results.push(...(ended.results ?? []));
        operations.push(...(ended.operations ?? []));
      }
    } catch (fault) {
      const refused = fault instanceof WritProblem && isAboutRecords(fault);
      for (const index of items.keys()) results.push(failedBy(fault, refused, index, first));
      if (!refused) throw stopped(fault);
    }
    try {
      await onBatch?.(results.slice(told));
    } catch (fault) {
      throw stopped(fault);
    }
    first = end;
  }
  return { results, operations };
}

/** Of one record `bytes` tells whether a request can hold it. */
type Batch = { items: Item[]; bytes: number };

/** What goes together; a record that is too large for any request is alone. */
function batchesOf<Row extends WriteRecord>({
  records,
  associations,
}: Pick<Given<Row>, 'records' | 'associations'>): Batch[] {
  const begins = createBatching();
  const batches: Batch[] = [];
  let index = 0;
  for (const record of records) {
    const associated = associations?.(record, index);
    const more = associated && { associations: associated };
    const bytes = bytesInRequest(`${toJson(record)}${more === undefined ? '' : toJson(more)}`);
    const item = { record: fieldsOf(record), ...more };
    const last = begins(bytes) ? undefined : batches.at(-1);
    last?.items.push(item);
    if (last === undefined) batches.push({ items: [item], bytes });
    index += 1;
  }
  return batches;
}

const tooLarge = (index: number, bytes: number): RecordResult => ({
  index,
  success: false,
  outcome: 'notSent',
  errors: [{ message: `The record has ${bytes} bytes, and a request holds ${batchLimits.bytes}.` }],
});

/** What an answer tells of each record; `begin` is the place of the first one. */
export const resultsOf = (answer: WriteBatchResult, begin: number): RecordResult[] =>
  answer.results.map(({ success, recordId, data, errors = [] }, offset) => {
    const { operationId, warnings } = answer;
    const placed = { index: begin + offset, operationId, ...(warnings && { warnings }) };
    return success
      ? { ...placed, success, ...(recordId !== undefined && { recordId }), ...(data && { data }) }
      : { ...placed, success, errors: errorsOr('no reason given', [...errors, ...ofNoRecord(answer)]) };
  });

/**
 * What was said of none of its records. A CRM that refuses all for the sake of one may not say which one, and this alone
 * is the reason then.
 */
const ofNoRecord = ({ errors = [] }: Pick<ProblemDetails, 'errors'>): RecordError[] =>
  errors.flatMap(({ index, ...error }) => (index === undefined ? [error] : []));

/** These errors, or this one where there are none. */
const errorsOr = (message: string, errors: readonly RecordError[] = []): FailedOfMany['errors'] => {
  const [first = { message }, ...others] = errors;
  return [first, ...others];
};

/** Neither an outage nor a connection that has to be made anew is the fault of one batch: the next would fare alike. */
const isAboutRecords = ({ status, retryable, problem }: WritProblem): boolean =>
  status < 500 &&
  !retryable &&
  problem.context?.['connectionId'] === undefined &&
  (problem.results !== undefined || [400, 413, 422].includes(status));

/** What the fault says of one record of its batch. */
function failedBy(fault: unknown, refused: boolean, index: number, begin: number): RecordResult {
  const problem =
    fault instanceof WritProblem || fault instanceof WritOutcomeUnknown ? fault.problem : undefined;
  const issues = (problem?.issues ?? [])
    .filter(({ name }) => name === `/batch/${index}` || name.startsWith(`/batch/${index}/`))
    .map(({ detail }) => ({ message: detail }));
  const told = problem?.results?.[index]?.errors ?? issues;
  const message = fault instanceof Error ? fault.message : String(fault);
  // What was broken off by the caller may have been written, too.
  const isUnsent = fault instanceof WritProblem || fault instanceof WritNetworkError;
  const outcome = refused ? undefined : isUnsent ? 'notSent' : 'unknown';
  return {
    index: begin + index,
    success: false,
    errors: errorsOr(message, [...told, ...ofNoRecord(problem ?? {})]),
    ...(outcome !== undefined && { outcome }),
    ...(problem?.operationId !== undefined && { operationId: problem.operationId }),
    ...(problem?.warnings && { warnings: problem.warnings }),
  };
}

const unsent = (total: number, sent: number): RecordResult[] =>
  Array.from({ length: total - sent }, (_, offset): RecordResult => ({
    index: sent + offset,
    success: false,
    errors: [{ message: 'Not sent: a batch before it stopped all that follow.' }],
    outcome: 'notSent',
  }));
