import { WritError, WritOutcomeUnknown, WritProblem } from '../errors.ts';
import type { WriteBatchResult } from '../openapi/write.ts';
import type { CallOptions } from '../transport/settings.ts';
import type { WriteRecord } from './customer.ts';

/** What became of one record of many. */
export type RecordResult = {
  /** Its place among the records that were given. */
  index: number;
  success: boolean;
  recordId?: string;
  /** The record as the CRM holds it. */
  data?: Record<string, unknown>;
  /** Why it was not written. */
  errors?: { message: string; code?: string; field?: string }[];
  /** Of a record that failed: whether it was never sent, or nobody knows what became of it. */
  outcome?: 'notSent' | 'unknown';
  /** The operation of its batch. */
  operationId?: string;
};

export type ManyOptions = CallOptions & {
  /** Writes all of them or none: 100 at most. */
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

const batchSize = 100;
type SendBatch = (
  records: readonly WriteRecord[],
  options: Omit<ManyOptions, 'onBatch'>,
) => Promise<WriteBatchResult>;

/**
 * Writes records in batches, one after the other. A batch that is refused fails its records alone.
 *
 * @throws WritStopped where a further batch would fare no better: no answer, no credential, nothing of that name.
 */
export async function writeMany(
  given: Iterable<WriteRecord>,
  { onBatch, idempotencyKey, ...options }: ManyOptions,
  newKey: () => string,
  sendBatch: SendBatch,
): Promise<RecordResult[]> {
  const records = [...given];
  if (options.allOrNone === true && records.length > batchSize)
    throw new RangeError(
      `All or none holds for ${batchSize} records at most, and these are ${records.length}.`,
    );
  const key = idempotencyKey ?? newKey();
  const results: RecordResult[] = [];
  for (let begin = 0; begin < records.length; begin += batchSize) {
    const batch = records.slice(begin, begin + batchSize);
    try {
      const number = begin / batchSize;
      const ended = await sendBatch(batch, { ...options, idempotencyKey: `${key}.${number}` });
      results.push(...resultsOf(ended, begin));
    } catch (fault) {
      const refused = fault instanceof WritProblem && isAboutRecords(fault);
      results.push(...batch.map((_, index) => failedBy(fault, refused, index, begin)));
      if (!refused) throw new WritStopped([...results, ...unsent(records.length, results.length)], fault);
    }
    onBatch?.(results.slice(begin));
  }
  return results;
}

const resultsOf = ({ results, operationId }: WriteBatchResult, begin: number): RecordResult[] =>
  results.map((result, index) => ({ index: begin + index, ...result, operationId }));

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
  const outcome = refused ? undefined : fault instanceof WritProblem ? 'notSent' : 'unknown';
  return {
    index: begin + index,
    success: false,
    errors: told.errors !== undefined && told.errors.length > 0 ? [...told.errors] : [{ message }],
    ...(outcome !== undefined && { outcome }),
    ...(problem?.operationId !== undefined && { operationId: problem.operationId }),
  };
}

const unsent = (total: number, sent: number): RecordResult[] =>
  Array.from({ length: total - sent }, (_, offset) => ({
    index: sent + offset,
    success: false,
    outcome: 'notSent' as const,
  }));
