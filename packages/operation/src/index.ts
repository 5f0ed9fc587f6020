export { operationStatuses } from './operation.ts';
export type {
  AttemptCall,
  BegunWrite,
  ClaimedOperation,
  EndedOperation,
  NewOperation,
  OperationRow,
  OperationTarget,
  OperationView,
  PendingRecord,
  RecordRow,
} from './operation.ts';
export { toStoredFault } from './record-columns.ts';
export { createAccept, type Accept } from './accept/accept.ts';
export type { Accepted } from './accept/accepted.ts';
export { batchLimits } from './accept/batch/auto-batch.ts';
export {
  closeDueBatches,
  lanesWithDueBatches,
  lanesWithLateBatches,
} from './accept/batch/close-due-batches.ts';
export {
  answerKey,
  findKey,
  type KeyedRequest,
  type KeyState,
  type KnownKey,
} from './accept/idempotency-keys.ts';
export type { Announcement } from './attempt/announcement.ts';
export {
  claimOperations,
  claimOverdueOperations,
  mayHaveSent,
  mostInAnyCall,
} from './attempt/claim-operations.ts';
export { renewOperations, unclaimOperations } from './attempt/operation-leases.ts';
export { settleOperations } from './attempt/settle-operations.ts';
export { attemptOutcome, attemptWrote, type Settlement } from './attempt/settlement.ts';
export { beginWrite } from './synchronous/begin-write.ts';
export { dropWrite } from './synchronous/drop-write.ts';
export { endAbandoned, expiredWrites, type ExpiredWrite } from './synchronous/end-abandoned.ts';
export { createRecordEnded } from './synchronous/record-ended-operations.ts';
export { firstDeadline } from './wait/first-deadline.ts';
export { installationsThatWait, releaseWaiting } from './wait/release-waiting.ts';
export {
  cancelOperations,
  countCancellable,
  countUncancellable,
  listCancellable,
  newestCancellable,
  type CancelRequest,
} from './manage/cancel-operations.ts';
export {
  countOfGroup,
  eraseBegunWrites,
  eraseOperations,
  type ErasedOperations,
} from './erase/erase-operations.ts';
export {
  beginProjectErasure,
  countOfProject,
  eraseOperationsOfProject,
  erasePartsOfProject,
  isWritingFor,
} from './erase/erase-project.ts';
export type { Meant } from './manage/meant.ts';
export { retriedAs, retryOperations, type PlannedRetry } from './manage/retry-operations.ts';
export {
  countFailed,
  countRunning,
  findRetryable,
  listRetryable,
  newestRetryable,
  type FailedAlike,
} from './manage/select-retryable.ts';
export type { RetryableOperation } from './manage/retryable-operation.ts';
export { operationActivity, type LaneActivity, type LaneFault } from './read/lane-activity.ts';
export {
  countUnfinished,
  countUnfinishedInLanes,
  nextDueOperations,
  oldestDue,
  waitingInLane,
} from './read/unfinished.ts';
export { countOperations, removeCounts, type OperationCounts } from './read/count-operations.ts';
export { feedSeconds } from './follow/feed.ts';
export { followingBearably, followOperations } from './follow/follow-operations.ts';
export { findByEntry } from './read/find-by-entry.ts';
export { countOfGroups, type GroupCounts } from './read/count-of-groups.ts';
export { findOperation } from './read/find-operation.ts';
export { lastOperationStatuses } from './read/last-operation-statuses.ts';
export { listOperations, type OperationPage } from './read/list-operations.ts';
export { listAttempts, type AttemptView } from './read/list-attempts.ts';
export { listRecords } from './read/list-records.ts';
export type { OperationFilter } from './read/operation-filter.ts';
export { operationLog, type OperationLogEntry } from './read/operation-log.ts';
export { operationParts } from './read/operation-parts.ts';
export { matchingInstallations } from './read/matching-installations.ts';
export { toOperationViews } from './read/operation-view.ts';
export {
  forgetSent,
  removeIdempotencyKeys,
  removeOperations,
  removeUpsertLines,
} from './retention/retention.ts';
