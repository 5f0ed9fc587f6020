import type { WriteRequest } from '@writ/contracts';
import type { AssociationPlan, JsonObject, When, WriteCommand, WriteRecord } from '@writ/write-core';

const defaultDeadlineHours = 1;

/** The request must have passed every rule. */
export function toWriteCommand(request: WriteRequest): WriteCommand {
  const headers = request.headers ?? [];
  if (request.type === 'delete') {
    return { kind: 'delete', id: toRecord(request.record).id ?? '', headers };
  }
  const common = { ...whatIsDone(request.type, request), when: toWhen(request), headers };
  if (request.batch) {
    const records = request.batch.map((item) => toRecord(item.record, item.associations));
    return { kind: 'batch', ...common, records, allOrNone: request.batchPolicy?.allOrNone ?? false };
  }
  return { kind: 'single', ...common, record: toRecord(request.record, request.associations) };
}

const whatIsDone = (type: Exclude<WriteRequest['type'], 'delete'>, { key = '', onMissing }: WriteRequest) =>
  type === 'upsert' ? { type, key, mustExist: onMissing === 'fail' } : { type };

function toWhen({ mode, retryPolicy, autoBatchPolicy }: WriteRequest): When {
  if (mode !== 'asynchronous') return { mode: 'synchronous' };
  const deadlineHours = retryPolicy?.deadlineHours ?? defaultDeadlineHours;
  if (!autoBatchPolicy) return { mode, deadlineHours };
  // The batch's own deadline wins over the retry policy's (Contract §4.1).
  const { maxDelayMinutes, retryDeadlineHours = deadlineHours } = autoBatchPolicy;
  return { mode, deadlineHours: retryDeadlineHours, autoBatch: { maxDelayMinutes } };
}

function toRecord(record: unknown, associations?: readonly AssociationPlan[]): WriteRecord {
  const { id, ...fields } = record as JsonObject & { id?: string | number };
  return {
    ...(id !== undefined && { id: String(id) }),
    fields,
    ...(associations && associations.length > 0 && { associations }),
  };
}
