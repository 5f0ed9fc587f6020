import type { Queryable } from '@writ/db';
import type { AssociationPlan, ForwardHeader, JsonObject, PlannedRecord, WriteType } from '@writ/write-core';
import { batchLimits } from '../accept/batch/auto-batch.ts';
import type { ClaimedOperation, PendingRecord } from '../operation.ts';
import { targetColumns, toTarget, type TargetRow } from '../target-row.ts';

/**
 * The moment is asked for once: compared with a function that changes, the index would be read to its end. What is
 * leased stands first in the index and is passed over, so a claim costs the more the more of the lane is under way. No
 * column that an index knows is changed: the row's new version stays on its page (heap-only).
 *
 * The sum of bytes goes by the order in which `due` gives its rows, without sorting them again; in whatever order they
 * came, no more would be taken than the sum allows.
 */
const claimSql = (isDue: string): string => `
  WITH due AS (
    SELECT project_id, id, claimed AS outcome_unknown, last_attempt_at AS attempted_before, record_bytes
    FROM operation
    WHERE lane_id = $1 AND ${isDue} AND stage IS DISTINCT FROM 'accumulating'
      AND (lease_until IS NULL OR lease_until <= (SELECT clock_timestamp()))
    ORDER BY due_at, position
    LIMIT $2
    FOR UPDATE SKIP LOCKED
  ), summed AS (
    SELECT *, sum(record_bytes) OVER (ROWS UNBOUNDED PRECEDING) AS bytes FROM due
  ), taken AS (
    UPDATE operation o
    SET attempt = o.attempt + 1, claimed = true, last_attempt_at = clock_timestamp(),
      -- Attempts that sent nothing don't count; those from before the column existed began after the acceptance.
      first_attempt_at = coalesce(o.first_attempt_at,
        CASE WHEN o.attempt = o.unsent_attempts THEN clock_timestamp() ELSE o.create_time END),
      lease_until = clock_timestamp() + $3 * interval '1 ms'
    FROM summed due
    WHERE o.project_id = due.project_id AND o.id = due.id
      AND due.bytes <= greatest(${batchLimits.bytes}, due.record_bytes)
    RETURNING o.*, due.outcome_unknown, due.attempted_before
  )
  SELECT ${targetColumns('t')}, t.id, t.lane_id, t.type, t.form, t.all_or_none, t.forward_headers, t.attempt,
    t.outcome_unknown, t.attempted_before, t.waiting_on, t.last_fault, t.succeeded, t.failed, t.request_id,
    t.deadline_hours, t.record_bytes,
    (extract(epoch FROM t.deadline_at - clock_timestamp()) * 1000)::float8 AS ms_to_deadline,
    (extract(epoch FROM clock_timestamp() - t.first_attempt_at) * 1000)::float8 AS ms_since_first_attempt,
    r.index, r.planned, r.associations, r.if_empty, r.record_id, r.ambiguous,
    r.forward_headers AS own_headers
  FROM taken t
  JOIN operation_record r ON r.project_id = t.project_id AND r.operation_id = t.id AND r.status = 'pending'
  ORDER BY t.position, r.index`;

const dueSql = claimSql('due_at <= (SELECT clock_timestamp())');
const overdueSql = claimSql('due_at IS NOT NULL AND deadline_at <= (SELECT clock_timestamp())');

type Row = TargetRow & {
  id: string;
  lane_id: string;
  type: WriteType;
  form: 'single' | 'batch';
  all_or_none: boolean;
  forward_headers: ForwardHeader[] | null;
  attempt: number;
  outcome_unknown: boolean;
  attempted_before: Date | null;
  waiting_on: string | null;
  last_fault: string | null;
  succeeded: number;
  failed: number;
  request_id: string;
  deadline_hours: number;
  record_bytes: number;
  ms_to_deadline: number;
  ms_since_first_attempt: number;
  index: number;
  planned: JsonObject;
  associations: AssociationPlan[] | null;
  if_empty: string[] | null;
  record_id: string | null;
  ambiguous: boolean;
  own_headers: ForwardHeader[] | null;
};

/**
 * Takes up to `limit` due operations of a lane, in the order in which they became due, and no more than have the bytes of
 * one auto batch together, but one at least: counts the attempt and leases each for `leaseMs` in database time. Durable when it resolves; what somebody else is taking is passed over.
 */
export const claimOperations = (
  db: Queryable,
  laneId: string,
  limit: number,
  leaseMs: number,
): Promise<readonly ClaimedOperation[]> => claim(db, dueSql, [laneId, limit, leaseMs]);

/** Takes, in the same way, operations whose deadline has passed: in a lane that is not drained nobody else does. */
export const claimOverdueOperations = (
  db: Queryable,
  laneId: string,
  limit: number,
  leaseMs: number,
): Promise<readonly ClaimedOperation[]> => claim(db, overdueSql, [laneId, limit, leaseMs]);

async function claim(
  db: Queryable,
  text: string,
  values: readonly [laneId: string, limit: number, leaseMs: number],
): Promise<readonly ClaimedOperation[]> {
  const { rows } = await db.query<Row>({ text, values: [...values] });
  const operations = new Map<string, ClaimedOperation & { pending: PendingRecord[] }>();
  for (const row of rows) {
    const known = operations.get(row.id);
    if (known) known.pending.push(toPending(row));
    else operations.set(row.id, { ...toClaimed(row), pending: [toPending(row)] });
  }
  return [...operations.values()];
}

const toPending = (row: Row): PendingRecord => ({
  index: row.index,
  planned: toPlanned(row),
  inDoubt: row.type === 'create' && (row.outcome_unknown || row.ambiguous),
  forwardHeaders: row.own_headers ?? row.forward_headers ?? [],
});

const toPlanned = (row: Row): PlannedRecord => ({
  ...(row.record_id !== null && { id: row.record_id }),
  fields: row.planned,
  ...(row.if_empty && { ifEmpty: row.if_empty }),
  ...(row.associations && { associations: row.associations }),
});

const toClaimed = (row: Row): Omit<ClaimedOperation, 'pending'> => ({
  ...toTarget(row),
  id: row.id,
  laneId: row.lane_id,
  type: row.type,
  form: row.form,
  allOrNone: row.all_or_none,
  attempt: row.attempt,
  outcomeUnknown: row.outcome_unknown,
  ...(row.attempted_before !== null && { attemptedBefore: row.attempted_before }),
  msSinceFirstAttempt: row.ms_since_first_attempt,
  deadlineHours: row.deadline_hours,
  bytes: row.record_bytes,
  msToDeadline: row.ms_to_deadline,
  ...(row.waiting_on !== null && { waitingOn: row.waiting_on }),
  ...(row.last_fault !== null && { lastFault: row.last_fault }),
  succeededBefore: row.succeeded,
  failedBefore: row.failed,
  requestId: row.request_id,
});
