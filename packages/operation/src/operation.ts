import type { Prisma } from '@writ/db';
import type {
  AssociationPlan,
  FailureKind,
  ForwardHeader,
  JsonObject,
  NoteLine,
  PlannedRecord,
  ProviderFault,
  UpsertPlan,
  WriteType,
} from '@writ/write-core';
import type { KeyedRequest } from './accept/idempotency-keys.ts';

export type AttemptCall = {
  /** Method and path. */
  endpoint: string;
  /** HTTP status; absent without an answer. */
  status?: number;
  /** The provider's id of the request. */
  correlationId?: string;
  /** Of a shared call, and its number of operations. */
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

export type OperationTarget = Pick<Prisma.OperationModel, keyof typeof targetTypes>;

/** Of its request (W3C Trace Context). */
export type Traced = { traceParent?: string | null | undefined };

type Write = OperationTarget &
  Pick<OperationRow, 'id' | 'type' | 'form' | 'allOrNone' | 'requestId'> &
  Traced;

export type NewOperation = Write & {
  forwardHeaders: readonly ForwardHeader[];
  laneId: string;
  deadlineHours: number;
  records: readonly PlannedRecord[];
  /** Records in a shared provider call; absent: never shares. */
  together?: number | undefined;
  notes: readonly NoteLine[];
  keyed?: KeyedRequest | undefined;
  retryOf?: string;
};

export type BegunWrite = Write & {
  records: readonly PlannedRecord[];
  notes: readonly NoteLine[];
  idempotencyKey?: string | undefined;
};

export type EndedRecord = {
  planned: PlannedRecord;
  recordId?: string;
  created?: boolean;
  faults: readonly ProviderFault[];
};

export type EndedOperation = Omit<BegunWrite, 'records'> & {
  status: 'success' | 'failure';
  result: string;
  /** Time from its creation until it is recorded (Contract §4.7). */
  tookMs: number;
  records: readonly EndedRecord[];
  fault?: FailureKind | undefined;
  call?: AttemptCall | undefined;
  /** Faults of no record. */
  ofNoRecord?: readonly ProviderFault[];
};

export type ClaimedOperation = Write & {
  laneId: string;
  /** Equal numbers of a lane share one provider call. */
  call: number;
  /** Records in a shared call; null: never shares. */
  together: number | null;
  shareKey: string | null;
  /** From 1. */
  attempt: number;
  /** An earlier attempt has no settlement. */
  outcomeUnknown: boolean;
  /** Something was sent that was not refused. */
  mayBeWritten: boolean;
  attemptedBefore: Date | null;
  /** In database time. */
  msSinceFirstAttempt: number;
  deadlineHours: number;
  /** Of its records as JSON. */
  bytes: number;
  /** In database time, at the claim. */
  msToDeadline: number;
  /** The earlier write of the record that this overdue one waits for. */
  waitingOn: string | null;
  lastFault: string | null;
  fault: FailureKind | null;
  succeededBefore: number;
  failedBefore: number;
  /** From earlier attempts of a create, and from operations that it retries. */
  writtenBefore: readonly string[];
  pending: readonly PendingRecord[];
};

export type PendingRecord = {
  index: number;
  planned: PlannedRecord;
  /** An earlier attempt may have created it: look for it first. */
  inDoubt: boolean;
  /** An auto batch's records have their own. */
  forwardHeaders: readonly ForwardHeader[];
  /** Of earlier attempts; only if the deadline may pass before the lease ends. */
  errors?: readonly StoredFault[];
};

/** Its lane may have another reason. */
export type Waiting = { reason: 'order' | 'batch' | 'connection' | 'retry'; until?: Date };

export type LastError = {
  code?: string;
  providerStatus?: number;
  /** Of records that are not retried. */
  failedBy?: FailureKind;
};

/** For synchronous writes also the failure. Absent `sent`: all. */
export type StoredCall = Partial<AttemptCall> & { sent?: number; message?: string };

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

/** Shown to callers (Contract §4.2). */
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
  upsert: UpsertPlan | null;
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

export type OperationView = OperationRow & {
  underWay: boolean;
  /** What people call its first record; absent once forgotten. */
  label?: string | undefined;
  /** Absent while an attempt runs, and at the end. */
  nextAttempt?: Date;
  /** Of a collecting batch, the latest possible. */
  deadline?: Date;
  waiting?: Waiting;
  /** Empty before its end. */
  successfulRecordIds: readonly string[];
  /** Differences from the request. */
  warnings: readonly string[];
  retriedAs?: string;
};
