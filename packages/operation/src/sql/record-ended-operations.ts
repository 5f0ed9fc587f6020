import type { Queryable } from '@writ/db';
import type { EndedOperation } from '../operation.ts';
import { noteColumns, notesInserted } from './note-columns.ts';
import { recordColumns } from './record-columns.ts';
import { toStoredFault } from './stored-fault.ts';
import { targetColumns } from './target-columns.ts';

const sql = (others: string): string => `
  WITH given AS (
    SELECT * FROM unnest(
      $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[],
      $10::text[], $11::text[], $12::text[], $13::bool[], $14::text[], $15::text[], $16::text[], $17::int[], $18::int[]
    ) AS o (project_id, id, integration_id, installation_id, config_id, connection_id, group_ref, provider, account,
      object_name, type, form, all_or_none, status, result, request_id, succeeded, failed)
  ), moment AS (
    SELECT clock_timestamp() AS now
  ), recorded AS (
    INSERT INTO operation (project_id, id, integration_id, installation_id, config_id, connection_id, group_ref,
      provider, account, object_name, type, mode, form, all_or_none, status, result, attempt, last_attempt_at,
      record_count, succeeded, failed, request_id, create_time, update_time)
    SELECT project_id, id, integration_id, installation_id, config_id, connection_id, group_ref, provider, account,
      object_name, type, 'synchronous', form, all_or_none, status, result, 1, now, succeeded + failed, succeeded,
      failed, request_id, now, now
    FROM given, moment
  )${others}
  INSERT INTO operation_record
    (project_id, operation_id, index, planned, associations, if_empty, status, record_id, errors, request_id)
  SELECT * FROM unnest(
    $19::uuid[], $20::uuid[], $21::int[], $22::jsonb[], $23::jsonb[], $24::jsonb[], $25::text[], $26::text[],
    $27::jsonb[], $28::text[])`;

const withoutNotes = { name: 'record-ended-operations', text: sql('') };
const withNotes = { name: 'record-ended-operations-with-notes', text: sql(notesInserted(29)) };

/** Records synchronous writes that have ended, so that every write can be found again (Contract §4.2). */
export async function recordEndedOperations(
  tx: Queryable,
  operations: readonly EndedOperation[],
): Promise<void> {
  const column = <T>(pick: (operation: EndedOperation) => T): T[] => operations.map(pick);
  const written = (operation: EndedOperation): number =>
    operation.records.filter(({ faults }) => faults.length === 0).length;
  const records = operations.flatMap((operation) =>
    operation.records.map((record, index) => ({ operation, index, ...record })),
  );
  const notes = noteColumns(operations);
  await tx.query({
    ...(notes.length > 0 ? withNotes : withoutNotes),
    values: [
      ...targetColumns(operations),
      column((o) => o.form),
      column((o) => o.allOrNone),
      column((o) => o.status),
      column((o) => o.result),
      column((o) => o.requestId),
      column(written),
      column((o) => o.records.length - written(o)),
      ...recordColumns(records),
      records.map(({ faults }) => (faults.length === 0 ? 'written' : 'failed')),
      records.map(({ recordId, planned }) => recordId ?? planned.id ?? null),
      records.map(({ faults }) => (faults.length === 0 ? null : JSON.stringify(faults.map(toStoredFault)))),
      records.map(({ operation }) => operation.requestId),
      ...notes,
    ],
  });
}
