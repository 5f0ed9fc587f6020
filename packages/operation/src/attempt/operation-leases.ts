import { unitLeases } from '@writ/lanes';
import type { ClaimedOperation } from '../operation.ts';

/** Like the claim, it changes no indexed column. */
const leases = unitLeases<ClaimedOperation>({
  table: 'operation',
  own: [
    ['outcomeUnknown', 'bool'],
    ['attemptedBefore', 'timestamptz'],
    ['together', 'int'],
  ],
  restored: `claimed = held.outcome_unknown, together = held.together, last_attempt_at = held.attempted_before,
    first_attempt_at = CASE WHEN u.attempt > u.unsent_attempts + 1 OR u.ambiguous THEN u.first_attempt_at END`,
});

/** Extends leases; returns the operations that are still held: same attempt, not settled. */
export const renewOperations = leases.renew;

/**
 * Undoes claims of which nothing was sent, if the attempt is still the latest: the operations are due as before, and
 * no attempt counts. An unknown outcome stays unknown. The caller must not perform them afterwards. Returns their ids.
 */
export const unclaimOperations = leases.unclaim;
