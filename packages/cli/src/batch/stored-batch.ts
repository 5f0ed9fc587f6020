import { setTimeout as sleep } from 'node:timers/promises';
import { WritProblem, WritStopped, WritWaitTimeout, type LaterMany, type Operation } from '@writ/sdk';
import type { Session } from '../session.ts';
import type { JsonRecord } from '../read-object.ts';
import type { FileResult } from './results-file.ts';

/** Where the records of a file go, and how long each is tried. */
export type BatchTarget = {
  object: string;
  group: string;
  integration: string;
  update?: boolean;
  retryHours?: number;
};

/** Shows what the command waits for. */
export type Waits = (why: string) => void;

/** With its key a request can be sent as often as it takes. */
const patienceMs = 120_000;
const lookEveryMs = 2_000;
const leastPauseMs = 1_000;
const usualPauseMs = 5_000;

/**
 * Stores the records of one request as an operation, or gives why they were refused. What the service cannot take at the
 * moment is sent again, with the same key, when it says so.
 *
 * @throws WritStopped where a further request would fare no better
 */
export async function storeBatch(
  { writ, around }: Session,
  { object, update = false, retryHours, ...target }: BatchTarget,
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
      return update
        ? await customer.updateManyLater(object, records as (JsonRecord & { id: string })[], options)
        : await customer.createManyLater(object, records, options);
    } catch (fault) {
      const cause = fault instanceof WritStopped ? fault.cause : undefined;
      if (!(cause instanceof WritProblem) || !cause.retryable) throw fault;
      const pauseMs = Math.max(leastPauseMs, cause.retryAfterMs ?? usualPauseMs);
      waits(`${cause.problem.title}; sent again at ${timeIn(pauseMs)}`);
      await sleep(pauseMs, undefined, { signal: around.signal });
    }
  }
}

/**
 * Waits for the end of an operation, however long it takes, and tells why it has not ended.
 *
 * @throws WritWaitTimeout where the service has not answered for two minutes
 */
export async function endOf({ writ, around }: Session, id: string, waits: Waits): Promise<Operation> {
  const operation = writ.operation(id);
  const { signal } = around;
  let heardAtMs = Date.now();
  for (;;) {
    try {
      return await operation.wait({ timeoutMs: lookEveryMs, signal });
    } catch (fault) {
      if (!(fault instanceof WritWaitTimeout)) throw fault;
      if (fault.cause === undefined) heardAtMs = Date.now();
      else if (Date.now() - heardAtMs > patienceMs) throw fault;
      else waits('The service does not answer');
    }
    const now = await operation.get().catch(() => undefined);
    if (now !== undefined) waits(whyOf(now));
  }
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
  const said = retry?.lastError === undefined ? '' : ` (${retry.lastError.message})`;
  const limit = until === undefined ? '' : timeOf(new Date(until));
  // Nobody knows when a connection works again: its time is the end of the attempts.
  const goesOn = reason === 'connection' ? `; it waits until ${limit}` : `; it continues by ${limit}`;
  return `${reasons[reason] ?? `It waits: ${reason}`}${said}${limit === '' ? '' : goesOn}`;
}

const timeIn = (ms: number): string => timeOf(new Date(Date.now() + ms));
const timeOf = (moment: Date): string => moment.toLocaleTimeString('en-GB');

/** What became of each record of an operation that has ended; `places` says where they stand in the file. */
export async function resultsOf(
  { writ, around }: Session,
  { id, result = 'It was not written.', metadata }: Operation,
  places: readonly number[],
): Promise<FileResult[]> {
  const found: FileResult[] = [];
  const { warnings } = metadata;
  for await (const { index, status, recordId, errors = [], ambiguous } of writ.operations.records(
    id,
    {},
    { signal: around.signal },
  )) {
    const placed = {
      index: places[index] ?? index,
      operationId: id,
      ...(warnings !== undefined && { warnings }),
      ...(ambiguous === true && { ambiguous }),
    };
    const [first = { message: result }, ...others] = errors;
    found.push(
      status === 'written'
        ? { ...placed, success: true, ...(recordId !== undefined && { recordId }) }
        : { ...placed, success: false, errors: [first, ...others] },
    );
  }
  return found;
}
