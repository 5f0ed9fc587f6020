export type {
  ClaimedOperation,
  EndedOperation,
  NewOperation,
  OperationStatus,
  OperationTarget,
  OperationView,
  PendingRecord,
} from './operation.ts';
export { claimOperations, claimOverdueOperations } from './attempt/claim-operations.ts';
export { attemptWrote } from './attempt/attempt-wrote.ts';
export { endedRecords, type EndedRecordView } from './attempt/ended-records.ts';
export { toStoredFault } from './stored-fault.ts';
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
} from './accept/idempotency-keys.ts';
export { listRecords, type RecordView } from './read/list-records.ts';
export { nextDueOperation } from './read/next-due-operation.ts';
export {
  batchLimits,
  makesDue,
  type BatchedWrite,
  type BatchLimits,
  type FilledBatch,
} from './accept/batch/auto-batch.ts';
export {
  appendWrites,
  areAppended,
  forgetBatches,
  isBatchTaken,
  planAppending,
  rememberBatches,
  type KnownBatches,
} from './accept/batch/append-writes.ts';
export { acceptCreates, acceptWrites } from './accept/accept-writes.ts';
export { areStored } from './accept/are-stored.ts';
export { closeDueBatches } from './accept/batch/close-due-batches.ts';
export { recordEndedOperations } from './accept/record-ended-operations.ts';
export { unclaimOperations } from './attempt/unclaim-operations.ts';
export { renewOperations } from './attempt/renew-operations.ts';
export { operationLog, type OperationLogEntry } from './read/operation-log.ts';
export { findOperation } from './read/find-operation.ts';
export { listOperations } from './read/list-operations.ts';
export type { OperationFilter } from './read/operation-filter.ts';
export {
  endsAnUpdate,
  settleOperations,
  type AlsoOfEnded,
  type Settlement,
} from './attempt/settle-operations.ts';
export { cancelOperations, type CancelledOperation } from './manage/cancel-operations.ts';
export { countCancellable, selectCancellable, type CancelPlace } from './manage/select-cancellable.ts';
export {
  countRetryable,
  findRetryable,
  listRetryable,
  retryScope,
  type RetryableOperation,
} from './manage/select-retryable.ts';
export { keepDoubts, keepOrigins, logRetries } from './manage/retry-traces.ts';
export { addTask, moveTask, nextTask, removeTask, type OperationTask } from './manage/operation-tasks.ts';
export { writeAsyncDone } from './attempt/write-async-done.ts';
export { laneBacklogs, type LaneBacklog } from './read/lane-backlogs.ts';
export { firstDeadline } from './wait/first-deadline.ts';
export { markUnsent, sentNothing } from './attempt/mark-unsent.ts';
export { installationsThatWait, releaseWaiting } from './wait/release-waiting.ts';
export { countUnfinished } from './read/count-unfinished.ts';
export { lastOperationStatuses } from './read/last-operation-statuses.ts';
export { forgetSent } from './retention/forget-sent.ts';
export { removeIdempotencyKeys } from './retention/remove-idempotency-keys.ts';
export { removeOperations } from './retention/remove-operations.ts';
