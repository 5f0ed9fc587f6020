import type { Queryable } from '@writ/db';
import { resultTexts, type WriteType } from '@writ/write-core';
import type { OperationTarget } from '../operation.ts';
import type { EndedRecordView } from '../attempt/ended-records.ts';
import { leaveRecordOrder, lockRecordOrder } from '../order/record-order.ts';
import { targetColumns, toTarget, type TargetRow } from '../target-row.ts';

/** An operation that has just been cancelled, with its records: none of them was sent. */
export type CancelledOperation = OperationTarget & {
  id: string;
  laneId: string;
  type: WriteType;
  recordCount: number;
  records: readonly EndedRecordView[];
};

/** SQL: nothing of the operation `o` has been sent, and nobody is about to. */
export const nothingSent = `o.due_at IS NOT NULL AND NOT o.claimed AND o.attempt = o.unsent_attempts`;

const lanesSql = `
  SELECT DISTINCT lane_id FROM operation WHERE project_id = $1 AND id = ANY ($2::uuid[]) AND type = 'update'`;

/**
 * The statement decides: an operation that a worker takes at the same moment is either cancelled before, or passed over
 * here. A batch that collects stops collecting, so that the next record of its key opens another one.
 */
const cancelSql = (stage: string): string => `
  WITH chosen AS (
    SELECT o.project_id, o.id FROM operation o
    WHERE o.project_id = $1 AND o.id = ANY ($2::uuid[]) AND ${nothingSent} AND ${stage}
    ORDER BY o.id
    FOR UPDATE
  )
  UPDATE operation o
  SET status = 'failure', result = $3, failed = o.record_count, due_at = NULL, update_time = clock_timestamp(),
    stage = CASE WHEN o.stage = 'accumulating' THEN 'executing' ELSE o.stage END
  FROM chosen WHERE o.project_id = chosen.project_id AND o.id = chosen.id
  RETURNING ${targetColumns('o')}, o.id, o.type, o.lane_id, o.record_count`;

const cancelBatchesSql = cancelSql(`o.stage = 'accumulating'`);
const cancelOthersSql = cancelSql(`o.stage IS DISTINCT FROM 'accumulating'`);
const cancelUnsharedSql = cancelSql('o.stage IS NULL');

/** A statement of its own: records that came into a batch while it was waited for are seen by it alone. */
const recordsSql = `
  UPDATE operation_record SET status = 'failed', errors = $3
  WHERE project_id = $1 AND operation_id = ANY ($2::uuid[]) AND status = 'pending'
  RETURNING operation_id, index, record_id`;

type Row = TargetRow & {
  id: string;
  type: WriteType;
  lane_id: string;
  record_count: number;
};
type RecordRow = { operation_id: string; index: number; record_id: string | null };

/**
 * Cancels those of a project's operations of which nothing has been sent, in the caller's transaction: they end as
 * failures, and leave the lines of their records. Gives those that this call ended, for their events.
 *
 * Locks are taken in the order in which acceptance takes them: open batches, lines of lanes, operations.
 *
 * @param sharedToo auto batches as well, which hold records of several callers
 */
export async function cancelOperations(
  tx: Queryable,
  { projectId, ids, sharedToo }: { projectId: string; ids: readonly string[]; sharedToo: boolean },
): Promise<readonly CancelledOperation[]> {
  const values = [projectId, ids, resultTexts.cancelled()];
  const { rows: lanes } = await tx.query<{ lane_id: string }>(lanesSql, [projectId, ids]);
  const collecting = sharedToo ? (await tx.query<Row>(cancelBatchesSql, values)).rows : [];
  await lockRecordOrder(
    tx,
    lanes.map(({ lane_id: laneId }) => laneId),
  );
  const others = await tx.query<Row>(sharedToo ? cancelOthersSql : cancelUnsharedSql, values);
  const rows = [...collecting, ...others.rows];
  if (rows.length === 0) return [];
  const cancelled = rows.map(({ id }) => id);
  const errors = JSON.stringify([{ message: resultTexts.cancelled() }]);
  const records = await tx.query<RecordRow>(recordsSql, [projectId, cancelled, errors]);
  await leaveRecordOrder(
    tx,
    rows.filter(({ type }) => type === 'update').map(({ id }) => id),
  );
  const byOperation = Map.groupBy(records.rows, ({ operation_id: operationId }) => operationId);
  return rows.map((row) => toCancelled(row, byOperation.get(row.id) ?? []));
}

const toCancelled = (row: Row, records: readonly RecordRow[]): CancelledOperation => ({
  ...toTarget(row),
  id: row.id,
  type: row.type,
  laneId: row.lane_id,
  recordCount: row.record_count,
  records: records
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, record_id: recordId }) => ({
      index,
      status: 'failed',
      ...(recordId !== null && { recordId }),
      errors: [{ message: resultTexts.cancelled() }],
    })),
});
