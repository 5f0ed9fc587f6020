import { credentialsRefused, later, refused, unsure } from '../../verdict.ts';
import type { Verdict } from '../../verdict.ts';

/** A row that counts only when the message says so as well: Salesforce puts different things under one code. */
type CodeRow = Verdict & { says?: RegExp };

/** An endless lock would be a mistake of Salesforce; seconds are usual, and the caller's backoff spreads the rest. */
const locked = later('locked', { waitMs: 1_000 });

/** Its limits count what triggers and flows do in one call, for all records of it: what fewer records do can be within them. */
const transactionLimit: Verdict = { ...locked, tooMuchAtOnce: true };

/** What a trigger or a flow of the org failed at stands in the message alone (Providers §1.4). */
const ofAutomation: readonly CodeRow[] = [
  { ...locked, says: /UNABLE_TO_LOCK_ROW/ },
  {
    ...transactionLimit,
    says: /System\.LimitException|Too many SOQL queries|CPU time limit exceeded|duplicate updates in one batch/,
  },
  refused('invalid'),
];

/** A quota over 24 rolling hours frees itself little by little (Providers §1.4, §4). */
const dailyQuota = later('rate-limited', { waitMs: 300_000, limit: 'daily' });
const concurrency = later('rate-limited', { waitMs: 3_000, limit: 'concurrent' });

/**
 * By `errorCode`, or by the `statusCode` of a record in a collection; of several rows the first that fits decides
 * (Providers §1.4).
 */
export const rowsByCode: Readonly<Record<string, readonly CodeRow[]>> = {
  UNABLE_TO_LOCK_ROW: [locked],
  CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY: ofAutomation,
  CANNOT_EXECUTE_FLOW_TRIGGER: ofAutomation,
  QUERY_TIMEOUT: [later('timeout', { waitMs: 5_000 })],
  TXN_SECURITY_METERING_ERROR: [refused('forbidden')],
  DUPLICATE_VALUE: [refused('conflict')],
  DUPLICATES_DETECTED: [refused('conflict')],
  NOT_FOUND: [refused('not-found')],
  ENTITY_IS_DELETED: [refused('not-found')],
  INVALID_CROSS_REFERENCE_KEY: [refused('not-found')],
  INVALID_SESSION_ID: [
    // These two never heal, whatever the token (Providers §1.4).
    { ...refused('unauthorized'), says: /not valid for use with the REST API|not attached to Agent/i },
    credentialsRefused,
  ],
  INVALID_AUTH_HEADER: [refused('unauthorized')],
  REQUEST_LIMIT_EXCEEDED: [{ ...concurrency, says: /Concurrent/i }, dailyQuota],
  INSUFFICIENT_ACCESS_OR_READONLY: [refused('forbidden')],
  INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY: [refused('forbidden')],
  API_DISABLED_FOR_ORG: [refused('forbidden')],
  API_CURRENTLY_DISABLED: [later('forbidden', { waitMs: 300_000 })],
  TXN_SECURITY_NO_ACCESS: [refused('forbidden')],
  SERVER_UNAVAILABLE: [later('unavailable', { waitMs: 5_000 })],
  // A record that was undone because of a neighbour: whether it can succeed is decided by the neighbour.
  ALL_OR_NONE_OPERATION_ROLLED_BACK: [later('unknown')],
  PROCESSING_HALTED: [later('unknown')],
};

/**
 * There is no org at the host any more: it has another name now, to which the old one leads people for a while; nothing was
 * done (Providers §1.4, §1.6).
 */
export const moved: Verdict = { ...later('unavailable', { waitMs: 60_000 }), movedAway: true };

/** By status, where no code decides. 409, 412 and the like are what the caller asked for, and stay. */
export const verdictByStatus: Readonly<Record<number, Verdict>> = {
  // Several records fit, or a duplicate rule kept one: repeating it might double the record, so it has to be looked up.
  300: { kind: 'unknown', retryable: false, sent: 'unknown' },
  301: moved,
  302: moved,
  307: moved,
  308: moved,
  401: later('unauthorized'),
  403: refused('forbidden'),
  404: refused('not-found'),
  409: refused('conflict'),
  410: refused('not-found'),
  412: { ...refused('conflict'), unmetCondition: true },
  // The edge knows no instance for the host, as happens while an org moves.
  420: later('unavailable', { waitMs: 30_000 }),
  429: later('rate-limited', { waitMs: 5_000, limit: 'burst' }),
  500: unsure('unavailable', 5_000),
  502: unsure('unavailable', 3_000),
  503: later('unavailable', { waitMs: 5_000 }),
  504: unsure('timeout', 3_000),
};
