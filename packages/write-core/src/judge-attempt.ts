import {
  culpritsOf,
  type BatchOutcome,
  type Failed,
  type FailureKind,
  type ProviderFault,
  type RecordOutcome,
} from './outcome.ts';
import type { WriteType } from './plan.ts';
import { causesText, faultText, resultTexts } from './result-text.ts';
import { askedWaitMs, backoffMs, leastWaitMs } from './retry.ts';

/** What has to be known of an operation to judge one attempt of it. */
export type JudgedOperation = {
  objectName: string;
  type: WriteType;
  form: 'single' | 'batch';
  deadlineHours: number;
  /** Records that earlier attempts wrote, or that failed for good in them. */
  succeededBefore: number;
  failedBefore: number;
  /** Not all that earlier attempts sent is known to have been refused. */
  mayBeWritten: boolean;
  /** The records that were still to be written. */
  pending: readonly InDoubt[];
};

/** Whether an earlier attempt may have created a record, and no look at the provider has settled that. */
export type InDoubt = { inDoubt: boolean };

/** What the attempts before said of a record. */
type WithErrors = {
  errors?: readonly Pick<ProviderFault, 'message' | 'code' | 'field' | 'matches' | 'allowSave'>[];
};

/** Where a record stands after an attempt. */
export type JudgedRecord = {
  /**
   * It may have been created more than once, or created or changed although it counts as failed. While it is pending: it
   * may be at the provider already, so it is looked for before it is sent again.
   */
  ambiguous: boolean;
} & (
  | { status: 'written'; recordId?: string }
  | { status: 'failed' | 'pending'; faults: readonly ProviderFault[] }
);

/** What follows from an attempt. */
export type Judgement = {
  records: readonly JudgedRecord[];
  succeeded: number;
  failed: number;
  /** What the provider said last. */
  lastFault?: Pick<ProviderFault, 'message' | 'kind' | 'code' | 'status'>;
  /** What it said of no record, in words; absent where it said no such thing. */
  ofNoRecord?: readonly string[];
  next:
    | { do: 'retry'; waitMs: number; waitsFor?: 'connection' }
    | { do: 'end'; status: 'success' | 'failure'; result: string };
};

/** What waits until its deadline is not sent any more, so the last attempt is due so long before: it has to be claimed first. */
const claimMs = 5_000;
/** With less left no last attempt is made for what has to wait longer: its wait would be over nearly at once. */
const leastCutMs = 2 * claimMs;

/**
 * Decides, purely, what an attempt means: records that can still succeed are tried again until the deadline, all
 * others have ended; an operation of which any record was written ends as a success (Contract §4.6). What waits for a
 * connection that works is not tried before there is one.
 *
 * @param sent outcomes of the records that were sent, in order, and the faults that belong to none of them
 * @param time.attempt attempts begun so far, this one included
 * @param time.msToDeadline time left, in database time
 */
export function judgeAttempt(
  operation: JudgedOperation,
  { records: sent, errors }: BatchOutcome,
  time: { attempt: number; msToDeadline: number; random: number },
): Judgement {
  const outcomes = operation.mayBeWritten ? sent.map(withOwnChange) : sent;
  const waiting = outcomes.filter(canStillSucceed);
  const passing = waiting.flatMap(({ faults: own }) => own);
  const retrying = waiting.length > 0 && time.msToDeadline > 0 && askedWaitMs(passing) < time.msToDeadline;

  const records = outcomes.map((outcome, at): JudgedRecord => {
    const ambiguous = isAmbiguous(operation.type, outcome, operation.pending[at]);
    if (outcome.kind === 'written') {
      const { recordId } = outcome;
      return { ambiguous, status: 'written', ...(recordId !== undefined && { recordId }) };
    }
    const status = retrying && canStillSucceed(outcome) ? 'pending' : 'failed';
    return { ambiguous, status, faults: outcome.faults };
  });
  const count = (status: JudgedRecord['status']): number => records.filter((r) => r.status === status).length;
  const succeeded = operation.succeededBefore + count('written');
  const failed = operation.failedBefore + count('failed');
  // What can still succeed decides what follows, so it is also what is told.
  const telling = waiting.length > 0 ? waiting : outcomes.filter(hasFailed);
  const ofNone = telling.length > 0 ? errors : [];
  const last = culpritsOf([...ofNone, ...telling.flatMap(({ faults }) => faults)]).at(-1);
  const facts = {
    records,
    succeeded,
    failed,
    ...(last && { lastFault: { ...last, message: faultText(last) } }),
    ...(ofNone.length > 0 && { ofNoRecord: ofNone.map(faultText) }),
  };

  if (retrying && waiting.every(waitsForConnection)) {
    return { ...facts, next: { do: 'retry', waitMs: time.msToDeadline, waitsFor: 'connection' } };
  }
  if (retrying) {
    const waitMs = backoffMs(time.attempt, leastWaitMs(passing), time.random);
    return { ...facts, next: { do: 'retry', waitMs: cutWait(waitMs, passing, time.msToDeadline) } };
  }
  const said = causesText({ records: telling, errors: ofNone });
  const outOfTime = waiting.length > 0 && (time.msToDeadline > 0 ? 'waitPassesDeadline' : 'deadlinePassed');
  return { ...facts, next: { do: 'end', ...end(operation, succeeded, failed, said, outOfTime) } };
}

/**
 * The end of an operation whose deadline passed before it could be sent (again). A record keeps the errors of the attempts
 * before; why the operation ends is told of those that have none.
 *
 * @param why.ofEach it is told of each record, beside such errors
 */
export function judgeOverdue(
  operation: JudgedOperation & { pending: readonly (InDoubt & WithErrors)[] },
  why: { message: string; kind?: FailureKind | null; ofEach?: boolean },
): Judgement {
  const { message, kind, ofEach = false } = why;
  const ending = { kind: kind ?? 'timeout', sent: 'notSent', retryable: true } as const;
  const fault: ProviderFault = { ...ending, message };
  const outcomes = operation.pending.map((): RecordOutcome => ({ kind: 'failed', faults: [fault] }));
  const judgement = judgeAttempt(
    operation,
    { records: outcomes, errors: [] },
    { attempt: 1, msToDeadline: 0, random: 0 },
  );
  const records = judgement.records.map((record, at): JudgedRecord => {
    const own = (operation.pending[at]?.errors ?? []).map((error): ProviderFault => ({
      ...ending,
      ...error,
    }));
    if (record.status === 'written' || own.length === 0) return record;
    return { ...record, faults: ofEach ? [...own, fault] : own };
  });
  return { ...judgement, records };
}

/** A wait that passes the deadline, cut so that there is a last attempt before it, never earlier than the provider asked. */
function cutWait(waitMs: number, faults: readonly ProviderFault[], msToDeadline: number): number {
  if (waitMs < msToDeadline) return waitMs;
  return msToDeadline < leastCutMs ? msToDeadline : Math.max(askedWaitMs(faults), msToDeadline - claimMs);
}

const hasFailed = (outcome: RecordOutcome): outcome is Failed => outcome.kind === 'failed';

/** A rolled-back neighbour can succeed when every culprit can; that is decided where the batch is sent. */
const canStillSucceed = (outcome: RecordOutcome): outcome is Failed =>
  hasFailed(outcome) && outcome.faults.every(({ retryable }) => retryable);

const waitsForConnection = ({ faults }: Failed): boolean =>
  faults.every(({ waitsFor }) => waitsFor === 'connection');

/**
 * Only a create can double a record: an update that is repeated changes nothing more (Contract §4.6), but it may fail by a
 * condition that it has broken itself.
 */
const isAmbiguous = (type: WriteType, outcome: RecordOutcome, before: InDoubt | undefined): boolean => {
  const doubts = hasFailed(outcome) ? outcome.faults.filter(({ sent }) => sent === 'unknown') : [];
  return type === 'create'
    ? before?.inDoubt === true || doubts.length > 0
    : doubts.some(({ unmetCondition }) => unmetCondition === true);
};

/** That a record was changed does not say that it was not written, where an attempt whose answer was lost may have done that. */
function withOwnChange(outcome: RecordOutcome): RecordOutcome {
  if (!hasFailed(outcome)) return outcome;
  const [first, ...others] = outcome.faults;
  return { kind: 'failed', faults: [doubted(first), ...others.map(doubted)] };
}

const doubted = (fault: ProviderFault): ProviderFault =>
  fault.unmetCondition === true && fault.sent === 'rejected'
    ? { ...fault, sent: 'unknown', message: `${fault.message} (${ownChange})` }
    : fault;

const ownChange =
  'an earlier attempt, whose answer was lost, may have made this very change: look at the record';

function end(
  { objectName, form, deadlineHours }: JudgedOperation,
  succeeded: number,
  failed: number,
  said: string,
  outOfTime: false | 'waitPassesDeadline' | 'deadlinePassed',
): { status: 'success' | 'failure'; result: string } {
  if (succeeded > 0) {
    const result = form === 'single' ? resultTexts.written() : resultTexts.batchWritten(succeeded, failed);
    return { status: 'success', result };
  }
  const result = outOfTime
    ? resultTexts[outOfTime](objectName, deadlineHours, said)
    : resultTexts.failed(objectName, said);
  return { status: 'failure', result };
}
