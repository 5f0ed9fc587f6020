import {
  WritError,
  WritNetworkError,
  WritOutcomeUnknown,
  WritProblem,
  type ProblemDetails,
  type RecordError,
} from '../errors.ts';
import type { WriteAnswer, WriteRequest } from '../openapi/write.ts';
import { toJson } from '../transport/to-json.ts';
import { batchLimits, bytesInRequest, createBatching } from './batching.ts';
import type {
  Associating,
  Ended,
  FailedOfMany,
  LaterBatch,
  ManyOptions,
  RecordResult,
} from './many-results.ts';
import { fieldsOf } from './send-write.ts';
import type { WriteRecord } from './write-options.ts';

/** Further batches would fail as well. */
export class WritStopped extends WritError {
  override name = 'WritStopped';
  /** Of all records that no operation holds. */
  readonly results: readonly RecordResult[];
  /** Stored operations, which continue. */
  readonly operations: readonly LaterBatch[];
  /** The same call with this key continues, and repeats no write. */
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

/** @param first the place of the first record among all */
type SendBatch = (items: Item[], idempotencyKey: string, first: number) => Promise<Partial<Ended>>;

/**
 * Sends batches one after the other. A refused batch, or a record that is too large, fails alone.
 * @throws WritStopped if further batches would fail, too, or with an error of `onBatch`, because the results
 * are known only here
 */
export async function writeMany<Row extends WriteRecord>(
  { allOrNone, onBatch, key, ...given }: Given<Row>,
  sendBatch: SendBatch,
): Promise<Ended> {
  const batches = batchesOf(given);
  const total = batches.reduce((sum, { items }) => sum + items.length, 0);
  if (allOrNone === true && batches.length > 1)
    throw new RangeError(
      `\`allOrNone\` needs one request: at most ${batchLimits.records} records and ${batchLimits.bytes} bytes. These are ${total} records.`,
    );
  const [results, operations]: [RecordResult[], LaterBatch[]] = [[], []];
  let first = 0;
  for (const [number, { items, bytes }] of batches.entries()) {
    const end = first + items.length;
    const before = results.length;
    const stopped = (cause: unknown) =>
      new WritStopped([...results, ...unsent(total, end)], cause, key, operations);
    try {
      if (bytes > batchLimits.bytes) results.push(tooLarge(first, bytes));
      else {
        const ended = await sendBatch(items, `${key}.${number}`, first);
        results.push(...(ended.results ?? []));
        operations.push(...(ended.operations ?? []));
      }
    } catch (error) {
      const refused = error instanceof WritProblem && isAboutRecords(error);
      for (const index of items.keys()) results.push(failedBy(error, refused, index, first));
      if (!refused) throw stopped(error);
    }
    try {
      await onBatch?.(results.slice(before));
    } catch (error) {
      throw stopped(error);
    }
    first = end;
  }
  return { results, operations };
}

/** `bytes` are those of the first record. */
type Batch = { items: Item[]; bytes: number };

/** A record that is too large has a batch of its own. */
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

const notSent = (index: number, message: string): FailedOfMany => ({
  index,
  success: false,
  outcome: 'notSent',
  errors: [{ message }],
});

const tooLarge = (index: number, bytes: number): FailedOfMany =>
  notSent(index, `The record has ${bytes} bytes; a request holds ${batchLimits.bytes}.`);

const unsent = (total: number, sent: number): FailedOfMany[] =>
  Array.from({ length: total - sent }, (_, offset) =>
    notSent(sent + offset, 'Not sent: an earlier batch stopped the call.'),
  );

/** `begin` is the place of the first record. */
export const resultsOf = (answer: WriteAnswer, begin: number): RecordResult[] =>
  (answer.results ?? []).map(({ success, recordId, created, data, errors = [] }, offset) => {
    const { operationId, warnings } = answer;
    const placed = { index: begin + offset, operationId, ...(warnings && { warnings }) };
    return success
      ? {
          ...placed,
          success,
          ...(recordId !== undefined && { recordId }),
          ...(created !== undefined && { created }),
          ...(data && { data }),
        }
      : { ...placed, success, errors: errorsOr('no reason given', [...errors, ...ofNoRecord(answer)]) };
  });

/** A CRM that refuses all records because of one may not say which. */
const ofNoRecord = ({ errors = [] }: Pick<ProblemDetails, 'errors'>): RecordError[] =>
  errors.flatMap(({ index, ...error }) => (index === undefined ? [error] : []));

const errorsOr = (message: string, errors: readonly RecordError[] = []): FailedOfMany['errors'] => {
  const [first = { message }, ...others] = errors;
  return [first, ...others];
};

/** False after an outage or on a broken connection: the next batch would fail, too. */
const isAboutRecords = ({ status, retryable, problem }: WritProblem): boolean =>
  status < 500 &&
  !retryable &&
  problem.context?.['connectionId'] === undefined &&
  (problem.results !== undefined || [400, 413, 422].includes(status));

function failedBy(error: unknown, refused: boolean, index: number, begin: number): RecordResult {
  const problem =
    error instanceof WritProblem || error instanceof WritOutcomeUnknown ? error.problem : undefined;
  const issues = (problem?.issues ?? [])
    .filter(({ name }) => name === `/batch/${index}` || name.startsWith(`/batch/${index}/`))
    .map(({ detail }) => ({ message: detail }));
  const own = problem?.results?.[index]?.errors ?? issues;
  const message = error instanceof Error ? error.message : String(error);
  // The caller may have aborted the call after it was sent.
  const isUnsent = error instanceof WritProblem || error instanceof WritNetworkError;
  const outcome = refused ? undefined : isUnsent ? 'notSent' : 'unknown';
  return {
    index: begin + index,
    success: false,
    errors: errorsOr(message, [...own, ...ofNoRecord(problem ?? {})]),
    ...(outcome !== undefined && { outcome }),
    ...(problem?.operationId !== undefined && { operationId: problem.operationId }),
    ...(problem?.warnings && { warnings: problem.warnings }),
  };
}
