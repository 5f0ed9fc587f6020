import { unitLeases } from '@writ/lanes';
import type { ClaimedOperation } from '../operation.ts';

/** No column that an index knows is changed, as by the claim. */
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

/** Extends the leases of operations; gives those that are still held: same attempt, not settled. */
export const renewOperations = leases.renew;

/**
 * Takes claims back of which nothing is written, each only if its attempt is still the latest: the operations are due as
 * they were before, and no attempt counts. One whose outcome was in doubt before stays so. Whoever calls this must not
 * perform them any more. Gives the ids of those that were given back.
 */
export const unclaimOperations = leases.unclaim;
