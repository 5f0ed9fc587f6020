/** The facts of a kind of refusal; only this table knows status numbers. */
export type ProblemKindFacts = {
  status: number;
  title: string;
  /** Whether the same request can succeed later, unless the refusal says otherwise. */
  retryable: boolean;
  /** Why it happens, for the error catalogue. */
  cause: string;
  remedy: string;
};

/** Not retryable by default. */
export type ProblemKindRow = Omit<ProblemKindFacts, 'retryable'> & { retryable?: true };
