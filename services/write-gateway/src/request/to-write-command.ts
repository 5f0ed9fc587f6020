import type { WriteRequest } from '@writ/contracts';
import type { AssociationPlan, JsonObject, When, WriteCommand, WriteRecord } from '@writ/write-core';
import { maxFields } from './shape-rules.ts';
import { isObject, placedItems, type ReadableBody } from './readable-body.ts';

const defaultDeadlineHours = 1;

/** Translates a request that has passed every rule: behind this, wire words and optional members are gone. */
export function toWriteCommand(request: WriteRequest): WriteCommand {
  const headers = request.headers ?? [];
  if (request.type === 'delete') {
    return { kind: 'delete', id: toRecord(request.record).id ?? '', headers };
  }
  const common = { type: request.type, when: toWhen(request), headers };
  if (request.batch) {
    const records = request.batch.map((item) => toRecord(item.record, item.associations));
    return { kind: 'batch', ...common, records, allOrNone: request.batchPolicy?.allOrNone ?? false };
  }
  return { kind: 'single', ...common, record: toRecord(request.record, request.associations) };
}

/**
 * What can be planned of a body that has faults: its records as far as they are objects of no more fields than a record
 * may have, one command for `record` and one for `batch`.
 */
export function toReadableCommands(body: ReadableBody): WriteCommand[] {
  const { type, record, batch } = body;
  if (type !== 'create' && type !== 'update') return [];
  const common = { type, when: { mode: 'synchronous' }, headers: [] } as const;
  const records = placedItems(body).map(({ item: { record: given } }) =>
    toRecord(isRecord(given) ? given : {}),
  );
  return [
    ...(isRecord(record) ? [{ kind: 'single', ...common, record: toRecord(record) } as const] : []),
    ...(Array.isArray(batch) ? [{ kind: 'batch', ...common, records, allOrNone: false } as const] : []),
  ];
}

const isRecord = (value: unknown): boolean => isObject(value) && Object.keys(value).length <= maxFields;

function toWhen({ mode, retryPolicy, autoBatchPolicy }: WriteRequest): When {
  if (mode !== 'asynchronous') return { mode: 'synchronous' };
  if (autoBatchPolicy) {
    // With both policies the batch's own deadline governs (Contract §4.1).
    const { maxDelayMinutes, retryDeadlineHours = defaultDeadlineHours } = autoBatchPolicy;
    return { mode, deadlineHours: retryDeadlineHours, autoBatch: { maxDelayMinutes } };
  }
  return { mode, deadlineHours: retryPolicy?.deadlineHours ?? defaultDeadlineHours };
}

function toRecord(record: unknown, associations?: readonly AssociationPlan[]): WriteRecord {
  const { id, ...fields } = record as JsonObject & { id?: string | number };
  return {
    ...(id !== undefined && { id: String(id) }),
    fields,
    ...(associations && associations.length > 0 && { associations }),
  };
}
