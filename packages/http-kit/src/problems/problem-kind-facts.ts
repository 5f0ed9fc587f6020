/** What is fixed about a kind of refusal: nothing else in the code knows a status number. */
export type ProblemKindFacts = {
  status: number;
  title: string;
  /** Whether the same request can succeed later, unless the occurrence says otherwise. */
  retryable: boolean;
  /** Why it happens, for the error catalogue. */
  cause: string;
  remedy: string;
};
