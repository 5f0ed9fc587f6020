import type { Operation, OperationLog } from '@writ/contracts';
import { traceIdIn } from '@writ/service-kit';
import { providerLaneId, type LanePark } from '@writ/lanes';
import type { OperationLogEntry, OperationRow, OperationView } from '@writ/operation';

/** @param park why the operation's lane is not drained now */
export function toOperation(view: OperationView, park?: LanePark): Operation {
  const waiting = waitingOf(view, park);
  return {
    id: view.id,
    projectId: view.projectId,
    integrationId: view.integrationId,
    installationId: view.installationId,
    configId: view.configId,
    actionType: 'write',
    status: view.status,
    ...(view.result !== null && { result: view.result }),
    createTime: view.createTime.toISOString(),
    updateTime: view.updateTime.toISOString(),
    resource: view.objectName,
    groupRef: view.groupRef,
    provider: view.provider,
    account: view.account,
    laneId: view.laneId ?? providerLaneId(view),
    ...(view.label !== undefined && { label: view.label }),
    requestId: view.requestId,
    ...traceIdIn(view.traceParent),
    ...(view.idempotencyKey !== null && { idempotencyKey: view.idempotencyKey }),
    ...(view.fault !== null && { fault: view.fault }),
    ...(view.retryOf !== null && { retryOf: view.retryOf }),
    ...(view.retriedAs !== undefined && { retriedAs: view.retriedAs }),
    metadata: {
      type: view.type,
      mode: view.mode,
      recordCount: view.recordCount,
      succeeded: view.succeeded,
      failed: view.failed,
      ...(view.status !== 'in_progress' && { successfulRecordIds: [...view.successfulRecordIds] }),
      ...(view.mode === 'asynchronous' && { retry: toRetry(view, park) }),
      ...(view.stage && { autoBatch: toAutoBatch(view, view.stage) }),
      ...(waiting && { waiting }),
      ...(view.ambiguous && { ambiguous: true }),
      ...(view.warnings.length > 0 && { warnings: [...view.warnings] }),
    },
  };
}

/** The operation's own reason comes first, then its lane's, then a pending retry. */
function waitingOf(view: OperationView, park: LanePark | undefined): Operation['metadata']['waiting'] {
  const { waiting, waitingOn, lastFault } = view;
  if (waiting && waiting.reason !== 'retry')
    return {
      ...toWaiting(waiting),
      ...(waiting.reason === 'order' && waitingOn !== null && { operationId: waitingOn }),
      ...(waiting.reason === 'connection' && lastFault !== null && { cause: lastFault }),
    };
  if (park && view.status === 'in_progress' && !view.underWay) return toWaiting(park);
  return waiting && toWaiting(waiting);
}

function toRetry(view: OperationView, park: LanePark | undefined) {
  const { attempt, lastAttemptAt, deadline, lastFault, lastError } = view;
  const nextAttempt = nextAttemptOf(view, park);
  const { failedBy: _kept, ...told } = lastError ?? {};
  return {
    attempts: attempt,
    ...(lastAttemptAt && { lastAttempt: lastAttemptAt.toISOString() }),
    ...(nextAttempt && { nextAttempt: nextAttempt.toISOString() }),
    ...(deadline && { deadline: deadline.toISOString() }),
    ...(lastFault !== null &&
      view.status === 'in_progress' && { lastError: { message: lastFault, ...told } }),
  };
}

/** Not before the lane is drained again; undefined if unknown. */
function nextAttemptOf({ nextAttempt }: OperationView, park: LanePark | undefined): Date | undefined {
  if (!nextAttempt || !park) return nextAttempt;
  return park.until && park.until < nextAttempt ? nextAttempt : park.until;
}

/** `stage`: whether it still collects; `runsAt`: its latest start. */
function toAutoBatch(
  { recordCount: count, dueAt }: OperationView,
  stage: NonNullable<OperationView['stage']>,
) {
  return {
    // An ended batch has no stage.
    ...(dueAt !== null && { stage }),
    count,
    ...(stage === 'accumulating' && dueAt && { runsAt: dueAt.toISOString() }),
  };
}

const plain = { error: null, details: null };

/** Acceptance, attempts, end and later changes. */
export function toOperationLog(view: OperationRow, entries: readonly OperationLogEntry[]): OperationLog {
  const accepted: OperationLogEntry = {
    ...plain,
    at: view.createTime,
    severity: 'INFO',
    msg: view.mode === 'asynchronous' ? 'The write was accepted' : 'The write was performed at once',
  };
  const ended: OperationLogEntry[] =
    view.status === 'in_progress'
      ? []
      : [
          {
            ...plain,
            at: view.updateTime,
            severity: view.status === 'success' ? 'INFO' : 'ERROR',
            msg: view.result ?? view.status,
          },
        ];
  const isLater = ({ at }: OperationLogEntry): boolean => ended.length > 0 && at > view.updateTime;
  const before = entries.filter((entry) => !isLater(entry));
  return [accepted, ...before, ...ended, ...entries.filter(isLater)].map(
    ({ at, severity, msg, error, details }) => ({
      timestamp: at.toISOString(),
      severity,
      message: {
        msg,
        ...(error !== null && { error }),
        operation_id: view.id,
        ...(details && { details: inTexts(details) }),
      },
    }),
  );
}

/** Existing clients read texts, so other values become JSON. */
const inTexts = (details: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

export const toWaiting = <Reason extends string>({
  reason,
  until,
}: {
  reason: Reason;
  until?: Date;
}): { reason: Reason; until?: string } => ({ reason, ...(until && { until: until.toISOString() }) });
