import type { Queryable, StatementPart } from '@writ/db';
import type { QueryResultRow } from 'pg';
import type { NewOperation } from '../operation.ts';
import { recordJson } from './rows/record-json.ts';
import { givenOperations, operationsGiven } from './rows/given-operations.ts';
import { givenRecords, recordsInserted } from './rows/given-records.ts';
import { noteColumns, notesInserted } from './rows/note-columns.ts';

const own = `form text, all_or_none bool, forward_headers jsonb, lane_id uuid, deadline_hours int, record_count int,
  record_bytes int`;

const sql = (others: string, select: string): string => `
  WITH given AS (${operationsGiven(own, 1)}
  ), moment AS (
    SELECT clock_timestamp() AS now
  ), inserted AS (
    INSERT INTO operation (project_id, id, integration_id, installation_id, config_id, connection_id, group_ref,
      provider, account, object_name, type, mode, form, all_or_none, forward_headers, status, lane_id, due_at,
      deadline_at, deadline_hours, record_count, record_bytes, request_id, create_time, update_time)
    SELECT project_id, id, integration_id, installation_id, config_id, connection_id, group_ref, provider, account,
      object_name, type, 'asynchronous', form, all_or_none, forward_headers, 'in_progress', lane_id, now,
      now + deadline_hours * interval '1 hour', deadline_hours, record_count, record_bytes,
      request_id, now, now
    FROM given, moment
    ORDER BY ordinality
  ), ${recordsInserted({ record_id: 'text' }, 3)}${others}
  ${select}`;

const ownParameters = 3;
const texts = new Map<string, string>();

/** The statement with or without notes and another part; made once for each kind. */
function statement(notes: number, part: StatementPart | undefined): { name: string; text: string } {
  const name = ['insert-operations', ...(notes > 0 ? ['notes'] : []), ...(part ? [part.name] : [])].join(' ');
  let text = texts.get(name);
  if (text === undefined) {
    const noted = notes > 0 ? notesInserted(ownParameters + 1) : '';
    const parts = part ? `, ${part.with(ownParameters + notes + 1)}` : '';
    text = sql(noted + parts, part?.select ?? 'SELECT FROM moment LIMIT 0');
    texts.set(name, text);
  }
  return { name, text };
}

/**
 * Stores accepted asynchronous writes with their planned records and notes: one statement, all due at once. It carries
 * along another package's part, and gives the rows of that.
 */
export async function insertOperations<Row extends QueryResultRow>(
  tx: Queryable,
  operations: readonly NewOperation[],
  part?: StatementPart,
): Promise<Row[]> {
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
  const notes = noteColumns(operations);
  const { rows } = await tx.query<Row>({
    ...statement(notes.length, part),
    values: [
      ...givenOperations(operations, (o) => ({
        form: o.form,
        all_or_none: o.allOrNone,
        forward_headers: o.forwardHeaders.length > 0 ? o.forwardHeaders : undefined,
        lane_id: o.laneId,
        deadline_hours: o.deadlineHours,
        record_count: o.records.length,
        record_bytes: bytes.get(o) ?? 0,
      })),
      givenRecords(records, ({ planned }) => ({ record_id: planned.id })),
      ...notes,
      ...(part?.values ?? []),
    ],
  });
  return rows;
}
