import {
  attemptOutcome,
  attemptWrote,
  type AttemptCall,
  type ClaimedOperation,
  type Settlement,
} from '@writ/operation';
import { traceIdIn, type Logger } from '@writ/service-kit';
import type { Judgement, NoteLine } from '@writ/write-core';

export type AttemptFacts = {
  durationMs: number;
  call?: AttemptCall | undefined;
  /** About kept fields and written records. */
  notes?: readonly NoteLine[];
  /** Created by an earlier attempt. */
  found?: number;
  /** The deadline had passed. */
  isNoAttempt?: true;
};

/** Logs an attempt and returns what to store. */
export function attemptSettlement(
  logger: Logger,
  operation: ClaimedOperation,
  judgement: Judgement,
  { durationMs, call, notes = [], found = 0, isNoAttempt }: AttemptFacts,
): Settlement {
  const { next, lastFault } = judgement;
  const details = {
    ...(!isNoAttempt && { attempt: operation.attempt, durationMs }),
    ...(next.do === 'retry' &&
      (next.waitsFor ? { waitsFor: next.waitsFor } : { retryInMs: Math.round(next.waitMs) })),
    ...(found > 0 && { found }),
  };
  logger.info(isNoAttempt ? 'deadline passed' : 'attempt', {
    operationId: operation.id,
    projectId: operation.projectId,
    requestId: operation.requestId,
    ...traceIdIn(operation.traceParent),
    provider: operation.provider,
    account: operation.account,
    object: operation.objectName,
    type: operation.type,
    records: operation.pending.length,
    outcome: attemptOutcome(judgement),
    ...details,
    ...(lastFault && {
      fault: lastFault.message,
      kind: lastFault.kind,
      code: lastFault.code,
      providerStatus: lastFault.status,
    }),
  });
  if (notes.length === 0 && wasSimplyWritten(operation, judgement)) return { operation, judgement, call };
  const log = {
    ...(isNoAttempt ? deadlinePassed : logLineOf(operation, judgement)),
    ...(lastFault && { error: lastFault.message }),
    details,
  };
  return { operation, judgement, call, log, notes, ...(isNoAttempt && { isNoAttempt }) };
}

const deadlinePassed = { severity: 'ERROR', msg: 'The deadline passed; the write has ended' } as const;

/** A log line would repeat the operation's row; otherwise a settlement also clears earlier faults and doubts. */
const wasSimplyWritten = (
  { form, attempt, pending }: ClaimedOperation,
  { records, next, lastFault }: Judgement,
): boolean =>
  form === 'single' &&
  attempt === 1 &&
  !pending.some(({ inDoubt }) => inDoubt) &&
  next.do === 'end' &&
  lastFault === undefined &&
  records.every((one) => one.status === 'written' && one.recordId !== undefined && !one.ambiguous);

function logLineOf(
  { attempt }: ClaimedOperation,
  judgement: Judgement,
): Pick<NonNullable<Settlement['log']>, 'severity' | 'msg'> {
  const outcome = attemptOutcome(judgement);
  if (outcome === 'retry')
    return { severity: 'WARNING', msg: `Attempt ${attempt} failed; it is tried again` };
  if (outcome === 'failure')
    return { severity: 'ERROR', msg: `Attempt ${attempt} failed; the write has ended` };
  return { severity: 'INFO', msg: attemptWrote(attempt) };
}
