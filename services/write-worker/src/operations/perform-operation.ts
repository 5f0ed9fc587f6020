import type { Governor } from '@writ/governor';
import { sendLive, type FindInstallationForCall, type LiveConnections } from '@writ/installation';
import type { Lease } from '@writ/lanes';
import { mayHaveSent, type ClaimedOperation, type PendingRecord, type Settlement } from '@writ/operation';
import { watchCalls, type CallSeen, type Pace, type Providers, type SentRecords } from '@writ/providers';
import { errorFields, type Logger } from '@writ/service-kit';
import {
  judgeAttempt,
  judgeOverdue,
  noteLines,
  writtenLines,
  type JudgedOperation,
  type ProviderFault,
} from '@writ/write-core';
import { attemptSettlement, type AttemptFacts } from './attempt-settlement.ts';
import { connectionFor } from './connection-for.ts';
import { sendByHeaders, sendRecords } from './send-records.ts';

/** The longest provider call (Architecture). */
export const callLimitMs = 90_000;
/** Enough to send a request. */
const leastLeaseMs = 2_000;
export const mayBeginOn = (lease: Lease) => (): boolean => lease.remainingMs() >= leastLeaseMs;

/** A longer wait for the next call becomes a retry. */
const patienceMs = 5_000;

type Hold = Lease & { pace: Pace; onCall: (seen: CallSeen) => void };

export type PerformDeps = {
  providers: Providers;
  connections: Pick<LiveConnections, 'use' | 'renew'>;
  findInstallation: FindInstallationForCall;
  governor: Pick<Governor, 'paced'>;
  random: () => number;
  logger: Logger;
};

/** Never throws because of the provider, or before it sends: a claim whose lease expires looks as if it was sent. */
export const createPerformOperation =
  (deps: PerformDeps) =>
  async (operation: ClaimedOperation, lease: Lease): Promise<Settlement> => {
    const msToDeadline = () => operation.msToDeadline - lease.heldMs();
    // Without a permit, which other writes need.
    if (msToDeadline() <= 0) return endOverdue(deps, operation);
    return pacedWrite(deps, operation, lease, (pace) =>
      perform(deps, operation, { ...lease, pace, msToDeadline }),
    );
  };

export const pacedWrite = <Result>(
  { governor }: Pick<PerformDeps, 'governor'>,
  { id, laneId, provider }: ClaimedOperation,
  lease: Lease,
  work: (pace: Pace) => Promise<Result>,
): Promise<Result> =>
  governor.paced(
    { key: laneId, provider },
    { synchronous: false, write: id, patienceMs, signal: lease.signal, mayBegin: mayBeginOn(lease) },
    work,
  );

const endOverdue = ({ logger }: PerformDeps, operation: ClaimedOperation): Settlement =>
  attemptSettlement(logger, operation, judgeOverdue(operation, whyOverdue(operation)), {
    durationMs: 0,
    isNoAttempt: true,
  });

async function perform(
  deps: PerformDeps,
  operation: ClaimedOperation,
  hold: Omit<Hold, 'onCall'> & { msToDeadline: () => number },
): Promise<Settlement> {
  const startedAtMs = performance.now();
  const calls = watchCalls();
  const sent = await attempt(deps, operation, { ...hold, onCall: calls.onCall });
  return judgedAttempt(deps.logger, operation, sent, {
    durationMs: Math.round(performance.now() - startedAtMs),
    call: calls.told(),
    msToDeadline: hold.msToDeadline(),
    random: deps.random(),
  });
}

export function judgedAttempt(
  logger: Logger,
  operation: ClaimedOperation,
  sent: SentRecords,
  {
    msToDeadline,
    random,
    ...facts
  }: Pick<AttemptFacts, 'durationMs' | 'call'> & { msToDeadline: number; random: number },
): Settlement {
  const time = { attempt: operation.attempt, msToDeadline, random };
  return attemptSettlement(logger, operation, judgeAttempt(withDoubts(operation, sent), sent, time), {
    ...facts,
    notes: [
      ...noteLines(keptIn(operation, sent.kept), operation.form),
      ...writtenLines(sent.records, operation.form, (at) => operation.pending[at]?.index ?? at),
    ],
    found: sent.found.filter(Boolean).length,
  });
}

/** The search for records may have settled doubts. */
function withDoubts(operation: ClaimedOperation, { inDoubt }: SentRecords): JudgedOperation {
  if (operation.pending.every((record, at) => record.inDoubt === inDoubt[at])) return operation;
  const pending = operation.pending.map((record, at) => ({ inDoubt: inDoubt[at] ?? record.inDoubt }));
  return { ...operation, pending };
}

function whyOverdue(operation: ClaimedOperation) {
  const { lastFault, fault: kind, waitingOn } = operation;
  if (mayHaveSent(operation))
    return { message: 'its last attempt was cut off; it may have written, or not', ofEach: true };
  if (lastFault !== null) return { message: lastFault, kind };
  const message =
    waitingOn === null
      ? 'it could not be sent before'
      : `it waited for the operation ${waitingOn}, an earlier write to the same record`;
  return { message };
}

async function attempt(deps: PerformDeps, operation: ClaimedOperation, hold: Hold): Promise<SentRecords> {
  const { providers, connections, logger } = deps;
  const { signal, pace, onCall } = hold;
  const mayCall = mayBeginOn(hold);
  const progress = { mayBeSent: false };
  try {
    const usable = await connectionFor(deps, operation, signal);
    const adapter = providers.adapterFor(operation.provider);
    if (!adapter) throw new Error(`There is no adapter for the provider ${operation.provider}`);
    if (usable.kind === 'failed') return allFailed(operation.pending, usable.fault);
    const call = {
      objectName: operation.objectName,
      readBack: false,
      signal,
      pace,
      onCall,
      timeoutMs: callLimitMs,
      allOrNone: operation.allOrNone,
      mayBegin: mayCall,
      mayCallAgain: mayCall,
    };
    const { recordKeyOf } = adapter.declaration;
    return await sendByHeaders(
      operation,
      { recordKeyOf, mayCallAgain: mayCall },
      (headers, records, writtenBefore) =>
        sendLive(connections, { ...usable, signal }, (connection) => {
          if (!mayCall()) return Promise.resolve(allFailed(records, leaseRanOut));
          progress.mayBeSent = true;
          return sendRecords(adapter, { ...call, connection, headers }, operation, records, () => ({
            sinceFirstAttemptMs: operation.msSinceFirstAttempt + hold.heldMs(),
            writtenBefore,
          }));
        }),
    );
  } catch (error) {
    if (progress.mayBeSent) throw error;
    logger.error('write not sent', { operationId: operation.id, ...errorFields(error) });
    return allFailed(operation.pending, notPrepared);
  }
}

export const allFailed = (records: readonly PendingRecord[], fault: ProviderFault): SentRecords => ({
  records: records.map(() => ({ kind: 'failed', faults: [fault] })),
  errors: [],
  kept: [],
  inDoubt: records.map(({ inDoubt }) => inDoubt),
  found: records.map(() => false),
});

/** With the records' places in the operation. */
const keptIn = ({ pending }: ClaimedOperation, kept: SentRecords['kept']) =>
  kept.map((note) => ({ ...note, records: note.records.map((at) => pending[at]?.index ?? at) }));

export const leaseRanOut: ProviderFault = {
  kind: 'timeout',
  sent: 'notSent',
  retryable: true,
  message: 'The lease ran out before the write was sent',
};

export const notPrepared: ProviderFault = {
  kind: 'unknown',
  sent: 'notSent',
  retryable: true,
  message: 'The write could not be prepared',
};
