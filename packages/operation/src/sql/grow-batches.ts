import { idOf, newId, type Queryable } from '@writ/db';
import {
  batchKeyOf,
  type BatchedWrite,
  type FilledBatch,
  fillBatches,
  type OpenBatch,
} from '../auto-batch.ts';
import { lockInOrder } from './lock-in-order.ts';
import { noteColumns, notesInserted } from './note-columns.ts';
import { recordColumns } from './record-columns.ts';
import type { OrderedOperation } from './record-order.ts';
import { targetColumns } from './target-columns.ts';

const openSql = `
  SELECT o.id, o.project_id, o.installation_id, o.object_name, o.type, o.record_count, o.deadline_hours
  FROM operation o
  JOIN (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
    AS given (project_id, installation_id, object_name, type)) AS given
    USING (project_id, installation_id, object_name, type)
  WHERE o.stage = 'accumulating'
  ORDER BY o.id
  FOR UPDATE OF o`;

type OpenRow = {
  id: string;
  project_id: string;
  installation_id: string;
  object_name: string;
  type: string;
  record_count: number;
  deadline_hours: number;
};

/**
 * Decides into which batches writes go. The keys are locked to the end of the transaction, and so is each open batch:
 * several gateways cannot open two batches for one key, and a batch that is being closed takes no more records.
 */
export async function planBatches(
  tx: Queryable,
  writes: readonly BatchedWrite[],
): Promise<readonly FilledBatch[]> {
  if (writes.length === 0) return [];
  await lockInOrder(
    tx,
    writes.map((write) => idOf('auto-batch', batchKeyOf(write))),
  );
  const { rows } = await tx.query<OpenRow>(openSql, [
    writes.map(({ projectId }) => projectId),
    writes.map(({ installationId }) => installationId),
    writes.map(({ objectName }) => objectName),
    writes.map(({ type }) => type),
  ]);
  const open = new Map<string, OpenBatch>(
    rows.map((row) => [
      JSON.stringify([row.project_id, row.installation_id, row.object_name, row.type]),
      { id: row.id, count: row.record_count, deadlineHours: row.deadline_hours },
    ]),
  );
  return fillBatches(writes, open, newId);
}

/** Full batches that update records, with all their record ids: they take their places in line when they close. */
export async function closingUpdates(
  tx: Queryable,
  batches: readonly FilledBatch[],
): Promise<OrderedOperation[]> {
  const closing = batches.filter(({ full, added }) => full && added[0]?.write.type === 'update');
  const earlier = await recordIdsOf(
    tx,
    closing.flatMap(({ id, first, added }) => {
      const projectId = added[0]?.write.projectId;
      return first || projectId === undefined ? [] : [{ projectId, id }];
    }),
  );
  return closing.flatMap(({ id, added }) => {
    const write = added[0]?.write;
    if (!write) return [];
    const recordIds = [...(earlier.get(id) ?? []), ...added.map((one) => one.write.record.id ?? '')];
    return [{ ...write, id, recordIds }];
  });
}

/** The ids of the records of operations, by operation. */
export async function recordIdsOf(
  tx: Queryable,
  operations: readonly { projectId: string; id: string }[],
): Promise<ReadonlyMap<string, string[]>> {
  if (operations.length === 0) return new Map();
  const { rows } = await tx.query<{ operation_id: string; ids: string[] }>(
    `SELECT operation_id, array_agg(record_id) AS ids
     FROM operation_record JOIN unnest($1::uuid[], $2::uuid[]) AS given (project_id, operation_id)
       USING (project_id, operation_id)
     WHERE record_id IS NOT NULL GROUP BY operation_id`,
    [operations.map(({ projectId }) => projectId), operations.map(({ id }) => id)],
  );
  return new Map(rows.map(({ operation_id, ids }) => [operation_id, ids]));
}

const growSql = `
  WITH moment AS (
    SELECT clock_timestamp() AS now
  )
  UPDATE operation o
  SET record_count = g.record_count, deadline_hours = g.deadline_hours, update_time = now,
    stage = CASE WHEN g.is_full THEN 'executing' ELSE o.stage END,
    due_at = CASE WHEN g.is_full THEN now ELSE o.due_at END,
    deadline_at = CASE WHEN g.is_full THEN now + g.deadline_hours * interval '1 hour' END,
    position = CASE WHEN g.is_full THEN nextval('operation_position_seq') ELSE o.position END
  FROM unnest($1::uuid[], $2::int[], $3::int[], $4::bool[])
    AS g (id, record_count, deadline_hours, is_full), moment
  WHERE o.id = g.id AND o.stage = 'accumulating'
  RETURNING o.id, o.due_at`;

const insertSql = (others: string): string => `
  WITH moment AS (
    SELECT clock_timestamp() AS now
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
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[],
      $9::text[], $10::text[], $11::text[], $12::uuid[], $13::bool[], $14::int[], $15::int[], $16::int[], $17::text[])
      AS b (project_id, id, integration_id, installation_id, config_id, connection_id, group_ref, provider, account,
        object_name, type, lane_id, is_full, delay_minutes, deadline_hours, record_count, request_id), moment
    RETURNING id, due_at
  ), recorded AS (
    INSERT INTO operation_record (project_id, operation_id, index, planned, associations, if_empty, record_id,
      request_id, idempotency_key, forward_headers)
    SELECT * FROM unnest($18::uuid[], $19::uuid[], $20::int[], $21::jsonb[], $22::jsonb[], $23::jsonb[], $24::text[],
      $25::text[], $26::text[], $27::jsonb[])
  )${others}
  SELECT id, due_at FROM begun`;

const withoutNotes = insertSql('');
const withNotes = insertSql(notesInserted(28));

type DueRow = { id: string; due_at: Date };

/**
 * Stores what `planBatches` decided. Batches that were open before come first, since a full one has to be closed before
 * the next one of its key can open. Gives when each batch is due.
 */
export async function growBatches(
  tx: Queryable,
  batches: readonly FilledBatch[],
): Promise<ReadonlyMap<string, Date>> {
  const grown = batches.filter(({ first }) => !first);
  const rows = [
    ...(grown.length > 0 ? await growOpenBatches(tx, grown) : []),
    ...(await beginBatches(tx, batches)),
  ];
  return new Map(rows.map(({ id, due_at }) => [id, due_at]));
}

async function growOpenBatches(tx: Queryable, grown: readonly FilledBatch[]): Promise<DueRow[]> {
  const { rows } = await tx.query<DueRow>(growSql, [
    grown.map(({ id }) => id),
    grown.map(({ count }) => count),
    grown.map(({ deadlineHours }) => deadlineHours),
    grown.map(({ full }) => full),
  ]);
  return rows;
}

/** Inserts the new batches, and the new records of all. */
async function beginBatches(tx: Queryable, batches: readonly FilledBatch[]): Promise<DueRow[]> {
  const begun = batches.flatMap(({ first, ...batch }) => (first ? [{ batch, first }] : []));
  const records = batches.flatMap(({ id, added }) =>
    added.map(({ write, index }) => ({
      operation: { projectId: write.projectId, id, notes: write.notes },
      planned: write.record,
      index,
      write,
    })),
  );
  const notes = noteColumns(records.map(({ operation }) => operation));
  const { rows } = await tx.query<DueRow>(notes.length > 0 ? withNotes : withoutNotes, [
    ...targetColumns(begun.map(({ batch, first }) => ({ ...first, id: batch.id }))),
    begun.map(({ first }) => first.laneId),
    begun.map(({ batch }) => batch.full),
    begun.map(({ first }) => first.maxDelayMinutes),
    begun.map(({ batch }) => batch.deadlineHours),
    begun.map(({ batch }) => batch.count),
    begun.map(({ first }) => first.requestId),
    ...recordColumns(records),
    records.map(({ planned }) => planned.id ?? null),
    records.map(({ write }) => write.requestId),
    records.map(({ write }) => write.idempotencyKey ?? null),
    records.map(({ write }) =>
      write.forwardHeaders.length > 0 ? JSON.stringify(write.forwardHeaders) : null,
    ),
    ...notes,
  ]);
  return rows;
}
