import type { Issue, Problem } from './types.ts';

/** The server refused. Has every member of the problem. */
export class WritProblem extends Error {
  override readonly name = 'WritProblem';
  declare readonly type: string;
  declare readonly title: string;
  declare readonly status: number;
  declare readonly detail: string;
  declare readonly instance: string;
  declare readonly time: string;
  declare readonly requestId: string;
  declare readonly retryable: boolean;
  declare readonly href?: string;
  declare readonly subsystem?: string;
  declare readonly causes?: string[];
  declare readonly remedy?: string;
  declare readonly supportEmail?: string;
  declare readonly supportPhone?: string;
  declare readonly supportUrl?: string;
  declare readonly retryAfter?: string;
  declare readonly context?: Record<string, unknown>;
  readonly issues: readonly Issue[] = [];

  constructor(problem: Partial<Problem> & { status: number }) {
    super(problem.detail ?? problem.title ?? `HTTP ${problem.status}`);
    Object.assign(this, problem);
  }
}

/** Changed here and elsewhere. A missing value is undefined. */
export type Conflict = { path: string; mine: unknown; theirs: unknown };

/** Nothing was saved. Resolve each conflict by `config.resolve`. */
export class WritConflict extends Error {
  override readonly name = 'WritConflict';
  /** The first conflict's place, with dots as in an update mask. */
  declare readonly path: string;
  declare readonly mine: unknown;
  declare readonly theirs: unknown;
  declare readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly [Conflict, ...Conflict[]]) {
    super(`Somebody else changed \`${conflicts[0].path}\`.`);
    Object.assign(this, conflicts[0], { conflicts });
  }
}

/** `getToken` failed or returned no JSON Web Token, or the key is not for browsers. */
export class WritTokenError extends Error {
  override readonly name = 'WritTokenError';
}

/** The server did not answer in time. The change may have been made; saving again is safe. */
export class WritNetworkError extends Error {
  override readonly name = 'WritNetworkError';
}

/**
 * No account was connected: the browser blocked the window, the person closed it, or the provider refused.
 */
export class WritConnectError extends Error {
  override readonly name = 'WritConnectError';
  declare readonly reason: 'blocked' | 'closed' | 'refused';

  constructor(reason: WritConnectError['reason'], message?: string) {
    super(message);
    this.reason = reason;
  }
}

export type WritError = WritProblem | WritConflict | WritTokenError | WritNetworkError | WritConnectError;
