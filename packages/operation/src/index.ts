export type {
  ClaimedOperation,
  EndedOperation,
  NewOperation,
  OperationStatus,
  OperationTarget,
  OperationView,
  PendingRecord,
} from './operation.ts';
export { claimOperations, claimOverdueOperations } from './sql/claim-operations.ts';
export { attemptWrote } from './attempt-wrote.ts';
export { endedRecords, type EndedRecordView } from './sql/ended-records.ts';
export { toStoredFault } from './sql/stored-fault.ts';
export {
  answerKey,
  findKey,
  pointKeys,
  releaseKey,
  reserveKeys,
  type KeyedRequest,
  type KeyReservation,
  type KeyState,
  type KnownKey,
} from './sql/idempotency-keys.ts';
export { listRecords, type RecordView } from './sql/list-records.ts';
export { nextDueOperation } from './sql/next-due-operation.ts';
export {
  batchLimits,
  makesDue,
  type BatchedWrite,
  type BatchLimits,
  type FilledBatch,
} from './auto-batch.ts';
export {
  appendWrites,
  areAppended,
  forgetBatches,
  isBatchTaken,
  planAppending,
  rememberBatches,
  type KnownBatches,
} from './sql/append-writes.ts';
export { acceptCreates, acceptWrites } from './sql/accept-writes.ts';
export { areStored } from './sql/are-stored.ts';
export { closeDueBatches } from './sql/close-due-batches.ts';
export { recordEndedOperations } from './sql/record-ended-operations.ts';
export { releaseOperations } from './sql/release-operations.ts';
export { renewOperations } from './sql/renew-operations.ts';
export { operationLog, type OperationLogEntry } from './sql/select-operation-log.ts';
export { findOperation } from './sql/select-operation.ts';
export { listOperations } from './sql/list-operations.ts';
export type { OperationFilter } from './sql/operation-filter.ts';
export {
  endsAnUpdate,
  settleOperations,
  type AlsoOfEnded,
  type Settlement,
} from './sql/settle-operations.ts';
export { cancelOperations, type CancelledOperation } from './sql/cancel-operations.ts';
export { countCancellable, selectCancellable, type CancelPlace } from './sql/select-cancellable.ts';
export {
  countRetryable,
  findRetryable,
  listRetryable,
  retryScope,
  type RetryableOperation,
} from './sql/select-retryable.ts';
export { keepDoubts, keepOrigins, logRetries } from './sql/retry-traces.ts';
export { addTask, moveTask, nextTask, removeTask, type OperationTask } from './sql/operation-tasks.ts';
export { writeAsyncDone } from './write-async-done.ts';
export { laneBacklogs, type LaneBacklog } from './sql/lane-backlogs.ts';
export { firstDeadline } from './sql/first-deadline.ts';
export { markUnsent, sentNothing } from './sql/mark-unsent.ts';
export { installationsThatWait, releaseWaiting } from './sql/release-waiting.ts';
export { countUnfinished } from './sql/count-unfinished.ts';
export { lastOperationStatuses } from './sql/last-operation-statuses.ts';
export { forgetSent } from './retention/forget-sent.ts';
export { removeIdempotencyKeys } from './retention/remove-idempotency-keys.ts';
export { removeOperations } from './retention/remove-operations.ts';
