import { arraysOf, columnTexts, inTransaction } from '@writ/db';
import type { Pool } from 'pg';
import { recordKeysOf } from './open-batches.ts';
import {
  enterRecordOrder,
  isOrdered,
  lockRecordOrder,
  orderEntriesOf,
  type OrderedOperation,
} from '../../order/record-order.ts';

const anyDueSql = `
  SELECT lane_id AS "laneId" FROM unnest($1::uuid[]) AS asked (lane_id)
  WHERE EXISTS (
    SELECT FROM operation o
    WHERE o.lane_id = asked.lane_id AND stage = 'accumulating' AND due_at <= (SELECT clock_timestamp()))`;

/** Slices close their lanes' batches sooner. */
const lateMs = 5_000;

const lateSql = `
  SELECT DISTINCT lane_id AS "laneId" FROM operation
  WHERE stage = 'accumulating' AND due_at <= (SELECT clock_timestamp() - ${lateMs} * interval '1 ms')
  LIMIT $1`;

const dueSql = `
  SELECT ${columnTexts('operation', ['projectId', 'id', 'laneId', 'objectName', 'type'])} FROM operation
  WHERE lane_id = $1 AND stage = 'accumulating' AND due_at <= (SELECT clock_timestamp())
  ORDER BY id
  FOR UPDATE SKIP LOCKED`;

const closeSql = `
  UPDATE operation SET stage = 'executing', position = nextval('operation_position_seq'),
    deadline_at = clock_timestamp() + operation.deadline_hours * interval '1 hour', update_time = clock_timestamp()
  FROM unnest($1::uuid[], $2::uuid[]) AS given (project_id, id)
  WHERE operation.project_id = given.project_id AND operation.id = given.id`;

/** Called often; rarely finds any. */
export async function lanesWithDueBatches(pool: Pool, laneIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ laneId: string }>(anyDueSql, [laneIds]);
  return rows.map(({ laneId }) => laneId);
}

/** Lanes without slices that have late batches. */
export async function lanesWithLateBatches(pool: Pool, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ laneId: string }>(lateSql, [limit]);
  return rows.map(({ laneId }) => laneId);
}

/**
 * Due batches take no more records, begin their retry deadline, and enter their records' lines. Returns their
 * number.
 */
export async function closeDueBatches(pool: Pool, laneId: string): Promise<number> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<Omit<OrderedOperation, 'recordKeys'>>(dueSql, [laneId]);
    if (rows.length === 0) return 0;
    const recordKeys = await recordKeysOf(tx, rows.filter(isOrdered));
    const entries = orderEntriesOf(rows.map((row) => ({ ...row, recordKeys: recordKeys.get(row.id) ?? [] })));
    await lockRecordOrder(tx, entries);
    await tx.query(closeSql, arraysOf(rows, 'projectId', 'id'));
    await enterRecordOrder(tx, entries);
    return rows.length;
  });
}
