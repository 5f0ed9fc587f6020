import { WritError, WritNetworkError, WritOutcomeUnknown, WritProblem } from '../errors.ts';
import type { WriteBatchResult } from '../openapi/write.ts';
import type { CallOptions } from '../transport/settings.ts';
import { toJson } from '../transport/to-json.ts';
import { batchLimits, bytesInRequest, createBatching } from './batching.ts';
import type { WriteRecord } from './customer.ts';

/** Why a record was not written. */
type RecordError = { message: string; code?: string; field?: string };

type Placed = {
  /** Its place among the records that were given. */
  index: number;
  /** The operation of its batch. */
  operationId?: string;
};

type WrittenOfMany = Placed & {
  success: true;
  recordId: string;
  /** The record as the CRM holds it. */
  data?: Record<string, unknown>;
  errors?: undefined;
  outcome?: undefined;
};

type FailedOfMany = Placed & {
  success: false;
  recordId?: undefined;
  data?: undefined;
  /** Why it was not written; one at least. */
  errors: [RecordError, ...RecordError[]];
  /** Whether it was never sent, or nobody knows what became of it. */
  outcome?: 'notSent' | 'unknown';
};

/** What became of one record of many; `success` tells which members it has. */
export type RecordResult = WrittenOfMany | FailedOfMany;

export type ManyOptions = CallOptions & {
  /** Writes all of them or none: 100 at most, and what one request holds. */
  allOrNone?: boolean;
  /** The batches have this key with their number behind it; what was written under it is not written again. */
  idempotencyKey?: string;
  /** Is called after each batch, with its results. */
  onBatch?: (results: readonly RecordResult[]) => void;
};

/** Something came up that would stop every further batch as well; `results` has one entry for each record. */
export class WritStopped extends WritError {
  override name = 'WritStopped';
  readonly results: readonly RecordResult[];

  constructor(results: readonly RecordResult[], cause: unknown) {
    const sent = results.filter(({ outcome }) => outcome !== 'notSent').length;
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`Stopped after ${sent} of ${results.length} records. ${why}`, { cause });
    this.results = results;
  }
}

type SendBatch = (
  records: readonly WriteRecord[],
  options: Omit<ManyOptions, 'onBatch'>,
) => Promise<WriteBatchResult>;

/**
 * Writes records in batches, one after the other. A batch that is refused fails its records alone, and so does a record
 * that no request can hold.
 *
 * @throws WritStopped where a further batch would fare no better: no answer, no credential, nothing of that name.
 */
export async function writeMany(
  given: Iterable<WriteRecord>,
  { onBatch, idempotencyKey, ...options }: ManyOptions,
  newKey: () => string,
  sendBatch: SendBatch,
): Promise<RecordResult[]> {
  const batches = batchesOf(given);
  const total = batches.reduce((sum, { records }) => sum + records.length, 0);
  if (options.allOrNone === true && batches.length > 1)
    throw new RangeError(
      `All or none holds for one request: ${batchLimits.records} records and ${batchLimits.bytes} bytes at most. These are ${total} records.`,
    );
  const key = idempotencyKey ?? newKey();
  const results: RecordResult[] = [];
  let begin = 0;
  for (const [number, { records, bytes }] of batches.entries()) {
    try {
      if (bytes > batchLimits.bytes) results.push(tooLarge(begin, bytes));
      else {
        const ended = await sendBatch(records, { ...options, idempotencyKey: `${key}.${number}` });
        results.push(...resultsOf(ended, begin));
      }
    } catch (fault) {
      const refused = fault instanceof WritProblem && isAboutRecords(fault);
      results.push(...records.map((_, index) => failedBy(fault, refused, index, begin)));
      if (!refused) throw new WritStopped([...results, ...unsent(total, results.length)], fault);
    }
    onBatch?.(results.slice(begin));
    begin += records.length;
  }
  return results;
}

/** Of one record `bytes` tells whether a request can hold it. */
type Batch = { records: WriteRecord[]; bytes: number };

/** What goes together; a record that is too large for any request is alone. */
function batchesOf(given: Iterable<WriteRecord>): Batch[] {
  const begins = createBatching();
  const batches: Batch[] = [];
  for (const record of given) {
    const bytes = bytesInRequest(toJson(record));
    const last = begins(bytes) ? undefined : batches.at(-1);
    last?.records.push(record);
    if (last === undefined) batches.push({ records: [record], bytes });
  }
  return batches;
}

const tooLarge = (index: number, bytes: number): RecordResult => ({
  index,
  success: false,
  outcome: 'notSent',
  errors: [{ message: `The record has ${bytes} bytes, and a request holds ${batchLimits.bytes}.` }],
});

const resultsOf = ({ results, operationId }: WriteBatchResult, begin: number): RecordResult[] =>
  results.map(({ success, recordId = '', data, errors }, offset) => {
    const placed = { index: begin + offset, operationId };
    return success
      ? { ...placed, success, recordId, ...(data && { data }) }
      : { ...placed, success, errors: errorsOr('no reason given', errors) };
  });

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
  const told = problem?.results?.[index] ?? {
    errors: (problem?.issues ?? [])
      .filter(({ name }) => name === `/batch/${index}` || name.startsWith(`/batch/${index}/`))
      .map(({ detail }) => ({ message: detail })),
  };
  const message = fault instanceof Error ? fault.message : String(fault);
  // What was broken off by the caller may have been written, too.
  const isUnsent = fault instanceof WritProblem || fault instanceof WritNetworkError;
  const outcome = refused ? undefined : isUnsent ? 'notSent' : 'unknown';
  return {
    index: begin + index,
    success: false,
    errors: errorsOr(message, told.errors),
    ...(outcome !== undefined && { outcome }),
    ...(problem?.operationId !== undefined && { operationId: problem.operationId }),
  };
}

const unsent = (total: number, sent: number): RecordResult[] =>
  Array.from({ length: total - sent }, (_, offset): RecordResult => ({
    index: sent + offset,
    success: false,
    errors: [{ message: 'Not sent: a batch before it stopped all that follow.' }],
    outcome: 'notSent',
  }));
