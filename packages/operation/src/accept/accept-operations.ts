import { arraysOf, type Queryable } from '@writ/db';
import { providerLanesTouched } from '@writ/lanes';
import { allTook, fed } from '../follow/feed.ts';
import type { PlannedRecord } from '@writ/write-core';
import type { LastError, NewOperation } from '../operation.ts';
import { enterRecordOrder, lockRecordOrder, orderEntriesOf, recordKeyOf } from '../order/record-order.ts';
import { recordJson, toStoredFault } from '../record-columns.ts';
import { givenOperations, operationsGiven, targetColumns } from './rows/given-operations.ts';
import { givenRecords, recordsInserted } from './rows/given-records.ts';
import { noteColumns, notesInserted } from './rows/note-columns.ts';
import { shareKeyOf } from './share-key.ts';

/**
 * Stores accepted writes in the caller's transaction; updates enter their records' lines. Creates alone need
 * no transaction. Returns lanes whose due time moved forward.
 */
export async function acceptOperations(
  tx: Queryable,
  operations: readonly NewOperation[],
): Promise<ReadonlySet<string>> {
  const entries = orderEntriesOf(
    operations.map((operation) => ({
      ...operation,
      recordKeys: operation.records.filter(isSent).flatMap(recordKeyOf),
    })),
  );
  await lockRecordOrder(tx, entries);
  const lanes = await insertOperations(tx, operations);
  await enterRecordOrder(tx, entries);
  return lanes;
}

/** A record refused by its plan is stored as failed. */
const isSent = ({ refused }: PlannedRecord): boolean => !refused;

const storedSql = `
  SELECT count(*)::int AS stored
  FROM unnest($1::uuid[], $2::uuid[]) AS given (project_id, id) JOIN operation USING (project_id, id)`;

/** Resolves a statement or commit whose answer was lost. */
export async function areStored(
  db: Queryable,
  operations: readonly Pick<NewOperation, 'projectId' | 'id'>[],
): Promise<boolean> {
  const { rows } = await db.query<{ stored: number }>(storedSql, arraysOf(operations, 'projectId', 'id'));
  return rows[0]?.stored === operations.length;
}

const own = `form text, all_or_none bool, forward_headers jsonb, lane_id uuid, deadline_hours int, record_count int,
  record_bytes int, share_key uuid, together int, idempotency_key text, retry_of uuid, failed int, last_error jsonb`;

const insert = {
  name: 'insert-operations',
  text: `
  WITH given AS (${operationsGiven(own, 1)}
  ), moment AS (
    SELECT clock_timestamp() AS now
  ), inserted AS (
    INSERT INTO operation (${targetColumns}, id, type, mode, form, all_or_none, forward_headers, status, lane_id, due_at,
      deadline_at, deadline_hours, record_count, record_bytes, share_key, together, request_id, trace_parent, idempotency_key,
      retry_of, failed, last_error, create_time, update_time)
    SELECT ${targetColumns}, id, type, 'asynchronous', form, all_or_none, forward_headers, 'in_progress', lane_id, now,
      now + deadline_hours * interval '1 hour', deadline_hours, record_count, record_bytes,
      share_key, together, request_id, trace_parent, idempotency_key, retry_of, failed, last_error, now, now
    FROM given, moment
    ORDER BY ordinality
    RETURNING id, lane_id, project_id, provider, account, due_at
  ), ${recordsInserted({ record_id: 'text', status: 'text', errors: 'jsonb' }, 3)}, ${notesInserted(4)},
  ${fed(allTook('accepted', 'inserted'))}, ${providerLanesTouched('inserted')}
  SELECT id FROM touched`,
};

async function insertOperations(
  tx: Queryable,
  operations: readonly NewOperation[],
): Promise<ReadonlySet<string>> {
  const records = operations.flatMap((operation) =>
    operation.records.map((planned, index) => ({
      operation,
      planned,
      stored: recordJson(planned),
      index,
      requestId: operation.requestId,
    })),
  );
  const bytes = new Map<NewOperation, number>();
  for (const { operation, stored } of records)
    bytes.set(operation, (bytes.get(operation) ?? 0) + stored.bytes);
  const { rows } = await tx.query<{ id: string }>({
    ...insert,
    values: [
      ...givenOperations(operations, (o) => ({
        form: o.form,
        all_or_none: o.allOrNone,
        forward_headers: o.forwardHeaders.length > 0 ? o.forwardHeaders : undefined,
        lane_id: o.laneId,
        deadline_hours: o.deadlineHours,
        record_count: o.records.length,
        record_bytes: bytes.get(o) ?? 0,
        share_key: shareKeyOf(o),
        together: o.together,
        idempotency_key: o.keyed?.key,
        retry_of: o.retryOf,
        ...refusedOf(o),
      })),
      givenRecords(records, ({ planned }) => ({
        record_id: planned.id,
        status: planned.refused ? 'failed' : 'pending',
        errors: planned.refused?.map(toStoredFault),
      })),
      ...noteColumns(operations),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

function refusedOf({ records }: NewOperation): { failed: number; last_error?: LastError } {
  const refused = records.flatMap((record) => record.refused ?? []).at(-1);
  const failed = records.filter((record) => !isSent(record)).length;
  return { failed, ...(refused && { last_error: { failedBy: refused.kind } }) };
}
