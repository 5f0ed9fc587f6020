import type { JsonObject } from './json.ts';

/** Kinds of failure, a closed list (Contract §4.6). A provider's adapter decides the kind in one place. */
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

/** Whether something may have been written: nothing left us, the provider refused it, or nobody knows. */
export type SentState = 'notSent' | 'rejected' | 'unknown';

/** Which of a provider's limits was hit: each asks for another wait, and for another answer of whoever paces the calls. */
export type QuotaLimit = 'burst' | 'concurrent' | 'daily';

/** What went wrong at the provider, for one record or for a whole call. */
export type ProviderFault = {
  kind: FailureKind;
  sent: SentState;
  /** Whether the same write can succeed later. */
  retryable: boolean;
  /** What the provider said, in words a person can read; never a token, never HTML. */
  message: string;
  code?: string;
  field?: string;
  /** Ids of the records at the provider that this one conflicts with, at most 20. */
  matches?: readonly string[];
  /** Whether the provider would take the record all the same if it were asked to (Salesforce's duplicate rules). */
  allowSave?: boolean;
  /** HTTP status of the provider's answer, when there was one. */
  status?: number;
  /** The least wait that the provider asked for. */
  retryAfterMs?: number;
  /** The least wait that this service keeps of its own accord: unlike the provider's, it is cut at a write's deadline. */
  ourWaitMs?: number;
  /** What has to work again before another attempt is of any use: no wait helps. */
  waitsFor?: 'connection';
  /** The provider says that it does not take these credentials, whatever they are used for. */
  refusesCredentials?: boolean;
  /** The account is no longer called at this address: where it is now the provider tells with new tokens. */
  movedAway?: boolean;
  /** It is not the provider that is at fault, but this service. */
  ours?: boolean;
  /** Which limit was hit, when the kind is `rate-limited`. */
  limit?: QuotaLimit;
  /** It is about the call, whatever records that holds. */
  ofCall?: boolean;
  /**
   * Fewer records in one call may pass: it is about what all of them together make the provider do, or about one of them of
   * which nobody knows which it is.
   */
  tooMuchAtOnce?: boolean;
  /**
   * Said of the record beside those of other writes, and perhaps about one of these: what it is about shows only a call with
   * this record alone. Nothing was written.
   */
  unclear?: boolean;
  /** A condition that the caller set on the record does not hold (any more). */
  unmetCondition?: boolean;
  /**
   * A record undone or held back only because a neighbour failed (all or none, or an earlier update of the same record): no
   * culprit itself.
   */
  rolledBack?: boolean;
};

/** At least one fault: what failed always says why. */
export type Faults = readonly [ProviderFault, ...ProviderFault[]];

export type Failed = { kind: 'failed'; faults: Faults };

/** A record that is as it was to be. */
export type Written = {
  kind: 'written';
  /** Absent if a create was written, but the answer does not show which id it got: a warning says so. */
  recordId?: string;
  data?: JsonObject;
  warnings?: readonly string[];
  /** Nothing was left to write of it: it was done without a call. */
  asItWas?: boolean;
};

/** What became of one record: expected results are values, so that the caller has to look. */
export type RecordOutcome = Written | Failed;

/** What became of a batch: an outcome for every record, in request order, and the faults that belong to no record. */
export type BatchOutcome = { records: readonly RecordOutcome[]; errors: readonly ProviderFault[] };

/**
 * The faults that tell why a write failed: without those of records that were only undone or held back because a
 * neighbour failed, as long as anything else is known (Contract §4.4).
 */
export function culpritsOf(faults: readonly ProviderFault[]): readonly ProviderFault[] {
  const culprits = faults.filter(({ rolledBack }) => rolledBack !== true);
  return culprits.length > 0 ? culprits : faults;
}
