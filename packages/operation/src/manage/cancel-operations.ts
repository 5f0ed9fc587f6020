import { inTransaction, type Queryable } from '@writ/db';
import { addToOutbox, type NewEvent } from '@writ/event-bus';
import { resultTexts, type WriteType } from '@writ/write-core';
import type { Pool } from 'pg';
import { factsOf, type Announcement, type Told } from '../attempt/announcement.ts';
import type { EndedRecordView } from '../attempt/ended-records.ts';
import { writeAsyncDone } from '../attempt/write-async-done.ts';
import type { OperationTarget } from '../operation.ts';
import { leaveRecordOrder, lockRecordOrder } from '../order/record-order.ts';
import { targetColumns, toTarget, type TargetRow } from '../target-row.ts';

/** SQL: nothing of the operation `o` has been sent, and nobody is about to. */
export const nothingSent = `o.due_at IS NOT NULL AND NOT o.claimed AND o.attempt = o.unsent_attempts`;

const chosenSql = `
  SELECT ${targetColumns('o')}, o.lane_id, o.type FROM operation o
  WHERE o.project_id = $1 AND o.id = ANY ($2::uuid[]) AND ${nothingSent}`;

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
  RETURNING ${targetColumns('o')}, o.id, o.type, o.record_count`;

const cancelBatchesSql = cancelSql(`o.stage = 'accumulating'`);
const cancelOthersSql = cancelSql(`o.stage IS DISTINCT FROM 'accumulating'`);
const cancelUnsharedSql = cancelSql('o.stage IS NULL');

/** A statement of its own: records that came into a batch while it was waited for are seen by it alone. */
const recordsSql = `
  UPDATE operation_record SET status = 'failed', errors = $3
  WHERE project_id = $1 AND operation_id = ANY ($2::uuid[]) AND status = 'pending'
  RETURNING operation_id, index, record_id`;

type ChosenRow = TargetRow & { lane_id: string; type: WriteType };
type Row = TargetRow & { id: string; type: WriteType; record_count: number };
type RecordRow = { operation_id: string; index: number; record_id: string | null };

/** Which operations of a project are to be cancelled. */
export type CancelRequest = {
  projectId: string;
  ids: readonly string[];
  /** Auto batches as well, which hold records of several callers. */
  sharedToo: boolean;
};

/** Operations that have just been cancelled, and the lanes to be woken: what stood in line behind them is due now. */
export type Cancelled = { ids: readonly string[]; lanes: readonly string[] };

/**
 * Cancels those of the operations of which nothing has been sent: they end as failures, leave the lines of their records,
 * and their events are written in the same transaction.
 *
 * Locks are taken in the order in which acceptance takes them: open batches, lines of lanes, operations, lanes.
 */
export async function cancelOperations(
  pool: Pool,
  request: CancelRequest,
  announcement: Announcement,
): Promise<Cancelled> {
  const { rows: chosen } = await pool.query<ChosenRow>(chosenSql, [request.projectId, request.ids]);
  if (chosen.length === 0) return { ids: [], lanes: [] };
  const told = await factsOf(announcement, chosen.map(toTarget));
  const laneIds = chosen.filter(isUpdate).map(({ lane_id: laneId }) => laneId);
  return inTransaction(pool, async (tx) => {
    const rows = await end(tx, request, laneIds);
    const events = await eventsOf(tx, rows, told);
    const lanes = await leaveRecordOrder(
      tx,
      rows.filter(isUpdate).map(({ id }) => id),
    );
    await addToOutbox(tx, events);
    return { ids: rows.map(({ id }) => id), lanes };
  });
}

const isUpdate = ({ type }: Pick<Row, 'type'>): boolean => type === 'update';

async function end(
  tx: Queryable,
  { projectId, ids, sharedToo }: CancelRequest,
  laneIds: readonly string[],
): Promise<readonly Row[]> {
  const values = [projectId, ids, resultTexts.cancelled()];
  const collecting = sharedToo ? (await tx.query<Row>(cancelBatchesSql, values)).rows : [];
  await lockRecordOrder(tx, laneIds);
  const others = await tx.query<Row>(sharedToo ? cancelOthersSql : cancelUnsharedSql, values);
  return [...collecting, ...others.rows];
}

/** Ends the records of these operations, too. */
async function eventsOf(
  tx: Queryable,
  rows: readonly Row[],
  told: (operation: OperationTarget) => Told,
): Promise<readonly NewEvent[]> {
  const [first] = rows;
  if (!first) return [];
  const ids = rows.map(({ id }) => id);
  const errors = JSON.stringify([{ message: resultTexts.cancelled() }]);
  const records = await tx.query<RecordRow>(recordsSql, [first.project_id, ids, errors]);
  const byOperation = Map.groupBy(records.rows, ({ operation_id: operationId }) => operationId);
  return rows.map((row) => {
    const operation = { ...toTarget(row), id: row.id };
    const result = { status: 'failure', result: resultTexts.cancelled() } as const;
    const end = { ...result, succeeded: 0, failed: row.record_count };
    return writeAsyncDone(
      operation,
      end,
      (byOperation.get(row.id) ?? []).map(toView).toSorted(byIndex),
      told(operation),
    );
  });
}

const toView = ({ index, record_id: recordId }: RecordRow): EndedRecordView => ({
  index,
  status: 'failed',
  ...(recordId !== null && { recordId }),
  errors: [{ message: resultTexts.cancelled() }],
});

const byIndex = (a: EndedRecordView, b: EndedRecordView): number => a.index - b.index;
