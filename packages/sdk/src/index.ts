export { createWrit, Writ } from './writ.ts';
export type { CallOptions, WritSettings } from './transport/settings.ts';
export type { Runtime } from './transport/runtime.ts';
export {
  WritError,
  WritNetworkError,
  WritOutcomeUnknown,
  WritProblem,
  WritSignatureError,
  WritWaitTimeout,
  type Issue,
  type ProblemDetails,
} from './errors.ts';
export type { Customer } from './write/customer.ts';
export type {
  Deleted,
  LaterOptions,
  OnMissing,
  Upserted,
  WriteOptions,
  WriteRecord,
  Written,
} from './write/write-options.ts';
export { batchLimits, bytesInRequest, createBatching } from './write/batching.ts';
export { WritStopped } from './write/write-many.ts';
export type {
  Associating,
  FailedOfMany,
  LaterBatch,
  LaterMany,
  ManyLaterOptions,
  ManyOptions,
  RecordResult,
  UpdateResult,
} from './write/many-results.ts';
export type { LaterOperation, WaitOptions } from './write/wait.ts';
export type { Pages } from './methods/pages.ts';
export type { Methods } from './methods/methods.ts';
export type { AnswerOf, OperationId, QueryOf } from './methods/calls.ts';
export { verifyWebhook, type Notification, type NotificationType, type WebhookHeaders } from './webhooks.ts';
export type * from './openapi/management.ts';
export { operationFaults, waitingReasons } from './openapi/words.ts';
