import type { InputValidationProblem, Problem } from './openapi/write.ts';

/** A fault of a request: where it lies, what was sent, what to do. */
export type Issue = InputValidationProblem['issues'][number];

/** Why a record was not written. */
export type RecordError = {
  message: string;
  code?: string;
  field?: string;
  /** Ids of the records in the CRM that this one conflicts with. */
  matches?: readonly string[];
  /** Whether the record passes a duplicate rule of Salesforce with the header that allows it. */
  allowSave?: boolean;
};

/**
 * All that an answer that is a problem may carry; a refused batch also tells what became of each record, and a
 * refused write what the settings did to its fields.
 */
export type ProblemDetails = Problem & {
  issues?: readonly Issue[];
  operationId?: string;
  results?: readonly {
    success: boolean;
    errors?: readonly RecordError[];
  }[];
  errors?: readonly (RecordError & { index?: number })[];
  warnings?: readonly string[];
};

/** Whatever this library throws on account of a request. */
export class WritError extends Error {
  override name = 'WritError';
}

/** The service answered with a problem. Nothing was written, unless it is a {@link WritOutcomeUnknown}. */
export class WritProblem extends WritError {
  override name = 'WritProblem';
  /** The whole answer. */
  readonly problem: ProblemDetails;
  /** How long the service asks to wait; undefined where it does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(problem: ProblemDetails, retryAfterMs?: number) {
    super(`${problem.title}: ${problem.detail}`);
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }

  /** The kind of refusal, as in the error catalogue: `rate-limited`, `not-found`. */
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
  /** Faults of the request; none where it had none. */
  get issues(): readonly Issue[] {
    return this.problem.issues ?? [];
  }
  /** Names the request in the service's logs. */
  get requestId(): string {
    return this.problem.requestId;
  }
  get retryable(): boolean {
    return this.problem.retryable;
  }
}

/** No readable answer came: the service could not be reached, was cut off, or took longer than the limits allow. */
export class WritNetworkError extends WritError {
  override name = 'WritNetworkError';
  /** Whether the last try left nothing with the service: nobody listens at its address, or its name is not known. */
  readonly isUnsent: boolean;
  /** Whether the last try ended by its limit of time: connections may be taken there, and nobody answers. */
  readonly isSilent: boolean;

  constructor(
    message: string,
    {
      isUnsent = false,
      isSilent = false,
      ...options
    }: ErrorOptions & { isUnsent?: boolean; isSilent?: boolean } = {},
  ) {
    super(message, options);
    this.isUnsent = isUnsent;
    this.isSilent = isSilent;
  }
}

/**
 * Nobody knows whether the write was done. To send it again with the same `idempotencyKey` is safe while the service
 * keeps the key: it gives the first answer, or says that it does not know either.
 */
export class WritOutcomeUnknown extends WritError {
  override name = 'WritOutcomeUnknown';
  readonly idempotencyKey: string;
  /** What the service said; undefined where no answer came. */
  readonly problem: ProblemDetails | undefined;

  /** @param cause how the last try ended, be it by what a `token` function threw */
  constructor(idempotencyKey: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`Nobody knows whether it was written. ${why}`, { cause });
    this.idempotencyKey = idempotencyKey;
    this.problem = cause instanceof WritProblem ? cause.problem : undefined;
  }
}

/** The operation had not ended within the time of a `wait`. It goes on. `cause` is why the last look got no answer. */
export class WritWaitTimeout extends WritError {
  override name = 'WritWaitTimeout';
  readonly operationId: string;

  constructor(operationId: string, timeoutMs: number, options?: ErrorOptions) {
    super(`Operation ${operationId} has not ended within ${timeoutMs} ms. It goes on.`, options);
    this.operationId = operationId;
  }
}

/** What came as a webhook is none of this service's, or too old: answer it with 400. */
export class WritSignatureError extends WritError {
  override name = 'WritSignatureError';
}
