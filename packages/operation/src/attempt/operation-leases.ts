import { unitLeases } from '@writ/lanes';
import type { ClaimedOperation } from '../operation.ts';

/** Changes no indexed column. */
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

/** Returns operations still held: same attempt, not settled. */
export const renewOperations = leases.renew;

/**
 * For claims of which nothing was sent: undoes an operation's latest attempt, and returns the ids. An unknown
 * outcome stays unknown. Never perform them afterwards.
 */
export const unclaimOperations = leases.unclaim;
