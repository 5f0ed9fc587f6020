import {
  byError,
  byStatus,
  credentialsRefused,
  later,
  refused,
  unsure,
  type Verdict,
} from '../../verdict.ts';

/** Salesforce uses one code for different failures: `says` tells them apart. */
type CodeRow = Verdict & { says?: RegExp };

/** An error leaves nothing of a record, its triggers and flows: they are one transaction (Providers §1.4). */
const undone = byError("Salesforce's error, and the record's transaction is rolled back (§1.4)");
/** Checked before anything is saved (Providers §1.4). */
const atTheDoor = byError("Salesforce's error, before it saves anything (§1.4)");

const locked = later('locked', undone, { waitMs: 1_000 });

/** Triggers and flows share limits across all records of a call: fewer records may pass. */
const transactionLimit: Verdict = { ...locked, tooMuchAtOnce: true };

/**
 * Under any code without a row: a trigger, flow or rule may name its failure in the message only (Providers
 * §1.4).
 */
export const rowsByWords: readonly CodeRow[] = [
  { ...locked, says: /UNABLE_TO_LOCK_ROW|unable to obtain exclusive access|Record Currently Unavailable/i },
  {
    ...transactionLimit,
    says: /System\.LimitException|Too many (?:SOQL queries|DML (?:statements|rows)|query rows)|CPU time limit exceeded|Apex heap size too large|duplicate updates in one batch/,
  },
];

/** Frees itself gradually (Providers §1.4, §4). */
const dailyQuota = later('rate-limited', atTheDoor, { waitMs: 300_000, limit: 'daily' });
const concurrency = later('rate-limited', atTheDoor, { waitMs: 3_000, limit: 'concurrent' });

/**
 * By `errorCode` below 500, or `statusCode` of a collection's record; the first row that fits decides
 * (Providers §1.4).
 */
export const rowsByCode: Readonly<Record<string, readonly CodeRow[]>> = {
  UNABLE_TO_LOCK_ROW: [locked],
  // Of one record; for a call see `verdictOfCall`.
  REQUEST_RUNNING_TOO_LONG: [later('timeout', undone, { waitMs: 5_000 })],
  QUERY_TIMEOUT: [later('timeout', byError('a query writes nothing'), { waitMs: 5_000 })],
  TXN_SECURITY_METERING_ERROR: [refused('forbidden', atTheDoor)],
  DUPLICATE_VALUE: [refused('conflict', undone)],
  DUPLICATES_DETECTED: [refused('conflict', undone)],
  AMBIGUOUS_KEY: [refused('conflict', undone)],
  NOT_FOUND: [refused('not-found', atTheDoor)],
  ENTITY_IS_DELETED: [refused('not-found', undone)],
  // A related record is missing. For the own id see `ofOwnId`.
  INVALID_CROSS_REFERENCE_KEY: [refused('invalid', undone)],
  INVALID_SESSION_ID: [credentialsRefused(atTheDoor)],
  INVALID_AUTH_HEADER: [credentialsRefused(atTheDoor)],
  INVALID_JWT_FORMAT: [credentialsRefused(atTheDoor)],
  REQUEST_LIMIT_EXCEEDED: [{ ...concurrency, says: /Concurrent/i }, dailyQuota],
  INSUFFICIENT_ACCESS_OR_READONLY: [refused('forbidden', undone)],
  INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY: [refused('forbidden', undone)],
  API_DISABLED_FOR_ORG: [refused('forbidden', atTheDoor)],
  API_CURRENTLY_DISABLED: [later('forbidden', atTheDoor, { waitMs: 300_000 })],
  TXN_SECURITY_NO_ACCESS: [refused('forbidden', atTheDoor)],
  // Of one record. A call has a 503, which decides.
  SERVER_UNAVAILABLE: [later('unavailable', undone, { waitMs: 5_000 })],
  // The neighbour that failed decides.
  ALL_OR_NONE_OPERATION_ROLLED_BACK: [later('unknown', undone)],
  PROCESSING_HALTED: [later('unknown', undone)],
};

/**
 * For a whole call below 500 these codes prove less than for a record: no source says what was saved before
 * (Providers §1.4).
 */
export const verdictOfCall: Readonly<Record<string, Verdict>> = {
  UNKNOWN_EXCEPTION: unsure('unavailable', 5_000),
  REQUEST_RUNNING_TOO_LONG: unsure('timeout', 5_000),
};

/** An unknown code of one record (Providers §1.3 [D]: it was not saved). */
export const refusedRecord = refused('invalid', undone);

/**
 * The org was renamed; the old host redirects people for a while. Nothing was done (Providers §1.4, §1.6).
 */
export const moved: Verdict = {
  ...later('unavailable', byStatus('an edge without an org behind it (§1.6)'), { waitMs: 60_000 }),
  movedAway: true,
};

/**
 * If no code decides. No 5xx proves anything: an org can answer `SERVER_UNAVAILABLE` for a call that it has
 * carried out, and Data Loader repeats no insert after a server error (forcedotcom/dataloader#1545).
 */
export const verdictByStatus: Readonly<Record<number, Verdict>> = {
  // Several records fit, or a duplicate rule kept one. A repetition might add a record.
  300: { kind: 'unknown', retryable: false },
  301: moved,
  302: moved,
  307: moved,
  308: moved,
  401: later('unauthorized', byStatus('RFC 9110, 15.5.2: a 401 has not been applied')),
  403: refused('forbidden', atTheDoor),
  404: refused('not-found', atTheDoor),
  409: refused('conflict', undone),
  // The API version is retired.
  410: refused('invalid', atTheDoor),
  412: {
    ...refused('conflict', byStatus('RFC 9110, 13.2.1: conditions are checked before the write')),
    unmetCondition: true,
  },
  413: refused('invalid', byStatus('RFC 9110, 15.5.14: the body is too large to be processed')),
  414: refused('invalid', byStatus('RFC 9110, 15.5.15: the address is too long to be read')),
  // The edge knows no instance, as while an org moves.
  420: later('unavailable', byStatus('documented: an edge without a way to the org (§1.4 [D])'), {
    waitMs: 30_000,
  }),
  // Undocumented for REST: needs an error as proof.
  429: later('rate-limited', atTheDoor, { waitMs: 5_000, limit: 'burst' }),
  431: refused('invalid', byStatus('RFC 6585, 5: the headers are too large to be read')),
  500: unsure('unavailable', 5_000),
  502: unsure('unavailable', 3_000),
  503: unsure('unavailable', 5_000),
  504: unsure('timeout', 3_000),
};
