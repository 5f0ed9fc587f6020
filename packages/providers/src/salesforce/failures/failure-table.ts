import { byError, byStatus, credentialsRefused, later, refused, unsure } from '../../verdict.ts';
import type { Verdict } from '../../verdict.ts';

/** A row that counts only when the message says so as well: Salesforce puts different things under one code. */
type CodeRow = Verdict & { says?: RegExp };

/** Salesforce saves a record in a transaction with its triggers and flows: an error leaves nothing of it (Providers §1.4). */
const undone = byError("Salesforce's error, and the record's transaction is rolled back (§1.4)");
/** Sessions, limits and rights are checked before anything is saved (Providers §1.4). */
const atTheDoor = byError("Salesforce's error, before it saves anything (§1.4)");

/** An endless lock would be a mistake of Salesforce; seconds are usual, and the caller's backoff spreads the rest. */
const locked = later('locked', undone, { waitMs: 1_000 });

/** Its limits count what triggers and flows do in one call, for all records of it: what fewer records do can be within them. */
const transactionLimit: Verdict = { ...locked, tooMuchAtOnce: true };

/**
 * What passes by its words, under any code without a row: a trigger, a flow or a rule of the org puts what it failed at into
 * the message alone, and the page for people words a lock in its own way (Providers §1.4).
 */
export const rowsByWords: readonly CodeRow[] = [
  { ...locked, says: /UNABLE_TO_LOCK_ROW|unable to obtain exclusive access|Record Currently Unavailable/i },
  {
    ...transactionLimit,
    says: /System\.LimitException|Too many (?:SOQL queries|DML (?:statements|rows)|query rows)|CPU time limit exceeded|Apex heap size too large|duplicate updates in one batch/,
  },
];

/** A quota over 24 rolling hours frees itself little by little (Providers §1.4, §4). */
const dailyQuota = later('rate-limited', atTheDoor, { waitMs: 300_000, limit: 'daily' });
const concurrency = later('rate-limited', atTheDoor, { waitMs: 3_000, limit: 'concurrent' });

/**
 * By `errorCode` below 500, or by the `statusCode` of a record in a collection; of several rows the first that fits decides
 * (Providers §1.4).
 */
export const rowsByCode: Readonly<Record<string, readonly CodeRow[]>> = {
  UNABLE_TO_LOCK_ROW: [locked],
  // As the error of one record in a 200; of a whole call it is a row of `verdictOfCall`.
  REQUEST_RUNNING_TOO_LONG: [later('timeout', undone, { waitMs: 5_000 })],
  QUERY_TIMEOUT: [later('timeout', byError('a query writes nothing'), { waitMs: 5_000 })],
  TXN_SECURITY_METERING_ERROR: [refused('forbidden', atTheDoor)],
  DUPLICATE_VALUE: [refused('conflict', undone)],
  DUPLICATES_DETECTED: [refused('conflict', undone)],
  NOT_FOUND: [refused('not-found', atTheDoor)],
  ENTITY_IS_DELETED: [refused('not-found', undone)],
  // A lookup to what is not there, a record type that the user may not use. Of the record's own id see `ofOwnId`.
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
  // As the error of one record in a 200. As that of a call it comes with a 503, of which the status decides.
  SERVER_UNAVAILABLE: [later('unavailable', undone, { waitMs: 5_000 })],
  // A record that was undone because of a neighbour: whether it can succeed is decided by the neighbour.
  ALL_OR_NONE_OPERATION_ROLLED_BACK: [later('unknown', undone)],
  PROCESSING_HALTED: [later('unknown', undone)],
};

/**
 * By the code of a whole call below 500, where it says less than as that of one record: no source says what was saved before
 * Salesforce gave up. Of one record `UNKNOWN_EXCEPTION` comes again each time (Providers §1.4).
 */
export const verdictOfCall: Readonly<Record<string, Verdict>> = {
  UNKNOWN_EXCEPTION: unsure('unavailable', 5_000),
  REQUEST_RUNNING_TOO_LONG: unsure('timeout', 5_000),
};

/** An error of one record in a collection whose code has no row, or none (Providers §1.3 [D]: it was not saved). */
export const refusedRecord = refused('invalid', undone);

/**
 * There is no org at the host any more: it has another name now, to which the old one leads people for a while; nothing was
 * done (Providers §1.4, §1.6).
 */
export const moved: Verdict = {
  ...later('unavailable', byStatus('an edge without an org behind it (§1.6)'), { waitMs: 60_000 }),
  movedAway: true,
};

/**
 * By status, where no code decides. 409, 412 and the like are what the caller asked for, and stay. No 5xx proves anything,
 * whatever its body: an org can answer `SERVER_UNAVAILABLE` for a call that it has carried out, and Data Loader repeats no
 * insert after a server error (forcedotcom/dataloader#1545).
 */
export const verdictByStatus: Readonly<Record<number, Verdict>> = {
  // Several records fit, or a duplicate rule kept one. It is not repeated: each repetition might add a record.
  300: { kind: 'unknown', retryable: false },
  301: moved,
  302: moved,
  307: moved,
  308: moved,
  401: later('unauthorized', byStatus('RFC 9110, 15.5.2: a 401 has not been applied')),
  403: refused('forbidden', atTheDoor),
  404: refused('not-found', atTheDoor),
  409: refused('conflict', undone),
  // The version in the path is retired: nothing of the record is meant.
  410: refused('invalid', atTheDoor),
  412: {
    ...refused('conflict', byStatus('RFC 9110, 13.2.1: conditions are checked before the write')),
    unmetCondition: true,
  },
  413: refused('invalid', byStatus('RFC 9110, 15.5.14: the body is too large to be processed')),
  414: refused('invalid', byStatus('RFC 9110, 15.5.15: the address is too long to be read')),
  // The edge knows no instance for the host, as happens while an org moves.
  420: later('unavailable', byStatus('documented: an edge without a way to the org (§1.4 [D])'), {
    waitMs: 30_000,
  }),
  // Undocumented for REST, so a page or an empty body proves nothing.
  429: later('rate-limited', atTheDoor, { waitMs: 5_000, limit: 'burst' }),
  431: refused('invalid', byStatus('RFC 6585, 5: the headers are too large to be read')),
  500: unsure('unavailable', 5_000),
  502: unsure('unavailable', 3_000),
  503: unsure('unavailable', 5_000),
  504: unsure('timeout', 3_000),
};
