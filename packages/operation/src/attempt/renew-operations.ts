import { arraysOf, type Queryable } from '@writ/db';
import type { ClaimedOperation } from '../operation.ts';

const sql = `
  WITH held AS (
    SELECT o.project_id, o.id
    FROM operation o
    JOIN unnest($1::uuid[], $2::uuid[], $3::int[]) AS given (project_id, id, attempt)
      ON o.project_id = given.project_id AND o.id = given.id AND o.attempt = given.attempt
    WHERE o.status = 'in_progress' AND o.claimed
    ORDER BY o.id
    FOR UPDATE OF o
  )
  UPDATE operation o SET lease_until = clock_timestamp() + $4 * interval '1 ms'
  FROM held WHERE o.project_id = held.project_id AND o.id = held.id
  RETURNING o.id, o.attempt`;

/**
 * Extends the leases of operations; gives back those that are still held: same attempt, not settled. Rows
 * are locked in the order of their ids, as a settlement does, so that the two cannot block each other for ever.
 */
export async function renewOperations(
  db: Queryable,
  held: readonly ClaimedOperation[],
  leaseMs: number,
): Promise<ReadonlySet<ClaimedOperation>> {
  const { rows } = await db.query<{ id: string; attempt: number }>(sql, [
    ...arraysOf(held, 'projectId', 'id', 'attempt'),
    leaseMs,
  ]);
  const attempts = new Map(rows.map(({ id, attempt }) => [id, attempt]));
  return new Set(held.filter(({ id, attempt }) => attempts.get(id) === attempt));
}
