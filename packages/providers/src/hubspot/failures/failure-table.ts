import { credentialsRefused, later, refused, unsure } from '../../verdict.ts';
import type { Verdict } from '../../verdict.ts';

/** By `category`, or by the `code` of a detail: these also judge single records of a batch (Providers §2.4). */
export const verdictByCode: Readonly<Record<string, Verdict>> = {
  VALIDATION_ERROR: refused('invalid'),
  CONFLICT: refused('conflict'),
  CONFLICTING_UNIQUE_VALUE: refused('conflict'),
  OBJECT_NOT_FOUND: refused('not-found'),
  EXPIRED_AUTHENTICATION: credentialsRefused,
  INVALID_AUTHENTICATION: credentialsRefused,
  MISSING_SCOPES: refused('forbidden'),
  FORBIDDEN: refused('forbidden'),
  RATE_LIMIT: later('rate-limited', { waitMs: 10_000, limit: 'burst' }),
  RATE_LIMITS: later('rate-limited', { waitMs: 10_000, limit: 'burst' }),
};

/** By `policyName` of a 429. A daily limit ends at the portal's midnight, which only a probe finds (Providers §2.4). */
export const verdictByPolicy: Readonly<Record<string, Verdict>> = {
  SECONDLY: later('rate-limited', { waitMs: 1_000, limit: 'burst' }),
  TEN_SECONDLY_ROLLING: later('rate-limited', { waitMs: 10_000, limit: 'burst' }),
  DAILY: later('rate-limited', { waitMs: 3_600_000, limit: 'daily' }),
};

/** By status. Those that HubSpot wants pursued only for a while wait longer, so that they are tried less often. */
export const verdictByStatus: Readonly<Record<number, Verdict>> = {
  400: refused('invalid'),
  401: later('unauthorized'),
  403: refused('forbidden'),
  404: refused('not-found'),
  409: refused('conflict'),
  414: refused('invalid'),
  // A lock on the same records lasts two seconds.
  423: later('locked', { waitMs: 2_000, leastWaitMs: 2_000 }),
  429: later('rate-limited', { waitMs: 10_000, limit: 'burst' }),
  // The account moves to another data centre, which takes up to a day.
  477: later('unavailable', { waitMs: 60_000 }),
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
