import type { Issue, Problem } from './types.ts';

/** The server refused: it has every member of the problem. */
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
  /** One for every fault of the input; empty where the problem has none. */
  readonly issues: readonly Issue[] = [];

  constructor(problem: Partial<Problem> & { status: number }) {
    super(problem.detail ?? problem.title ?? `HTTP ${problem.status}`);
    Object.assign(this, problem);
  }
}

/** A place of the config that was changed here and, meanwhile, by somebody else. A value that is missing is undefined. */
export type Conflict = { path: string; mine: unknown; theirs: unknown };

/** Nothing was saved: the draft is as it was, until each conflict is resolved by `config.resolve`. */
export class WritConflict extends Error {
  override readonly name = 'WritConflict';
  /** Of the first conflict: the place in the config's content, with dots as in an update mask. */
  declare readonly path: string;
  declare readonly mine: unknown;
  declare readonly theirs: unknown;
  declare readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly [Conflict, ...Conflict[]]) {
    super(`Somebody else changed \`${conflicts[0].path}\`.`);
    Object.assign(this, conflicts[0], { conflicts });
  }
}

/** There is no credential to send: `getToken` failed or gave no JSON Web Token, or the key is not for browsers. */
export class WritTokenError extends Error {
  override readonly name = 'WritTokenError';
}

/** The server was not reached, or did not answer in time. What was sent may have been done: save again, and it shows. */
export class WritNetworkError extends Error {
  override readonly name = 'WritNetworkError';
}

/** Nobody was connected: the browser opened no window, the person closed it, or the provider's answer was no. */
export class WritConnectError extends Error {
  override readonly name = 'WritConnectError';
  declare readonly reason: 'blocked' | 'closed' | 'refused';

  constructor(reason: WritConnectError['reason'], message?: string) {
    super(message);
    this.reason = reason;
  }
}

export type WritError = WritProblem | WritConflict | WritTokenError | WritNetworkError | WritConnectError;
