import type { Operation, OperationLog } from '@writ/contracts';
import type { OperationLogEntry, OperationView } from '@writ/operation';

/** The operation record of the specification from what is stored: the only place that knows both. */
export function toOperation(view: OperationView): Operation {
  return {
    id: view.id,
    projectId: view.projectId,
    integrationId: view.integrationId,
    installationId: view.installationId,
    configId: view.configId,
    actionType: 'write',
    status: view.status,
    ...(view.result !== undefined && { result: view.result }),
    createTime: view.createTime.toISOString(),
    updateTime: view.updateTime.toISOString(),
    resource: view.objectName,
    metadata: {
      type: view.type,
      mode: view.mode,
      recordCount: view.recordCount,
      succeeded: view.succeeded,
      failed: view.failed,
      ...(view.status !== 'in_progress' && { successfulRecordIds: [...view.successfulRecordIds] }),
      ...(view.mode === 'asynchronous' && { retry: toRetry(view) }),
      ...(view.autoBatch && { autoBatch: toAutoBatch(view.autoBatch) }),
      ...(view.waiting && { waiting: toWaiting(view.waiting) }),
      ...(view.ambiguous && { ambiguous: true }),
    },
  };
}

const toRetry = ({ attempts, lastAttempt, nextAttempt, deadline }: OperationView) => ({
  attempts,
  ...(lastAttempt && { lastAttempt: lastAttempt.toISOString() }),
  ...(nextAttempt && { nextAttempt: nextAttempt.toISOString() }),
  ...(deadline && { deadline: deadline.toISOString() }),
});

const toAutoBatch = ({ stage, count, runsAt }: NonNullable<OperationView['autoBatch']>) => ({
  stage,
  count,
  ...(runsAt && { runsAt: runsAt.toISOString() }),
});

const toWaiting = ({ reason, until }: NonNullable<OperationView['waiting']>) => ({
  reason,
  ...(until && { until: until.toISOString() }),
});

/** The log of an operation: its acceptance, its attempts, and its end. */
export function toOperationLog(view: OperationView, entries: readonly OperationLogEntry[]): OperationLog {
  const accepted: OperationLogEntry = {
    at: view.createTime,
    severity: 'INFO',
    msg: view.mode === 'asynchronous' ? 'The write was accepted' : 'The write was performed at once',
  };
  const ended: OperationLogEntry[] =
    view.status === 'in_progress'
      ? []
      : [
          {
            at: view.updateTime,
            severity: view.status === 'success' ? 'INFO' : 'ERROR',
            msg: view.result ?? view.status,
          },
        ];
  return [accepted, ...entries, ...ended].map(({ at, severity, msg, error, details }) => ({
    timestamp: at.toISOString(),
    severity,
    message: {
      msg,
      ...(error !== undefined && { error }),
      operation_id: view.id,
      ...(details && { details }),
    },
  }));
}
