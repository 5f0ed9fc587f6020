import type { InputValidationProblem, Problem } from './openapi/write.ts';

/** An error of a request: where it is, what was sent, what to do. */
export type Issue = InputValidationProblem['issues'][number];

/** Why a record was not written. */
export type RecordError = {
  message: string;
  code?: string;
  field?: string;
  /** Ids of the CRM's records that this one conflicts with. */
  matches?: readonly string[];
  /** Whether Salesforce's duplicate rule lets the record pass with the header that allows it. */
  allowSave?: boolean;
};

/** The members of a problem answer. A refused batch has `results`; a refused write has `warnings` of the settings. */
export type ProblemDetails = Problem & {
  issues?: readonly Issue[];
  operationId?: string;
  results?: readonly { success: boolean; errors?: readonly RecordError[] }[];
  errors?: readonly (RecordError & { index?: number })[];
  warnings?: readonly string[];
};

/** The class of all errors that this library throws because of a request. */
export class WritError extends Error {
  override name = 'WritError';
}

/** The service answered with a problem. Nothing was written; otherwise the error is a {@link WritOutcomeUnknown}. */
export class WritProblem extends WritError {
  override name = 'WritProblem';
  readonly problem: ProblemDetails;
  /** The wait that the service asks for; undefined if it names none. */
  readonly retryAfterMs: number | undefined;

  constructor(problem: ProblemDetails, retryAfterMs?: number) {
    super(`${problem.title}: ${problem.detail}`);
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }

  /** The kind of the error catalogue: `rate-limited`, `not-found`. */
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
  /** The id of the request in the service's logs. */
  get requestId(): string {
    return this.problem.requestId;
  }
  get retryable(): boolean {
    return this.problem.retryable;
  }
}

type NetworkErrorOptions = ErrorOptions & { isUnsent?: boolean; isSilent?: boolean };

/** No readable answer came: the service was unreachable, the connection broke, or a limit of time ended the call. */
export class WritNetworkError extends WritError {
  override name = 'WritNetworkError';
  /** The last attempt sent nothing: the connection was refused, or the name is unknown. */
  readonly isUnsent: boolean;
  /** The last attempt got no answer within its limit of time. */
  readonly isSilent: boolean;

  constructor(message: string, { isUnsent = false, isSilent = false, ...options }: NetworkErrorOptions = {}) {
    super(message, options);
    this.isUnsent = isUnsent;
    this.isSilent = isSilent;
  }
}

/**
 * It is unknown whether the write was done. While the service keeps the `idempotencyKey`, the write can safely be sent again
 * with it: the service returns the first answer, or says that the outcome is unknown.
 */
export class WritOutcomeUnknown extends WritError {
  override name = 'WritOutcomeUnknown';
  readonly idempotencyKey: string;
  /** The service's answer; undefined if none came. */
  readonly problem: ProblemDetails | undefined;

  /** @param cause the error of the last attempt, or of the `token` function */
  constructor(idempotencyKey: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`It is unknown whether it was written. ${why}`, { cause });
    this.idempotencyKey = idempotencyKey;
    this.problem = cause instanceof WritProblem ? cause.problem : undefined;
  }
}

/** A `wait` ended before its operation, which continues. `cause` is the error of the last look. */
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
