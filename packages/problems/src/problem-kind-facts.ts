/** Only this table knows status numbers. */
export type ProblemKindFacts = {
  status: number;
  title: string;
  /** Whether the same request can succeed later, unless the refusal says otherwise. */
  retryable: boolean;
  /** For the error catalogue. */
  cause: string;
  remedy: string;
};

/** Not retryable by default. */
export type ProblemKindRow = Omit<ProblemKindFacts, 'retryable'> & { retryable?: true };
