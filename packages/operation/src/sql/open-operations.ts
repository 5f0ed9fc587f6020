import type { Queryable, StatementPart } from '@writ/db';
import type { QueryResultRow } from 'pg';
import type { NewOperation } from '../operation.ts';
import { noteColumns, notesInserted } from './note-columns.ts';
import { recordColumns } from './record-columns.ts';
import { targetColumns } from './target-columns.ts';

const sql = (others: string, select: string): string => `
  WITH given AS (
    SELECT * FROM unnest(
      $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[],
      $10::text[], $11::text[], $12::text[], $13::bool[], $14::jsonb[], $15::uuid[], $16::int[], $17::text[], $18::int[]
    ) AS o (project_id, id, integration_id, installation_id, config_id, connection_id, group_ref, provider, account,
      object_name, type, form, all_or_none, forward_headers, lane_id, deadline_hours, request_id, record_count)
  ), moment AS (
    SELECT clock_timestamp() AS now
  ), opened AS (
    INSERT INTO operation (project_id, id, integration_id, installation_id, config_id, connection_id, group_ref,
      provider, account, object_name, type, mode, form, all_or_none, forward_headers, status, lane_id, due_at,
      deadline_at, deadline_hours, record_count, request_id, create_time, update_time)
    SELECT project_id, id, integration_id, installation_id, config_id, connection_id, group_ref, provider, account,
      object_name, type, 'asynchronous', form, all_or_none, forward_headers, 'in_progress', lane_id, now,
      now + deadline_hours * interval '1 hour', deadline_hours, record_count, request_id, now, now
    FROM given, moment
  ), recorded AS (
    INSERT INTO operation_record
      (project_id, operation_id, index, planned, associations, if_empty, record_id, request_id)
    SELECT * FROM unnest(
      $19::uuid[], $20::uuid[], $21::int[], $22::jsonb[], $23::jsonb[], $24::jsonb[], $25::text[], $26::text[])
  )${others}
  ${select}`;

const ownParameters = 26;
const texts = new Map<string, string>();

/** The statement with or without notes and another part; made once for each kind. */
function statement(notes: number, part: StatementPart | undefined): { name: string; text: string } {
  const name = ['open-operations', ...(notes > 0 ? ['notes'] : []), ...(part ? [part.name] : [])].join(' ');
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
export async function openOperations<Row extends QueryResultRow>(
  tx: Queryable,
  operations: readonly NewOperation[],
  part?: StatementPart,
): Promise<Row[]> {
  const column = <T>(pick: (operation: NewOperation) => T): T[] => operations.map(pick);
  const records = operations.flatMap((operation) =>
    operation.records.map((planned, index) => ({ operation, planned, index })),
  );
  const notes = noteColumns(operations);
  const { rows } = await tx.query<Row>({
    ...statement(notes.length, part),
    values: [
      ...targetColumns(operations),
      column((o) => o.form),
      column((o) => o.allOrNone),
      column((o) => (o.forwardHeaders.length > 0 ? JSON.stringify(o.forwardHeaders) : null)),
      column((o) => o.laneId),
      column((o) => o.deadlineHours),
      column((o) => o.requestId),
      column((o) => o.records.length),
      ...recordColumns(records),
      records.map(({ planned }) => planned.id ?? null),
      records.map(({ operation }) => operation.requestId),
      ...notes,
      ...(part?.values ?? []),
    ],
  });
  return rows;
}
