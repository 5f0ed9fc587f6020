import type { Queryable } from '@writ/db';
import type { FilledBatch } from '../auto-batch.ts';
import { givenOperations, operationsGiven } from './given-operations.ts';
import { givenRecords, recordsInserted } from './given-records.ts';
import { noteColumns, notesInserted } from './note-columns.ts';

const own = `lane_id uuid, is_full bool, delay_minutes int, deadline_hours int, record_count int`;
const ownOfRecord = { record_id: 'text', idempotency_key: 'text', forward_headers: 'jsonb' };

const sql = (others: string): string => `
  WITH moment AS (
    SELECT clock_timestamp() AS now
  ), grown AS (
    UPDATE operation o
    SET record_count = g.record_count, deadline_hours = g.deadline_hours, update_time = now,
      stage = CASE WHEN g.is_full THEN 'executing' ELSE o.stage END,
      due_at = CASE WHEN g.is_full THEN now ELSE o.due_at END,
      deadline_at = CASE WHEN g.is_full THEN now + g.deadline_hours * interval '1 hour' END,
      position = CASE WHEN g.is_full THEN nextval('operation_position_seq') ELSE o.position END
    FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::bool[])
      AS g (project_id, id, record_count, deadline_hours, is_full), moment
    WHERE o.project_id = g.project_id AND o.id = g.id AND o.stage = 'accumulating'
    RETURNING o.id, o.due_at
  ), begun AS (
    INSERT INTO operation (project_id, id, integration_id, installation_id, config_id, connection_id, group_ref,
      provider, account, object_name, type, mode, form, status, stage, lane_id, due_at, deadline_at, deadline_hours,
      record_count, request_id, create_time, update_time)
    SELECT project_id, id, integration_id, installation_id, config_id, connection_id, group_ref, provider, account,
      object_name, type, 'asynchronous', 'batch', 'in_progress',
      CASE WHEN is_full THEN 'executing' ELSE 'accumulating' END, lane_id,
      CASE WHEN is_full THEN now ELSE now + delay_minutes * interval '1 minute' END,
      CASE WHEN is_full THEN now + deadline_hours * interval '1 hour' END,
      deadline_hours, record_count, request_id, now, now
    FROM (${operationsGiven(own, 6)}) AS given, moment
    ORDER BY ordinality
    RETURNING id, due_at
  ), ${recordsInserted(ownOfRecord, 8)}${others}
  SELECT id, due_at FROM grown UNION ALL SELECT id, due_at FROM begun`;

const withoutNotes = { name: 'grow-batches', text: sql('') };
const withNotes = { name: 'grow-batches notes', text: sql(notesInserted(9)) };

type DueRow = { id: string; due_at: Date };

/**
 * Stores what `planBatches` decided. A batch that was open before and is full now has to be closed before the next one
 * of its key can open: those that open after another come in a second statement. Gives when each batch is due.
 */
export async function growBatches(
  tx: Queryable,
  batches: readonly FilledBatch[],
): Promise<ReadonlyMap<string, Date>> {
  const closed = new Set(batches.filter(({ first, full }) => !first && full).map(({ key }) => key));
  const follows = ({ first, key }: FilledBatch): boolean => first !== undefined && closed.has(key);
  const following = batches.filter(follows);
  const rows = [
    ...(await storeBatches(
      tx,
      batches.filter((batch) => !follows(batch)),
    )),
    ...(following.length > 0 ? await storeBatches(tx, following) : []),
  ];
  return new Map(rows.map(({ id, due_at }) => [id, due_at]));
}

async function storeBatches(tx: Queryable, batches: readonly FilledBatch[]): Promise<DueRow[]> {
  const grown = batches.filter(({ first }) => !first);
  const begun = batches.flatMap(({ first, ...batch }) => (first ? [{ ...first, id: batch.id, batch }] : []));
  const records = batches.flatMap(({ id, added }) =>
    added.map(({ write, index }) => ({
      operation: { projectId: write.projectId, id, notes: write.notes },
      planned: write.record,
      index,
      requestId: write.requestId,
      write,
    })),
  );
  const notes = noteColumns(records.map(({ operation }) => operation));
  const { rows } = await tx.query<DueRow>({
    ...(notes.length > 0 ? withNotes : withoutNotes),
    values: [
      grown.map(({ projectId }) => projectId),
      grown.map(({ id }) => id),
      grown.map(({ count }) => count),
      grown.map(({ deadlineHours }) => deadlineHours),
      grown.map(({ full }) => full),
      ...givenOperations(begun, ({ laneId, maxDelayMinutes, batch }) => ({
        lane_id: laneId,
        is_full: batch.full,
        delay_minutes: maxDelayMinutes,
        deadline_hours: batch.deadlineHours,
        record_count: batch.count,
      })),
      givenRecords(records, ({ planned, write }) => ({
        record_id: planned.id,
        idempotency_key: write.idempotencyKey,
        forward_headers: write.forwardHeaders.length > 0 ? write.forwardHeaders : undefined,
      })),
      ...notes,
    ],
  });
  return rows;
}
