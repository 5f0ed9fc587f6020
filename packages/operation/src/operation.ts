import type { Prisma } from '@writ/db';
import type {
  AssociationPlan,
  FailureKind,
  ForwardHeader,
  JsonObject,
  NoteLine,
  PlannedRecord,
  ProviderFault,
  WriteType,
} from '@writ/write-core';
import type { KeyedRequest } from './accept/idempotency-keys.ts';

/** An attempt's call to the provider. */
export type AttemptCall = {
  /** Method and path. */
  endpoint: string;
  /** HTTP status; absent without an answer. */
  status?: number;
  /** The provider's name of the request. */
  correlationId?: string;
  /** Id of a shared call, and the number of its operations. */
  providerCall?: string;
  operations?: number;
};

/**
 * Glossary
 * - operation: the status record of one write request; unit of claims and settlements.
 * - record: one record of an operation, with its own outcome.
 * - lane: the backlog of one provider account; an asynchronous operation waits in one.
 * - due: when an operation may be taken: its next attempt, or the end of a running attempt's lease.
 * - attempt: one try to send an operation; its number fences settlements.
 * - position: the order in which operations were accepted.
 */
export const operationStatuses = ['in_progress', 'success', 'failure'] as const;
export type OperationStatus = (typeof operationStatuses)[number];
export type OperationFault = FailureKind | 'cancelled';
export const batchStages = ['accumulating', 'executing'] as const;
type BatchStage = (typeof batchStages)[number];
export const recordStatuses = ['pending', 'written', 'failed'] as const;
export type RecordStatus = (typeof recordStatuses)[number];

export const targetTypes = {
  projectId: 'uuid',
  integrationId: 'uuid',
  installationId: 'uuid',
  configId: 'uuid',
  connectionId: 'uuid',
  groupRef: 'text',
  provider: 'text',
  account: 'text',
  objectName: 'text',
} as const;

/** Whom an operation writes for; fixed at its acceptance. */
export type OperationTarget = Pick<Prisma.OperationModel, keyof typeof targetTypes>;

type Write = OperationTarget & Pick<OperationRow, 'id' | 'type' | 'form' | 'allOrNone' | 'requestId'>;

export type NewOperation = Write & {
  forwardHeaders: readonly ForwardHeader[];
  laneId: string;
  deadlineHours: number;
  records: readonly PlannedRecord[];
  /** The most records in a shared provider call; absent: never shares. */
  together?: number | undefined;
  /** First lines of its log. */
  notes: readonly NoteLine[];
  keyed?: KeyedRequest | undefined;
  /** The operation whose failed records it retries. */
  retryOf?: string;
};

/** A synchronous write before its provider is called. */
export type BegunWrite = Write & {
  records: readonly PlannedRecord[];
  /** First lines of its log. */
  notes: readonly NoteLine[];
  idempotencyKey?: string | undefined;
};

export type EndedRecord = {
  planned: PlannedRecord;
  recordId?: string;
  faults: readonly ProviderFault[];
};

export type EndedOperation = Omit<BegunWrite, 'records'> & {
  status: 'success' | 'failure';
  result: string;
  /** Its creation is so long before its recording (Contract §4.7). */
  tookMs: number;
  records: readonly EndedRecord[];
  /** Why some records were not written. */
  fault?: FailureKind | undefined;
  call?: AttemptCall | undefined;
  /** Faults of no record. */
  ofNoRecord?: readonly ProviderFault[];
};

/** An operation that a worker holds, with its unwritten records. */
export type ClaimedOperation = Write & {
  laneId: string;
  /** Operations of a lane with the same number share one provider call. */
  call: number;
  /** The most records in a shared call; null: never shares. */
  together: number | null;
  /** Equal for operations that may share a call. */
  shareKey: string | null;
  /** From 1. */
  attempt: number;
  /** An earlier attempt has no settlement. */
  outcomeUnknown: boolean;
  /** Some attempt may have sent something that was not refused. */
  mayBeWritten: boolean;
  /** When the previous attempt began. */
  attemptedBefore: Date | null;
  /** Database time since the first attempt began. */
  msSinceFirstAttempt: number;
  deadlineHours: number;
  /** Of its records as JSON. */
  bytes: number;
  /** Database time left at the claim. */
  msToDeadline: number;
  /** The earlier operation on the same record that this overdue one still waits for. */
  waitingOn: string | null;
  lastFault: string | null;
  /** Its kind. */
  fault: FailureKind | null;
  succeededBefore: number;
  failedBefore: number;
  /** Ids written by earlier attempts of a create, and by the operations that it retries. */
  writtenBefore: readonly string[];
  pending: readonly PendingRecord[];
};

export type PendingRecord = {
  index: number;
  planned: PlannedRecord;
  /** An earlier attempt may have created it: look for it before sending it again. */
  inDoubt: boolean;
  /** Of the record's own request: an auto batch has several. */
  forwardHeaders: readonly ForwardHeader[];
  /** Errors of earlier attempts; only if the deadline may pass before the lease ends. */
  errors?: readonly StoredFault[];
};

/** Why the operation itself waits; its lane may have a reason, too. */
export type Waiting = { reason: 'order' | 'batch' | 'connection' | 'retry'; until?: Date };

export type LastError = {
  code?: string;
  providerStatus?: number;
  /** Kind of the last failure among records that are not retried. */
  failedBy?: FailureKind;
};

/** The call; for synchronous writes also the failure. `sent` is absent if all records were. */
export type StoredCall = Partial<AttemptCall> & { sent?: number; message?: string };

/** Types of text and JSON columns. */
type OperationColumns = {
  type: WriteType;
  mode: 'synchronous' | 'asynchronous';
  form: 'single' | 'batch';
  forwardHeaders: readonly ForwardHeader[] | null;
  status: OperationStatus;
  stage: BatchStage | null;
  waitingFor: 'connection' | null;
  lastError: LastError | null;
  fault: OperationFault | null;
  call: StoredCall | null;
};

export type OperationRow = Omit<Prisma.OperationModel, keyof OperationColumns> & OperationColumns;

/** The part of a fault that is stored and shown to callers (Contract §4.2). */
export type StoredFault = {
  message: string;
  code?: string;
  field?: string;
  matches?: string[];
  allowSave?: boolean;
};

type RecordColumns = {
  status: RecordStatus;
  planned: JsonObject | null;
  associations: AssociationPlan[] | null;
  ifEmpty: string[] | null;
  ifEmptyNames: string[] | null;
  errors: readonly StoredFault[] | null;
  forwardHeaders: readonly ForwardHeader[] | null;
};

type AttemptColumns = {
  outcome: 'unknown' | 'success' | 'retry' | 'failure';
  call: AttemptCall | null;
  fault: FailureKind | null;
  waitingFor: 'connection' | 'retry' | null;
};

export type AttemptRow = Omit<Prisma.OperationAttemptModel, keyof AttemptColumns> & AttemptColumns;

export type RecordRow = Omit<Prisma.OperationRecordModel, keyof RecordColumns> & RecordColumns;

/** A row, and its state at this time. */
export type OperationView = OperationRow & {
  /** An attempt runs. */
  underWay: boolean;
  /** Absent while an attempt runs and after the end. */
  nextAttempt?: Date;
  /** Of a collecting batch: the latest possible. */
  deadline?: Date;
  /** Why it has not been sent. */
  waiting?: Waiting;
  /** Empty before its end. */
  successfulRecordIds: readonly string[];
  /** How the write differs from the request, in words. */
  warnings: readonly string[];
  retriedAs?: string;
};
