import type { Queryable } from '@writ/db';
import type { EndedOperation } from '../operation.ts';
import { recordJson } from './rows/record-json.ts';
import { givenOperations, operationsGiven } from './rows/given-operations.ts';
import { givenRecords, recordsInserted } from './rows/given-records.ts';
import { noteColumns, notesInserted } from './rows/note-columns.ts';
import { recordOneEnded } from './record-one-ended.ts';
import { toStoredFault } from '../stored-fault.ts';

const own = `form text, all_or_none bool, status text, result text, succeeded int, failed int,
  took_ms float8`;
const ownOfRecord = { status: 'text', record_id: 'text', errors: 'jsonb' };

const sql = (others: string): string => `
  WITH given AS (${operationsGiven(own, 1)}
  ), moment AS (
    SELECT clock_timestamp() AS now
  ), ended AS (
    INSERT INTO operation (project_id, id, integration_id, installation_id, config_id, connection_id, group_ref,
      provider, account, object_name, type, mode, form, all_or_none, status, result, attempt, last_attempt_at,
      record_count, succeeded, failed, request_id, create_time, update_time)
    SELECT project_id, id, integration_id, installation_id, config_id, connection_id, group_ref, provider, account,
      object_name, type, 'synchronous', form, all_or_none, status, result, 1, begun, succeeded + failed, succeeded,
      failed, request_id, begun, now
    FROM given, moment, LATERAL (SELECT now - took_ms * interval '1 ms' AS begun) AS began
    ORDER BY ordinality
  ), ${recordsInserted(ownOfRecord, 3)}${others}
  SELECT FROM moment LIMIT 0`;

const withoutNotes = { name: 'record-ended-operations', text: sql('') };
const withNotes = { name: 'record-ended-operations-with-notes', text: sql(notesInserted(4)) };

/** Records synchronous writes that have ended, so that every write can be found again (Contract §4.2). */
export async function recordEndedOperations(
  tx: Queryable,
  operations: readonly EndedOperation[],
): Promise<void> {
  const [first, ...others] = operations;
  const [record, ...more] = first?.records ?? [];
  if (first && record && others.length + more.length + first.notes.length === 0) {
    return recordOneEnded(tx, first, record);
  }
  const written = (operation: EndedOperation): number =>
    operation.records.filter(({ faults }) => faults.length === 0).length;
  const records = operations.flatMap((operation) =>
    operation.records.map((record, index) => ({
      operation,
      index,
      stored: recordJson(record.planned),
      requestId: operation.requestId,
      ...record,
    })),
  );
  const notes = noteColumns(operations);
  await tx.query({
    ...(notes.length > 0 ? withNotes : withoutNotes),
    values: [
      ...givenOperations(operations, (o) => ({
        form: o.form,
        all_or_none: o.allOrNone,
        status: o.status,
        result: o.result,
        succeeded: written(o),
        failed: o.records.length - written(o),
        took_ms: o.tookMs,
      })),
      givenRecords(records, ({ faults, recordId, planned }) => ({
        status: faults.length === 0 ? 'written' : 'failed',
        record_id: recordId ?? planned.id,
        errors: faults.length === 0 ? undefined : faults.map(toStoredFault),
      })),
      ...notes,
    ],
  });
}
