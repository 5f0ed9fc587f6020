import type { Queryable } from '@writ/db';
import type { WriteType } from '@writ/write-core';
import type { OperationStatus, OperationView, WriteMode } from '../operation.ts';
import { targetColumns, toTarget, type TargetRow } from '../target-row.ts';

/** An attempt of a process that died is under way no longer than its lease. */
const underWay = `(o.claimed AND o.lease_until > clock_timestamp())`;

/** Columns of an `OperationRow`, of `operation AS o`. */
export const operationColumns = `
  ${targetColumns('o')}, o.id, o.type, o.mode, o.status, o.result, o.record_count, o.succeeded, o.failed, o.ambiguous,
  o.attempt, o.attempt = o.unsent_attempts AS nothing_sent, o.last_attempt_at,
  -- Of a batch that collects, the latest that it may be.
  CASE WHEN o.stage = 'accumulating' THEN o.due_at + o.deadline_hours * interval '1 hour' ELSE o.deadline_at END AS deadline_at, o.create_time, o.update_time, o.waiting_on, o.waiting_for, o.stage, o.due_at,
  o.lane_id, ${underWay} AS under_way, o.due_at > clock_timestamp() AS is_early,
  CASE WHEN ${underWay} OR o.waiting_on IS NOT NULL OR o.waiting_for IS NOT NULL OR o.stage = 'accumulating'
    THEN NULL ELSE o.due_at END AS next_attempt_at,
  CASE WHEN o.written_id IS NOT NULL THEN ARRAY[o.written_id] ELSE ARRAY(
    SELECT r.record_id FROM operation_record r
    WHERE r.project_id = o.project_id AND r.operation_id = o.id AND r.status = 'written' AND r.record_id IS NOT NULL
    ORDER BY r.index LIMIT 100
  ) END AS successful_record_ids`;

export type OperationRow = TargetRow & {
  id: string;
  type: WriteType;
  mode: WriteMode;
  status: OperationStatus;
  result: string | null;
  record_count: number;
  succeeded: number;
  failed: number;
  ambiguous: boolean;
  attempt: number;
  nothing_sent: boolean;
  last_attempt_at: Date | null;
  next_attempt_at: Date | null;
  deadline_at: Date | null;
  waiting_on: string | null;
  waiting_for: 'connection' | null;
  lane_id: string | null;
  under_way: boolean | null;
  /** Its time has not come yet. */
  is_early: boolean | null;
  stage: 'accumulating' | 'executing' | null;
  due_at: Date | null;
  create_time: Date;
  update_time: Date;
  successful_record_ids: string[];
};

/** Prepared once for each connection: planning it takes longer than the look-up itself. */
const find = {
  name: 'find-operation',
  text: `SELECT ${operationColumns} FROM operation o WHERE o.project_id = $1 AND o.id = $2`,
};

/** The operation, if the project has it. */
export async function findOperation(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<OperationView | undefined> {
  const { rows } = await db.query<OperationRow>({ ...find, values: [projectId, id] });
  return rows[0] && toOperationView(rows[0]);
}

export const toOperationView = (row: OperationRow): OperationView => ({
  ...toTarget(row),
  id: row.id,
  type: row.type,
  mode: row.mode,
  status: row.status,
  ...(row.result !== null && { result: row.result }),
  recordCount: row.record_count,
  succeeded: row.succeeded,
  failed: row.failed,
  ambiguous: row.ambiguous,
  successfulRecordIds: row.successful_record_ids,
  attempts: row.attempt,
  ...(row.last_attempt_at && { lastAttempt: row.last_attempt_at }),
  ...(row.next_attempt_at && { nextAttempt: row.next_attempt_at }),
  ...(row.deadline_at && { deadline: row.deadline_at }),
  ...(row.stage && { autoBatch: toAutoBatch(row, row.stage) }),
  ...toWaiting(row),
  ...(row.lane_id !== null && { laneId: row.lane_id }),
  underWay: row.under_way === true,
  createTime: row.create_time,
  updateTime: row.update_time,
});

const toAutoBatch = (
  { record_count: count, due_at: dueAt, status, nothing_sent: nothingSent }: OperationRow,
  stage: NonNullable<OperationRow['stage']>,
): NonNullable<OperationView['autoBatch']> => ({
  // Only a cancelled one ends before anything is sent; its row says that it collects no more.
  ...(!(status !== 'in_progress' && nothingSent) && { stage }),
  count,
  ...(stage === 'accumulating' && dueAt && { runsAt: dueAt }),
});

/** What it waits for by itself; nothing while it is sent, and after its end. */
function toWaiting(row: OperationRow): Pick<OperationView, 'waiting'> {
  const { stage, due_at: dueAt, waiting_on: waitingOn, waiting_for: waitingFor } = row;
  if (!dueAt || row.under_way === true) return {};
  if (stage === 'accumulating')
    return row.is_early === true ? { waiting: { reason: 'batch', until: dueAt } } : {};
  if (waitingOn !== null) return { waiting: { reason: 'order' } };
  return waitingFor === null ? {} : { waiting: { reason: waitingFor, until: dueAt } };
}
