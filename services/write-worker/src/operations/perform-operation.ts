import { sendLive, type LiveConnection, type LiveConnections } from '@writ/installation';
import type { Lease } from '@writ/lanes';
import { attemptWrote, type ClaimedOperation, type Settlement } from '@writ/operation';
import { sendWrite, type Providers, type SentWrite } from '@writ/providers';
import type { Logger } from '@writ/service-kit';
import {
  judgeAttempt,
  judgeOverdue,
  resultTexts,
  type FieldNote,
  type Judgement,
  type ProviderFault,
  type RecordOutcome,
} from '@writ/write-core';

import { sendByHeaders } from './send-by-headers.ts';

/** Architecture §3.3: a provider call takes at most 90 s. */
const callLimitMs = 90_000;
/** A call is not begun on a lease that may end before its request has left us. */
const leastLeaseMs = 2_000;

type Deps = {
  providers: Providers;
  connections: Pick<LiveConnections, 'find' | 'renew'>;
  random: () => number;
  logger: Logger;
};

/** Sends a claimed operation once and judges what came of it. Never throws for what the provider did. */
export const createPerformOperation =
  (deps: Deps) =>
  async (operation: ClaimedOperation, lease: Lease): Promise<Settlement> => {
    const startedAtMs = performance.now();
    if (operation.msToDeadline <= 0) {
      const judgement = judgeOverdue(
        operation,
        operation.pending.length,
        operation.lastFault ?? whatHeldItBack(operation),
      );
      return settlement(deps.logger, operation, judgement, 0);
    }
    const sent = await attempt(deps, operation, lease);
    const durationMs = Math.round(performance.now() - startedAtMs);
    const judgement = judgeAttempt(operation, sent.records, {
      attempt: operation.attempt,
      msToDeadline: operation.msToDeadline - durationMs,
      random: deps.random(),
    });
    return settlement(deps.logger, operation, judgement, durationMs, keptIn(operation, sent.kept));
  };

const whatHeldItBack = ({ waitingOn }: ClaimedOperation): string =>
  waitingOn === undefined
    ? 'it could not be sent before'
    : `it waited for the operation ${waitingOn}, an earlier write to the same record`;

async function attempt(
  { providers, connections }: Deps,
  operation: ClaimedOperation,
  lease: Lease,
): Promise<Pick<SentWrite, 'records' | 'kept'>> {
  const { signal } = lease;
  const live = await connections.find(operation.connectionId, signal);
  const adapter = providers.adapterFor(operation.provider);
  if (!adapter) throw new Error(`There is no adapter for the provider ${operation.provider}`);
  const usable = usableFor(operation, live);
  if (usable.kind === 'failed') {
    return { records: operation.pending.map(() => failed(usable.fault)), kept: [] };
  }
  const mayCall = (): boolean => lease.remainingMs() >= leastLeaseMs;
  const call = {
    objectName: operation.objectName,
    readBack: false,
    signal,
    timeoutMs: callLimitMs,
    allOrNone: operation.allOrNone,
    mayCallAgain: () => Promise.resolve(mayCall()),
  };
  return sendByHeaders(operation, (headers, records) =>
    sendLive(connections, { ...usable, signal }, (connection) => {
      if (!mayCall()) throw new Error('The lease ran out before the write was sent');
      const write = { type: operation.type, form: operation.form, records };
      return sendWrite(adapter, { ...call, connection, headers }, write);
    }),
  );
}

/** The fields that were not sent because the records have values there, for the log (Contract §4.3, rule 7). */
const keptIn = ({ form, pending }: ClaimedOperation, kept: readonly FieldNote[]) =>
  kept.map(({ field, records }) => ({
    field,
    ...(form === 'batch' && { records: records.map((at) => pending[at]?.index) }),
  }));

const failed = (fault: ProviderFault): RecordOutcome => ({ kind: 'failed', faults: [fault] });

const connectionGone: ProviderFault = {
  kind: 'unauthorized',
  sent: 'notSent',
  retryable: false,
  message: "The installation's connection was deleted",
};

/** The connection, unless the write cannot even be tried with it as it is now. */
function usableFor(operation: ClaimedOperation, live: LiveConnection | undefined): LiveConnection {
  if (!live) return { kind: 'failed', fault: connectionGone };
  if (live.kind === 'failed' || live.connection.account === operation.account) return live;
  const message = resultTexts.accountMoved(operation.objectName);
  return { kind: 'failed', fault: { kind: 'invalid', sent: 'notSent', retryable: false, message } };
}

function settlement(
  logger: Logger,
  operation: ClaimedOperation,
  judgement: Judgement,
  durationMs: number,
  kept: readonly object[] = [],
): Settlement {
  const { next, lastFault } = judgement;
  const details = {
    attempt: operation.attempt,
    durationMs,
    ...(next.do === 'retry' && { retryInMs: next.waitMs }),
    ...(kept.length > 0 && { kept }),
  };
  const log = {
    ...told(operation, judgement),
    ...(lastFault !== undefined && { error: lastFault }),
    details,
  };
  logger.info('attempt', {
    operationId: operation.id,
    projectId: operation.projectId,
    requestId: operation.requestId,
    provider: operation.provider,
    account: operation.account,
    object: operation.objectName,
    type: operation.type,
    records: operation.pending.length,
    outcome: next.do === 'retry' ? 'retry' : next.status,
    ...details,
    ...(lastFault !== undefined && { fault: lastFault }),
  });
  return {
    operation,
    judgement,
    ...(!(kept.length === 0 && wasSimplyWritten(operation, judgement)) && { log }),
  };
}

/** A single write without a fault or a doubt: its log line says no more than the operation itself. */
const wasSimplyWritten = ({ form }: ClaimedOperation, { records, next, lastFault }: Judgement): boolean =>
  form === 'single' &&
  next.do === 'end' &&
  lastFault === undefined &&
  records.every(({ status, ambiguous }) => status === 'written' && !ambiguous);

function told(
  { attempt }: ClaimedOperation,
  { next }: Judgement,
): Pick<NonNullable<Settlement['log']>, 'severity' | 'msg'> {
  if (next.do === 'retry')
    return { severity: 'WARNING', msg: `Attempt ${attempt} failed; it is tried again` };
  if (next.status === 'failure')
    return { severity: 'ERROR', msg: `Attempt ${attempt} failed; the write has ended` };
  return { severity: 'INFO', msg: attemptWrote(attempt) };
}
