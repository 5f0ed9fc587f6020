import { arraysOf, type Queryable } from '@writ/db';
import type { ClaimedOperation } from '../operation.ts';

/**
 * No column that an index knows is changed, as by the claim. The number of the attempt is given out again by the next
 * claim, which is safe since nothing was begun under it: nobody is left who could settle it.
 */
const sql = `
  WITH held AS (
    SELECT o.project_id, o.id, given.outcome_unknown, given.attempted_before, given.together
    FROM operation o
    JOIN unnest($1::uuid[], $2::uuid[], $3::int[], $4::bool[], $5::timestamptz[],
      $6::int[]) AS given (project_id, id, attempt, outcome_unknown, attempted_before, together)
      ON o.project_id = given.project_id AND o.id = given.id AND o.attempt = given.attempt
    WHERE o.status = 'in_progress' AND o.claimed
    ORDER BY o.id
    FOR UPDATE OF o
  )
  UPDATE operation o
  SET attempt = o.attempt - 1, claimed = held.outcome_unknown, lease_until = NULL,
    together = held.together, last_attempt_at = held.attempted_before,
    first_attempt_at = CASE WHEN o.attempt > o.unsent_attempts + 1 OR o.ambiguous THEN o.first_attempt_at END
  FROM held WHERE o.project_id = held.project_id AND o.id = held.id
  RETURNING o.id`;

/**
 * Takes claims back of which nothing was begun, each only if its attempt is still the latest: the operations are due as
 * they were before, and no attempt counts. One whose outcome was in doubt before stays so. Whoever calls this must not
 * perform them any more. Gives the ids of those that were given back.
 */
export async function unclaimOperations(
  db: Queryable,
  claimed: readonly ClaimedOperation[],
): Promise<ReadonlySet<string>> {
  const values = arraysOf(
    claimed,
    'projectId',
    'id',
    'attempt',
    'outcomeUnknown',
    'attemptedBefore',
    'together',
  );
  const { rows } = await db.query<{ id: string }>(sql, values);
  return new Set(rows.map(({ id }) => id));
}
