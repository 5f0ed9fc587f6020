import { plainArray, type Queryable, type StatementPart } from '@writ/db';
import { DatabaseError, type QueryResultRow } from 'pg';
import type { NoteLine } from '@writ/write-core';
import type { FilledBatch } from './auto-batch.ts';
import { batchLock } from './batch-lock.ts';
import { givenOperations, operationsGiven } from '../rows/given-operations.ts';
import { givenRecords, recordsInserted } from '../rows/given-records.ts';
import { noteColumns, notesInserted } from '../rows/note-columns.ts';

const own = `lane_id uuid, is_full bool, delay_minutes int, deadline_hours int, record_count int,
  record_bytes int`;
const ownOfRecord = { record_id: 'text', idempotency_key: 'text', forward_headers: 'jsonb' };

/**
 * Batches that were open are told by what was known of them: where one of them is another by now, the statement divides
 * by zero and stores nothing at all (`isStale`). What begins waits for that, since a batch that is full has to be closed
 * before the next one of its key can open. Keys of what begins are locked first, then rows in the order of ids, as
 * `planBatches` locks them; what else the statement carries along (lanes are locked last of all) reads `moment`, and so
 * begins when all that has been checked.
 */
const sql = (others: string, select: string): string => `
  WITH clock AS (
    SELECT clock_timestamp() AS now
  ), locked AS MATERIALIZED (
    SELECT pg_advisory_xact_lock(hashtextextended(id::text, 0))
    FROM (SELECT DISTINCT id FROM unnest($11::uuid[]) AS begins (id) ORDER BY id) AS sorted
  ), known AS (
    SELECT g.* FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::int[], $7::bool[])
      AS g (project_id, id, known_count, record_count, record_bytes, deadline_hours, is_full),
      (SELECT count(*) FROM locked) AS locks
  ), held AS (
    SELECT o.project_id, o.id
    FROM operation o JOIN known g ON o.project_id = g.project_id AND o.id = g.id AND o.record_count = g.known_count
    WHERE o.stage = 'accumulating'
    ORDER BY o.id
    FOR UPDATE OF o
  ), grown AS (
    UPDATE operation o
    SET record_count = g.record_count, record_bytes = g.record_bytes, deadline_hours = g.deadline_hours,
      update_time = now,
      stage = CASE WHEN g.is_full THEN 'executing' ELSE o.stage END,
      due_at = CASE WHEN g.is_full THEN now ELSE o.due_at END,
      deadline_at = CASE WHEN g.is_full THEN now + g.deadline_hours * interval '1 hour' END,
      position = CASE WHEN g.is_full THEN nextval('operation_position_seq') ELSE o.position END
    FROM held JOIN known g USING (project_id, id), clock
    WHERE o.project_id = held.project_id AND o.id = held.id
    RETURNING o.id, o.due_at
  ), checked AS MATERIALIZED (
    -- Asked for here, too: where nothing grows nobody else has asked for the locks, and what is not asked for is not taken.
    SELECT 1 / (count(*) = cardinality($2::uuid[]) AND (SELECT count(*) >= 0 FROM locked))::int AS is_as_known
    FROM grown
  ), moment AS MATERIALIZED (
    SELECT now FROM clock, checked WHERE is_as_known = 1
  ), begun AS (
    INSERT INTO operation (project_id, id, integration_id, installation_id, config_id, connection_id, group_ref,
      provider, account, object_name, type, mode, form, status, stage, lane_id, due_at, deadline_at, deadline_hours,
      record_count, record_bytes, request_id, create_time, update_time)
    SELECT project_id, id, integration_id, installation_id, config_id, connection_id, group_ref, provider, account,
      object_name, type, 'asynchronous', 'batch', 'in_progress',
      CASE WHEN is_full THEN 'executing' ELSE 'accumulating' END, lane_id,
      CASE WHEN is_full THEN now ELSE now + delay_minutes * interval '1 minute' END,
      CASE WHEN is_full THEN now + deadline_hours * interval '1 hour' END,
      deadline_hours, record_count, record_bytes, request_id, now, now
    FROM (${operationsGiven(own, 8)}) AS given, moment
    ORDER BY ordinality
    RETURNING id, due_at
  ), ${recordsInserted(ownOfRecord, 10, 'moment')}${others}
  ${select}`;

const ownParameters = 11;
const dueTimes = 'SELECT id, due_at FROM grown UNION ALL SELECT id, due_at FROM begun';
const texts = new Map<string, string>();

/** The statement with or without notes and another part; made once for each kind. */
function statement(notes: number, part: StatementPart | undefined): { name: string; text: string } {
  const name = ['grow-batches', ...(notes > 0 ? ['notes'] : []), ...(part ? [part.name] : [])].join(' ');
  let text = texts.get(name);
  if (text === undefined) {
    const noted = notes > 0 ? notesInserted(ownParameters + 1) : '';
    const parts = part ? `, ${part.with(ownParameters + notes + 1)}` : '';
    text = sql(noted + parts, part?.select ?? dueTimes);
    texts.set(name, text);
  }
  return { name, text };
}

/** A batch that had been open was filled or closed by somebody else. */
export const isStale = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === divisionByZero;
const divisionByZero = '22012';

/**
 * Stores what `planBatches` or `fillBatches` decided, all or nothing. Gives when each batch is due.
 * @throws an error that `isStale`; a violation of the index of open batches, where another one has opened meanwhile
 */
export async function growBatches(
  tx: Queryable,
  batches: readonly FilledBatch[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await storeBatches<{ id: string; due_at: Date }>(tx, batches);
  return new Map(rows.map(({ id, due_at }) => [id, due_at]));
}

/** As `growBatches`; gives the rows of another package's part, which the statement carries along. */
export async function storeBatches<Row extends QueryResultRow>(
  db: Queryable,
  batches: readonly FilledBatch[],
  part?: StatementPart,
): Promise<Row[]> {
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
  const notes = noteColumns(records.map(({ operation }) => operation));
  const { rows } = await db.query<Row>({
    ...statement(notes.length, part),
    values: [
      plainArray(grown.map(({ write }) => write.projectId)),
      plainArray(grown.map(({ id }) => id)),
      plainArray(grown.map(({ count, added }) => count - added.length)),
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
        idempotency_key: write.idempotencyKey,
        forward_headers: write.forwardHeaders.length > 0 ? write.forwardHeaders : undefined,
      })),
      plainArray(begun.map(({ batch }) => batchLock(batch.key))),
      ...notes,
      ...(part?.values ?? []),
    ],
  });
  return rows;
}

/** A line of one write names its record, since the batch has others. */
const noteOf =
  (index: number) =>
  (line: NoteLine): NoteLine => ({ ...line, details: { ...line.details, records: [index] } });
