import type { NewEvent } from '@writ/event-bus';
import type { OperationTarget, Traced } from '../operation.ts';
import type { EventContext } from './announcement.ts';
import type { EndedRecordView } from './ended-records.ts';

export type WriteEnd = {
  status: 'success' | 'failure';
  result: string;
  succeeded: number;
  failed: number;
  /** Messages about no record. */
  ofNoRecord?: readonly string[];
};

/** Well below the 256 kB that consumers read (Contract §6.1). */
const maxRecordsBytes = 110_000;
const maxErrorsBytes = 110_000;

/**
 * Specification, Events; Contract §6.1. `success`: every record was written; `status`: how the operation
 * ended.
 */
export function writeAsyncDone(
  operation: Pick<OperationTarget, 'projectId' | 'installationId' | 'objectName'> & Traced & { id: string },
  end: WriteEnd,
  records: readonly EndedRecordView[],
  context: EventContext,
): NewEvent {
  const entries = records.map(({ index, status, recordId, created, errors }) => ({
    index,
    success: status === 'written',
    ...(recordId !== null && { recordId }),
    ...(created !== null && { created }),
    ...(errors && errors.length > 0 && { errors }),
  }));
  const fits = Buffer.byteLength(JSON.stringify(entries)) <= maxRecordsBytes;
  const ofRecords = records.flatMap(({ errors }) => errors ?? []).map(({ message }) => message);
  const ofNone = (end.ofNoRecord ?? []).filter((message) => !ofRecords.includes(message));
  const messages = [...ofNone, ...ofRecords];
  return {
    type: 'write.async.done',
    projectId: operation.projectId,
    aggregateId: operation.installationId,
    traceParent: operation.traceParent,
    data: {
      ...context.facts,
      objectName: operation.objectName,
      success: end.status === 'success' && end.failed === 0,
      successfulRecordIds: records.flatMap(({ status, recordId }) =>
        status === 'written' && recordId !== null ? [recordId] : [],
      ),
      errors: end.status === 'failure' && messages.length === 0 ? [end.result] : asFarAsTheyFit(messages),
      operationId: operation.id,
      status: end.status,
      succeeded: end.succeeded,
      failed: end.failed,
      ...(fits
        ? { records: entries }
        : {
            recordsURL: `${context.managementUrl}/projects/${operation.projectId}/operations/${operation.id}/records`,
          }),
    },
  };
}

function asFarAsTheyFit(messages: readonly string[]): string[] {
  let bytes = 0;
  const fitting = messages.findIndex((message) => {
    bytes += Buffer.byteLength(JSON.stringify(message)) + 1;
    return bytes > maxErrorsBytes;
  });
  return fitting === -1
    ? [...messages]
    : [...messages.slice(0, fitting), `and ${messages.length - fitting} more`];
}
