import type { JsonObject } from './json.ts';

/** A closed list (Contract §4.6). A provider's adapter decides the kind in one place. */
export type FailureKind =
  | 'rate-limited'
  | 'unavailable'
  | 'locked'
  | 'timeout'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'invalid'
  | 'conflict'
  | 'unknown';

/** `notSent`: nothing left this process; `rejected`: the provider refused it; `unknown`: it may have been written. */
export type SentState = 'notSent' | 'rejected' | 'unknown';

/** Each limit needs another wait, and another reaction of the governor. */
export type QuotaLimit = 'burst' | 'concurrent' | 'daily';

/** An error at the provider, of one record or of a whole call. */
export type ProviderFault = {
  kind: FailureKind;
  sent: SentState;
  /** Whether the same write can succeed later. */
  retryable: boolean;
  /** The provider's words, readable; never a token or HTML. */
  message: string;
  code?: string;
  field?: string;
  /** Ids of at most 20 conflicting records at the provider. */
  matches?: readonly string[];
  /** The provider would take the record on request (Salesforce's duplicate rules). */
  allowSave?: boolean;
  /** HTTP status, if there was an answer. */
  status?: number;
  /** The least wait that the provider asked for. */
  retryAfterMs?: number;
  /** The least wait of our own: unlike the provider's, it is cut at a write's deadline. */
  ourWaitMs?: number;
  /** No attempt helps before this works again. */
  waitsFor?: 'connection';
  /** The provider refuses these credentials for any use. */
  refusesCredentials?: boolean;
  /** The account has left this address; new tokens name the next. */
  movedAway?: boolean;
  /** The error is this service's, not the provider's. */
  ours?: boolean;
  /** If the kind is `rate-limited`. */
  limit?: QuotaLimit;
  /** It is about the call, whatever its records. */
  ofCall?: boolean;
  /** Fewer records per call may pass: the error is about all of them together, or about an unnamed one. */
  tooMuchAtOnce?: boolean;
  /** The error may be about another write's record: only a call with this record alone shows. Nothing was written. */
  unclear?: boolean;
  /** A condition that the caller set on the record does not hold. */
  unmetCondition?: boolean;
  /** Undone or held back only because a neighbour failed (all or none, or an earlier update of the same record). */
  rolledBack?: boolean;
};

export type Faults = readonly [ProviderFault, ...ProviderFault[]];

export type Failed = { kind: 'failed'; faults: Faults };

export type Written = {
  kind: 'written';
  /** Absent if the answer does not show the created id; a warning says so. */
  recordId?: string;
  data?: JsonObject;
  warnings?: readonly string[];
  /** Nothing was left to write, so no call was made. */
  asItWas?: boolean;
};

/** A value rather than an exception, so that callers must check it. */
export type RecordOutcome = Written | Failed;

/** An outcome for each record in request order, and faults of no record. */
export type BatchOutcome = { records: readonly RecordOutcome[]; errors: readonly ProviderFault[] };

/** The faults that explain a failure: without rolled-back records, unless nothing else is known (Contract §4.4). */
export function culpritsOf(faults: readonly ProviderFault[]): readonly ProviderFault[] {
  const culprits = faults.filter(({ rolledBack }) => rolledBack !== true);
  return culprits.length > 0 ? culprits : faults;
}
