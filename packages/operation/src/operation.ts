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

/** The call to the provider that an attempt is known by. */
export type AttemptCall = {
  /** Method and path. */
  endpoint: string;
  /** HTTP status; absent where no answer came. */
  status?: number;
  /** What the provider calls the request by. */
  correlationId?: string;
  /** Of a call that operations share: what it is told apart by, and how many of them it had. */
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
/** The kind of a failure, or that it was cancelled. */
export type OperationFault = FailureKind | 'cancelled';
export const batchStages = ['accumulating', 'executing'] as const;
type BatchStage = (typeof batchStages)[number];
export const recordStatuses = ['pending', 'written', 'failed'] as const;
export type RecordStatus = (typeof recordStatuses)[number];

/** What an operation remembers of whom it writes for, and the types of the columns. */
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

/** Whom an operation writes for, fixed when it is accepted. */
export type OperationTarget = Pick<Prisma.OperationModel, keyof typeof targetTypes>;

/** What is fixed of every operation when it is accepted or recorded. */
type Write = OperationTarget & Pick<OperationRow, 'id' | 'type' | 'form' | 'allOrNone' | 'requestId'>;

/** An asynchronous write that is accepted. */
export type NewOperation = Write & {
  forwardHeaders: readonly ForwardHeader[];
  laneId: string;
  deadlineHours: number;
  records: readonly PlannedRecord[];
  /** How many records a provider call may have that it shares with others; absent: it goes alone. */
  together?: number | undefined;
  /** Lines that its log begins with. */
  notes: readonly NoteLine[];
  /** Of a caller that may send the same request again. */
  keyed?: KeyedRequest | undefined;
  /** The operation whose failed records it tries again. */
  retryOf?: string;
};

/** A synchronous write before its provider is called. */
export type BegunWrite = Write & {
  records: readonly PlannedRecord[];
  /** Lines that its log begins with. */
  notes: readonly NoteLine[];
  idempotencyKey?: string | undefined;
};

/** A record of a synchronous write, with what became of it. */
export type EndedRecord = {
  planned: PlannedRecord;
  recordId?: string;
  faults: readonly ProviderFault[];
};

/** A synchronous write that has ended before it is recorded. */
export type EndedOperation = Omit<BegunWrite, 'records'> & {
  status: 'success' | 'failure';
  result: string;
  /** How long it took: it was created so long before it is recorded (Contract §4.7). */
  tookMs: number;
  records: readonly EndedRecord[];
  /** Why records of it were not written. */
  fault?: FailureKind | undefined;
  /** The call to the provider that it is known by. */
  call?: AttemptCall | undefined;
  /** Faults of no record. */
  ofNoRecord?: readonly ProviderFault[];
};

/** An operation that a worker has taken, with the records that are still to be written. */
export type ClaimedOperation = Write & {
  laneId: string;
  /** Those of a lane that one claim gave the same number go to the provider in one call. */
  call: number;
  /** How many records a call may have that it shares with others; null: it goes alone. */
  together: number | null;
  /** The same for those that may share a call. */
  shareKey: string | null;
  /** Number of this attempt, from 1. */
  attempt: number;
  /** An earlier attempt ended without a settlement: its outcome is unknown. */
  outcomeUnknown: boolean;
  /** Not all that earlier attempts sent is known to have been refused. */
  mayBeWritten: boolean;
  /** When the attempt before this one began. */
  attemptedBefore: Date | null;
  /** Time since the first attempt began, in database time. */
  msSinceFirstAttempt: number;
  deadlineHours: number;
  /** How long the JSON of its records is. */
  bytes: number;
  /** Time left to the deadline when it was claimed, in database time. */
  msToDeadline: number;
  /** The earlier operation on the same record that it still waits for: it is overdue. */
  waitingOn: string | null;
  lastFault: string | null;
  /** Its kind. */
  fault: FailureKind | null;
  succeededBefore: number;
  failedBefore: number;
  /** Of a create, the ids of the records that earlier attempts wrote, those of the operations that it tries again included. */
  writtenBefore: readonly string[];
  pending: readonly PendingRecord[];
};

export type PendingRecord = {
  index: number;
  planned: PlannedRecord;
  /** A create that an earlier attempt may have made: it has to be looked for before it is sent again. */
  inDoubt: boolean;
  /** Of the caller that brought the record: an auto batch has records of several. */
  forwardHeaders: readonly ForwardHeader[];
  /** What the attempts before said of it: only where the deadline may pass before the lease ends. */
  errors?: readonly StoredFault[];
};

/** What an operation itself tells of why it waits; its lane may have a reason, too. */
export type Waiting = { reason: 'order' | 'batch' | 'connection' | 'retry'; until?: Date };

/** What is kept of the last attempt's fault beside its words. */
export type LastError = {
  code?: string;
  providerStatus?: number;
  /** Kind of the last failure of records that are not tried again. */
  failedBy?: FailureKind;
};

/** What an operation itself tells of its attempt; of a synchronous one also what failed. `sent`: all of its records, if absent. */
export type StoredCall = Partial<AttemptCall> & { sent?: number; message?: string };

/** What the columns of text and JSON hold. */
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

/** A row of the table. */
export type OperationRow = Omit<Prisma.OperationModel, keyof OperationColumns> & OperationColumns;

/** What is kept of a fault, and told to callers: the contract's members of a record's errors (Contract §4.2). */
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

/** A row of one of its attempts. */
export type AttemptRow = Omit<Prisma.OperationAttemptModel, keyof AttemptColumns> & AttemptColumns;

/** A row of one of its records. */
export type RecordRow = Omit<Prisma.OperationRecordModel, keyof RecordColumns> & RecordColumns;

/** An operation as it is read: its row, and what follows from it at this moment. */
export type OperationView = OperationRow & {
  /** An attempt is under way. */
  underWay: boolean;
  /** When the next attempt is due; absent while one runs and after the end. */
  nextAttempt?: Date;
  /** Of a batch that collects, the latest that it may be. */
  deadline?: Date;
  /** Why it has not been sent yet. */
  waiting?: Waiting;
  /** Once it has ended. */
  successfulRecordIds: readonly string[];
  /** What was done otherwise than the caller asked, in words. */
  warnings: readonly string[];
  /** The operation that its failed records were put into. */
  retriedAs?: string;
};
