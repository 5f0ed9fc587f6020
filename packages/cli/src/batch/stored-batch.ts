import { setTimeout as sleep } from 'node:timers/promises';
import { WritProblem, WritStopped, type LaterMany, type Operation } from '@writ/sdk';
import { lookUntil } from '../look-until.ts';
import type { JsonRecord } from '../read-object.ts';
import type { Session } from '../session.ts';
import type { Handed } from './handed-file.ts';
import type { FileResult } from './results-file.ts';

export type BatchTarget = {
  object: string;
  group: string;
  integration: string;
  update?: boolean;
  /** The field that finds the records to upsert. */
  upsertBy?: string;
  onMissing?: 'create' | 'fail';
  retryHours?: number;
};

export type Waits = (why: string) => void;

const patienceMs = 120_000;
const leastPauseMs = 1_000;
const usualPauseMs = 5_000;

/**
 * Stores a request as an operation, or returns why its records were refused. Retries with its key while the
 * service is busy.
 * @throws WritStopped
 */
export async function storeBatch(
  { writ, around }: Session,
  { object, update = false, upsertBy, onMissing, retryHours, ...target }: BatchTarget,
  { records, key, waits }: { records: readonly JsonRecord[]; key: string; waits: Waits },
): Promise<LaterMany> {
  const customer = writ.integration(target.integration).for(target.group);
  const options = {
    idempotencyKey: key,
    signal: around.signal,
    silentMs: patienceMs,
    ...(retryHours !== undefined && { retryHours }),
  };
  for (;;) {
    try {
      if (upsertBy !== undefined)
        return await customer.upsertManyLater(object, upsertBy, records, {
          ...options,
          ...(onMissing && { onMissing }),
        });
      return update
        ? await customer.updateManyLater(object, records as (JsonRecord & { id: string })[], options)
        : await customer.createManyLater(object, records, options);
    } catch (error) {
      const cause = error instanceof WritStopped ? error.cause : undefined;
      if (!(cause instanceof WritProblem) || !cause.retryable) throw error;
      const pauseMs = Math.max(leastPauseMs, cause.retryAfterMs ?? usualPauseMs);
      waits(`${cause.problem.title}; sent again at ${timeOf(Date.now() + pauseMs)}`);
      await sleep(pauseMs, undefined, { signal: around.signal });
    }
  }
}

/** `first` is the place in the file; for an operation, in the request. */
export type Stored = { first: number; operations: readonly Handed[]; failed: LaterMany['failed'] };

export async function resultsOfStored(
  session: Session,
  { first, operations, failed }: Stored,
  waits: Waits,
): Promise<FileResult[]> {
  const results = failed.map((result): FileResult => ({ ...result, index: first + result.index }));
  for (const { operationId, first: begin, count } of operations) {
    const places = Array.from({ length: count }, (_, offset) => first + begin + offset);
    results.push(...(await resultsOf(session, operationId, places, waits)));
  }
  return results.toSorted((one, other) => one.index - other.index);
}

/** `places` are those of the operation's records in the file. */
export async function resultsOf(
  session: Session,
  id: string,
  places: readonly number[],
  waits: Waits,
): Promise<FileResult[]> {
  const { result = 'It was not written.', metadata } = await endOf(session, id, waits);
  const { warnings } = metadata;
  const found: FileResult[] = [];
  const records = session.writ.operations.records(id, {}, { signal: session.around.signal });
  for await (const { index, status, recordId, created, errors = [], ambiguous } of records) {
    const placed = {
      index: places[index] ?? index,
      operationId: id,
      ...(warnings !== undefined && { warnings }),
      ...(ambiguous === true && { ambiguous }),
    };
    const [first = { message: result }, ...others] = errors;
    found.push(
      status === 'written'
        ? {
            ...placed,
            success: true,
            ...(recordId !== undefined && { recordId }),
            ...(created !== undefined && { created }),
          }
        : { ...placed, success: false, errors: [first, ...others] },
    );
  }
  return found;
}

/** @throws WritNetworkError after two silent minutes */
function endOf({ writ, around }: Session, id: string, waits: Waits): Promise<Operation> {
  const { signal } = around;
  const patient = { signal, silentMs: patienceMs, refusedMs: patienceMs };
  const isOver = (operation: Operation): boolean => {
    waits(whyOf(operation));
    return operation.status !== 'in_progress';
  };
  return lookUntil(() => writ.operations.get(id, patient), isOver, signal);
}

const reasons: Readonly<Record<string, string>> = {
  quota: "The CRM's quota is used up",
  order: 'An earlier write to the same record comes first',
  connection: 'The connection to the CRM does not work',
  outage: 'The CRM does not answer',
  paused: 'The writes of this CRM account are paused',
  retry: 'The last attempt failed',
};

function whyOf({ metadata: { waiting, retry } }: Operation): string {
  if (waiting === undefined) return '';
  const { reason, until } = waiting;
  const error = retry?.lastError === undefined ? '' : ` (${retry.lastError.message})`;
  const why = `${reasons[reason] ?? `It waits: ${reason}`}${error}`;
  if (until === undefined) return why;
  // For a connection `until` is the end of the attempts.
  const next = reason === 'connection' ? 'it waits until' : 'it continues by';
  return `${why}; ${next} ${timeOf(until)}`;
}

const timeOf = (moment: number | string): string => new Date(moment).toLocaleTimeString('en-GB');
