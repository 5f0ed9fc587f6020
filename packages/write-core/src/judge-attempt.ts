import {
  culpritsOf,
  type BatchOutcome,
  type Failed,
  type FailureKind,
  type ProviderFault,
  type RecordOutcome,
  type Written,
} from './outcome.ts';
import type { WriteType } from './plan.ts';
import { causesText, faultText, resultTexts } from './result-text.ts';
import { askedWaitMs, backoffMs, leastWaitMs } from './retry.ts';

export type JudgedOperation = {
  objectName: string;
  type: WriteType;
  form: 'single' | 'batch';
  deadlineHours: number;
  /** Records that earlier attempts wrote or failed for good. */
  succeededBefore: number;
  failedBefore: number;
  /** Some attempt may have sent something that was not refused. */
  mayBeWritten: boolean;
  pending: readonly InDoubt[];
};

/** An earlier attempt may have created the record, and looking for it has not settled that. */
export type InDoubt = { inDoubt: boolean };

type WithErrors = {
  errors?: readonly Pick<ProviderFault, 'message' | 'code' | 'field' | 'matches' | 'allowSave'>[];
};

export type JudgedRecord = {
  /**
   * It may exist twice, or have been written although it is reported as failed. While pending: look for it
   * before sending it again.
   */
  ambiguous: boolean;
} & (
  | ({ status: 'written' } & Pick<Written, 'recordId' | 'created' | 'recordKey'>)
  | { status: 'failed' | 'pending'; faults: readonly ProviderFault[] }
);

export type Judgement = {
  records: readonly JudgedRecord[];
  succeeded: number;
  failed: number;
  lastFault?: Pick<ProviderFault, 'message' | 'kind' | 'code' | 'status'>;
  /** Messages about no record. */
  ofNoRecord?: readonly string[];
  next:
    | { do: 'retry'; waitMs: number; waitsFor?: 'connection' }
    | { do: 'end'; status: 'success' | 'failure'; result: string };
};

/** The last attempt is due this long before the deadline, to be claimed in time. */
const claimMs = 5_000;
/** With less time left, a last attempt would hardly be earlier. */
const leastCutMs = 2 * claimMs;

/**
 * Records that can still succeed are retried until the deadline; an operation with any record written is a
 * success (Contract §4.6). Work that waits for a connection is not retried before. Pure.
 * @param sent in order of the records, with faults of no record
 * @param time.attempt begun so far
 * @param time.msToDeadline in database time
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
      const { recordId, created, recordKey } = outcome;
      const isKnown = created !== undefined && !operation.mayBeWritten;
      return {
        ambiguous,
        status: 'written',
        ...(recordId !== undefined && { recordId }),
        ...(recordKey !== undefined && { recordKey }),
        ...(isKnown && { created }),
      };
    }
    const status = retrying && canStillSucceed(outcome) ? 'pending' : 'failed';
    return { ambiguous, status, faults: outcome.faults };
  });
  const count = (status: JudgedRecord['status']): number => records.filter((r) => r.status === status).length;
  const succeeded = operation.succeededBefore + count('written');
  const failed = operation.failedBefore + count('failed');
  // Records that decide what follows also give the messages.
  const deciding = waiting.length > 0 ? waiting : outcomes.filter(hasFailed);
  const ofNone = deciding.length > 0 ? errors : [];
  const last = culpritsOf([...ofNone, ...deciding.flatMap(({ faults }) => faults)]).at(-1);
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
  const said = causesText({ records: deciding, errors: ofNone });
  const outOfTime = waiting.length > 0 && (time.msToDeadline > 0 ? 'waitPassesDeadline' : 'deadlinePassed');
  return { ...facts, next: { do: 'end', ...end(operation, succeeded, failed, said, outOfTime) } };
}

/**
 * Ends an operation that could not be sent before its deadline. Records keep earlier errors; the rest get the
 * reason.
 * @param why.ofEach adds the reason to earlier errors, too
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

/** Leaves room for a last attempt before the deadline, never earlier than the provider asked. */
function cutWait(waitMs: number, faults: readonly ProviderFault[], msToDeadline: number): number {
  if (waitMs < msToDeadline) return waitMs;
  return msToDeadline < leastCutMs ? msToDeadline : Math.max(askedWaitMs(faults), msToDeadline - claimMs);
}

const hasFailed = (outcome: RecordOutcome): outcome is Failed => outcome.kind === 'failed';

/** A rolled-back neighbour can succeed if every culprit can; the sender decides that. */
const canStillSucceed = (outcome: RecordOutcome): outcome is Failed =>
  hasFailed(outcome) && outcome.faults.every(({ retryable }) => retryable);

const waitsForConnection = ({ faults }: Failed): boolean =>
  faults.every(({ waitsFor }) => waitsFor === 'connection');

/**
 * Only a create can double a record. A repeated update may fail on a condition that its lost attempt broke
 * (Contract §4.6).
 */
const isAmbiguous = (type: WriteType, outcome: RecordOutcome, before: InDoubt | undefined): boolean => {
  const doubts = hasFailed(outcome) ? outcome.faults.filter(({ sent }) => sent === 'unknown') : [];
  return type === 'create'
    ? before?.inDoubt === true || doubts.length > 0
    : doubts.some(({ unmetCondition }) => unmetCondition === true);
};

/** After a lost answer, an unmet condition may be the attempt's own change. */
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
