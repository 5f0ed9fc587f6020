import type { Queryable } from '@writ/db';
import type { Settlement } from './settle-operations.ts';

/** Whether an attempt that is to be repeated is known to have sent nothing of its operation. */
export const sentNothing = ({ judgement: { next, records } }: Settlement): boolean =>
  next.do === 'retry' &&
  records.every(
    (record) => record.status === 'pending' && record.faults.every(({ sent }) => sent === 'notSent'),
  );

/**
 * Only what this transaction has settled: its rows are then of its own making (`xmin`). When the answer to a commit was
 * lost, the same settlement comes again and changes nothing; then nothing must be counted twice either.
 */
const sql = `
  UPDATE operation o
  SET unsent_attempts = o.unsent_attempts + 1, waiting_for = g.waiting_for,
    -- Of one that is tried again in doubt, it is when the operation before it was first attempted.
    first_attempt_at = CASE WHEN o.attempt > o.unsent_attempts + 1 OR o.ambiguous THEN o.first_attempt_at END,
    due_at = CASE WHEN g.waiting_for IS NULL THEN o.due_at ELSE o.deadline_at END
  FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[]) AS g (project_id, id, attempt, waiting_for)
  WHERE o.project_id = g.project_id AND o.id = g.id AND o.attempt = g.attempt
    AND o.status = 'in_progress' AND NOT o.claimed AND o.xmin = pg_current_xact_id()::xid`;

/**
 * Notes of attempts that `sentNothing` that they are none to speak of, in the transaction that settles them: the
 * operation can still be cancelled. One that waits for a connection is due at its deadline from now on.
 */
export async function markUnsent(tx: Queryable, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return;
  await tx.query(sql, [
    settlements.map(({ operation }) => operation.projectId),
    settlements.map(({ operation }) => operation.id),
    settlements.map(({ operation }) => operation.attempt),
    settlements.map(({ judgement: { next } }) => (next.do === 'retry' ? (next.waitsFor ?? null) : null)),
  ]);
}
