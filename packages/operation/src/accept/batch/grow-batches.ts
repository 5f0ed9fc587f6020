import { plainArray, type Queryable } from '@writ/db';
import { providerLanesTouched } from '@writ/lanes';
import type { NoteLine } from '@writ/write-core';
import { allTook, fed } from '../../follow/feed.ts';
import type { FilledBatch } from './auto-batch.ts';
import { givenOperations, operationsGiven, targetColumns } from '../rows/given-operations.ts';
import { givenRecords, recordsInserted } from '../rows/given-records.ts';
import { noteColumns, notesInserted } from '../rows/note-columns.ts';

const own = `lane_id uuid, is_full bool, delay_minutes int, deadline_hours int, record_count int,
  record_bytes int`;
const ownOfRecord = { record_id: 'text', idempotency_key: 'text', forward_headers: 'jsonb' };

/** Full batches close before the next of their key begins. Lanes are locked last. */
const grow = {
  name: 'grow-batches',
  text: `
  WITH moment AS MATERIALIZED (
    SELECT clock_timestamp() AS now
  ), grown AS (
    UPDATE operation o
    SET record_count = g.record_count, record_bytes = g.record_bytes, deadline_hours = g.deadline_hours,
      update_time = now,
      stage = CASE WHEN g.is_full THEN 'executing' ELSE o.stage END,
      due_at = CASE WHEN g.is_full THEN now ELSE o.due_at END,
      deadline_at = CASE WHEN g.is_full THEN now + g.deadline_hours * interval '1 hour' END,
      position = CASE WHEN g.is_full THEN nextval('operation_position_seq') ELSE o.position END
    FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::bool[])
      AS g (project_id, id, record_count, record_bytes, deadline_hours, is_full), moment
    WHERE o.project_id = g.project_id AND o.id = g.id
    RETURNING o.id, o.lane_id, o.project_id, o.provider, o.account, o.due_at, o.stage
  ), begun AS (
    INSERT INTO operation (${targetColumns}, id, type, mode, form, status, stage, lane_id, due_at, deadline_at, deadline_hours,
      record_count, record_bytes, request_id, trace_parent, create_time, update_time)
    SELECT ${targetColumns}, id, type, 'asynchronous', 'batch', 'in_progress',
      CASE WHEN is_full THEN 'executing' ELSE 'accumulating' END, lane_id,
      CASE WHEN is_full THEN now ELSE now + delay_minutes * interval '1 minute' END,
      CASE WHEN is_full THEN now + deadline_hours * interval '1 hour' END,
      deadline_hours, record_count, record_bytes, request_id, trace_parent, now, now
    FROM (${operationsGiven(own, 7)}) AS given, moment, (SELECT count(*) AS closed FROM grown) AS before
    WHERE closed >= 0
    ORDER BY ordinality
    RETURNING id, lane_id, project_id, provider, account, due_at
  ), due_sooner AS (
    -- A batch that only grows has touched its lane already.
    SELECT lane_id, project_id, provider, account, due_at FROM begun
    UNION ALL
    SELECT lane_id, project_id, provider, account, due_at FROM grown WHERE stage = 'executing'
  ), ${recordsInserted(ownOfRecord, 9)}, ${notesInserted(10)},
  ${fed(`${allTook('accepted', 'begun')} UNION ALL ${allTook('joined', 'grown')}`)},
  ${providerLanesTouched('due_sooner')}
  SELECT id FROM touched`,
};

/**
 * Stores the result of `fillBatches` under the locks of `lockOpenBatches`, and touches lanes of batches that
 * begin or close. Returns lanes whose due time moved forward.
 */
export async function growBatches(
  tx: Queryable,
  batches: readonly FilledBatch[],
): Promise<ReadonlySet<string>> {
  const grown = batches.filter(({ first }) => !first);
  const begun = batches.flatMap(({ first, ...batch }) => (first ? [{ ...first, id: batch.id, batch }] : []));
  const records = batches.flatMap(({ id, added }) =>
    added.map(({ write, index, stored }) => ({
      operation: { projectId: write.projectId, id, notes: write.notes.map(noteOf(index)) },
      planned: write.record,
      stored,
      index,
      requestId: write.requestId,
      write,
    })),
  );
  const { rows } = await tx.query<{ id: string }>({
    ...grow,
    values: [
      plainArray(grown.map(({ write }) => write.projectId)),
      plainArray(grown.map(({ id }) => id)),
      plainArray(grown.map(({ count }) => count)),
      plainArray(grown.map(({ bytes }) => bytes)),
      plainArray(grown.map(({ deadlineHours }) => deadlineHours)),
      plainArray(grown.map(({ full }) => full)),
      ...givenOperations(begun, ({ laneId, maxDelayMinutes, batch }) => ({
        lane_id: laneId,
        is_full: batch.full,
        delay_minutes: maxDelayMinutes,
        deadline_hours: batch.deadlineHours,
        record_count: batch.count,
        record_bytes: batch.bytes,
      })),
      givenRecords(records, ({ planned, write }) => ({
        record_id: planned.id,
        idempotency_key: write.keyed?.key,
        forward_headers: write.forwardHeaders.length > 0 ? write.forwardHeaders : undefined,
      })),
      ...noteColumns(records.map(({ operation }) => operation)),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

const noteOf =
  (index: number) =>
  (line: NoteLine): NoteLine => ({ ...line, details: { ...line.details, records: [index] } });
