import type { JsonObject } from './json.ts';

/** Closed list (Contract §4.6); adapters decide the kind in one place. */
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

/** `unknown`: it may have been written. */
export type SentState = 'notSent' | 'rejected' | 'unknown';

/** Each needs another wait, and another reaction of the governor. */
export type QuotaLimit = 'burst' | 'concurrent' | 'daily';

export type ProviderFault = {
  kind: FailureKind;
  sent: SentState;
  /** The same write can succeed later. */
  retryable: boolean;
  /** Readable; never a token or HTML. */
  message: string;
  code?: string;
  field?: string;
  /** At most 20 conflicting records. */
  matches?: readonly string[];
  /** The provider would take the record on request (Salesforce's duplicate rules). */
  allowSave?: boolean;
  status?: number;
  /** Asked by the provider. */
  retryAfterMs?: number;
  /** Unlike the provider's, it is cut at the deadline. */
  ourWaitMs?: number;
  /** Attempts are useless before it works. */
  waitsFor?: 'connection';
  /** The provider refuses these credentials for any use. */
  refusesCredentials?: boolean;
  /** The account has left this address; new tokens name the next. */
  movedAway?: boolean;
  ours?: boolean;
  /** If the kind is `rate-limited`. */
  limit?: QuotaLimit;
  /** About the call, whatever its records. */
  ofCall?: boolean;
  /** Fewer records per call may pass: it is about all of them, or an unnamed one. */
  tooMuchAtOnce?: boolean;
  /** May be about another write's record; only a call with this one alone shows. Nothing was written. */
  unclear?: boolean;
  unmetCondition?: boolean;
  /** Only because a neighbour failed (all or none, or an earlier update of the same record). */
  rolledBack?: boolean;
};

export type Faults = readonly [ProviderFault, ...ProviderFault[]];

export type Failed = { kind: 'failed'; faults: Faults };

export type Written = {
  kind: 'written';
  /** Absent if the answer does not show it; a warning says so. */
  recordId?: string;
  data?: JsonObject;
  /** Of an upsert; absent if an earlier attempt may have created it. */
  created?: boolean;
  /** Of an upsert: equal for all forms of its id. */
  recordKey?: string;
  warnings?: readonly string[];
  /** Nothing was left to write: no call was made. */
  asItWas?: boolean;
};

/** A value, so that callers must check it. */
export type RecordOutcome = Written | Failed;

/** In request order; `errors`: faults of no record. */
export type BatchOutcome = { records: readonly RecordOutcome[]; errors: readonly ProviderFault[] };

/** Leaves out rolled-back records, unless nothing else is known (Contract §4.4). */
export function culpritsOf(faults: readonly ProviderFault[]): readonly ProviderFault[] {
  const culprits = faults.filter(({ rolledBack }) => rolledBack !== true);
  return culprits.length > 0 ? culprits : faults;
}
