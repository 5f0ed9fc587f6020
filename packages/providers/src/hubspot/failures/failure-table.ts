import {
  byError,
  byStatus,
  credentialsRefused,
  later,
  refused,
  unsure,
  type Verdict,
} from '../../verdict.ts';

/** Checked before the rest of the request (Providers §2.4). */
const atTheDoor = byError("HubSpot's error, before it reads the records (§2.4)");
/** Creates nothing, even in a batch without trace ids (Providers §2.3). */
const validated = byError("HubSpot's error, and nothing is created (§2.3 [F])");

const burst = later('rate-limited', atTheDoor, { waitMs: 10_000, limit: 'burst' });
/** Ends at the portal's midnight, which only a probe finds (Providers §2.4). */
export const asDaily = (verdict: Verdict): Verdict => ({ ...verdict, waitMs: 3_600_000, limit: 'daily' });
/** A lock lasts two seconds. */
const locked = later('locked', atTheDoor, { waitMs: 2_000, leastWaitMs: 2_000 });
/** No source says at which moment. */
const failed = unsure('unavailable', 5_000);

/** By `category` of a call or a batch record, or by the `code` of a detail (Providers §2.4). */
export const verdictByCode: Readonly<Record<string, Verdict>> = {
  VALIDATION_ERROR: refused('invalid', validated),
  CONFLICT: refused('conflict', validated),
  CONFLICTING_UNIQUE_VALUE: refused('conflict', validated),
  OBJECT_NOT_FOUND: refused('not-found', validated),
  EXPIRED_AUTHENTICATION: credentialsRefused(atTheDoor),
  INVALID_AUTHENTICATION: credentialsRefused(atTheDoor),
  MISSING_SCOPES: refused('forbidden', atTheDoor),
  FORBIDDEN: refused('forbidden', atTheDoor),
  RATE_LIMIT: burst,
  RATE_LIMITS: burst,
};

/** By parts of other categories: HubSpot lists them nowhere (Providers §2.4). */
export const verdictByWord: readonly (readonly [RegExp, Verdict])[] = [
  [/RATE_LIMIT|TOO_MANY_REQUESTS/, burst],
  [/(?:^|_)LOCK/, locked],
  [/TIMEOUT|TIMED_OUT/, unsure('timeout', 3_000)],
  [/(?:^|_)INTERNAL|SERVER_ERROR|SERVICE_UNAVAILABLE|TEMPORAR|BAD_GATEWAY/, failed],
];

/** By `policyName` of a 429. */
export const verdictByPolicy: Readonly<Record<string, Verdict>> = {
  SECONDLY: later('rate-limited', atTheDoor, { waitMs: 1_000, limit: 'burst' }),
  TEN_SECONDLY_ROLLING: burst,
  DAILY: asDaily(burst),
};

/**
 * An unknown code of one record: HubSpot lists under `errors` what it did not write (Providers §2.3 [S, D]).
 */
export const refusedRecord = refused(
  'invalid',
  byError('an error of the record, not a result (§2.3 [S, D])'),
);

/**
 * No 5xx proves anything, even with a JSON error: HubSpot and its edge send them before, during and after a
 * write (Providers §2.4).
 */
export const verdictByStatus: Readonly<Record<number, Verdict>> = {
  400: refused('invalid', validated),
  401: later('unauthorized', byStatus('RFC 9110, 15.5.2: a 401 has not been applied')),
  403: refused('forbidden', atTheDoor),
  404: refused('not-found', validated),
  409: refused('conflict', validated),
  413: refused('invalid', byStatus('RFC 9110, 15.5.14: the body is too large to be processed')),
  414: refused('invalid', byStatus('RFC 9110, 15.5.15: the address is too long to be read')),
  423: { ...locked, proof: byStatus('documented: locked, try again (§2.4 [D])') },
  429: later('rate-limited', byStatus('documented: over the limit, not carried out (§2.4 [D])'), {
    waitMs: 10_000,
    limit: 'burst',
  }),
  // A move to another data centre takes up to a day.
  477: later('unavailable', byStatus('documented: the account takes no calls meanwhile (§2.4 [D])'), {
    waitMs: 60_000,
  }),
  500: unsure('unavailable', 5_000),
  502: unsure('unavailable', 3_000),
  503: unsure('unavailable', 3_000),
  504: unsure('timeout', 3_000),
  521: unsure('unavailable', 3_000),
  522: unsure('unavailable', 60_000),
  523: unsure('unavailable', 3_000),
  524: unsure('timeout', 3_000),
  525: unsure('unavailable', 60_000),
  526: unsure('unavailable', 60_000),
};
