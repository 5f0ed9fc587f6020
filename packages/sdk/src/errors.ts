import type { InputValidationProblem, Problem } from './openapi/write.ts';

/** Where it is, what was sent, what to do. */
export type Issue = InputValidationProblem['issues'][number];

/** Why a record was not written. */
export type RecordError = {
  message: string;
  code?: string;
  field?: string;
  /** Ids of conflicting records in the CRM. */
  matches?: readonly string[];
  /** Salesforce's duplicate rule lets it pass with the header that allows it. */
  allowSave?: boolean;
};

/** A refused batch has `results`; a refused write has `warnings` of the settings. */
export type ProblemDetails = Problem & {
  issues?: readonly Issue[];
  operationId?: string;
  results?: readonly { success: boolean; errors?: readonly RecordError[] }[];
  errors?: readonly (RecordError & { index?: number })[];
  warnings?: readonly string[];
};

/** All errors of requests. */
export class WritError extends Error {
  override name = 'WritError';
}

/**
 * The service answered with a problem. Nothing was written; otherwise the error is a {@link
 * WritOutcomeUnknown}.
 */
export class WritProblem extends WritError {
  override name = 'WritProblem';
  readonly problem: ProblemDetails;
  /** Undefined if the service names no wait. */
  readonly retryAfterMs: number | undefined;

  constructor(problem: ProblemDetails, retryAfterMs?: number) {
    super(`${problem.title}: ${problem.detail}`);
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }

  /** Such as `rate-limited` or `not-found` (error catalogue). */
  get kind(): string {
    return this.problem.type.slice(this.problem.type.lastIndexOf('/') + 1);
  }
  get status(): number {
    return this.problem.status;
  }
  get detail(): string {
    return this.problem.detail;
  }
  get remedy(): string | undefined {
    return this.problem.remedy;
  }
  get issues(): readonly Issue[] {
    return this.problem.issues ?? [];
  }
  /** The request's id in the service's logs. */
  get requestId(): string {
    return this.problem.requestId;
  }
  get retryable(): boolean {
    return this.problem.retryable;
  }
}

type NetworkErrorOptions = ErrorOptions & { isUnsent?: boolean; isSilent?: boolean };

/** The service was unreachable, the connection broke, or a time limit ended the call. */
export class WritNetworkError extends WritError {
  override name = 'WritNetworkError';
  /** The last attempt sent nothing. */
  readonly isUnsent: boolean;
  /** The last attempt reached its limit of time. */
  readonly isSilent: boolean;

  constructor(message: string, { isUnsent = false, isSilent = false, ...options }: NetworkErrorOptions = {}) {
    super(message, options);
    this.isUnsent = isUnsent;
    this.isSilent = isSilent;
  }
}

/**
 * The write may have been done. It can safely be sent again with its `idempotencyKey` while the service keeps
 * that: the service returns the first answer, or says that the outcome is unknown.
 */
export class WritOutcomeUnknown extends WritError {
  override name = 'WritOutcomeUnknown';
  readonly idempotencyKey: string;
  /** Undefined without an answer. */
  readonly problem: ProblemDetails | undefined;

  constructor(idempotencyKey: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`It is unknown whether it was written. ${why}`, { cause });
    this.idempotencyKey = idempotencyKey;
    this.problem = cause instanceof WritProblem ? cause.problem : undefined;
  }
}

/** The operation continues. `cause` is the error of the last look. */
export class WritWaitTimeout extends WritError {
  override name = 'WritWaitTimeout';
  readonly operationId: string;

  constructor(operationId: string, timeoutMs: number, options?: ErrorOptions) {
    super(`Operation ${operationId} has not ended within ${timeoutMs} ms. It continues.`, options);
    this.operationId = operationId;
  }
}

/** A webhook was not signed by this service, or is too old. Answer it with 400. */
export class WritSignatureError extends WritError {
  override name = 'WritSignatureError';
}
