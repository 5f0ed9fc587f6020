import { newId, plainArray, textArray } from '@writ/db';
import { eventColumns, eventsInserted } from '@writ/event-bus';
import { culpritsOf, type JudgedRecord } from '@writ/write-core';
import { allTook, fed } from '../follow/feed.ts';
import type { LastError } from '../operation.ts';
import { toStoredFault } from '../record-columns.ts';
import type { EndEvent } from './announcement.ts';
import { attemptsInserted, givenAttempts } from './attempt-rows.ts';
import type { Settlement } from './settlement.ts';

const settledSql = `
  WITH given AS (
    SELECT * FROM unnest(
      $1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::float8[], $7::text[], $8::int[], $9::int[],
      $10::bool[], $11::text[], $12::bool[], $13::text[], $14::text[], $15::text[], $16::text[], $17::bool[],
      $18::timestamptz[], $19::int[], $20::bool[]
    ) AS g (project_id, id, attempt, status, result, wait_ms, last_fault, succeeded, failed, ambiguous, written_id,
      wrote_nothing, waiting_for, last_error, fault, call, is_no_attempt, attempted_before, together, written_new)
  ), held AS (
    SELECT o.project_id, o.id
    FROM operation o JOIN given g ON o.project_id = g.project_id AND o.id = g.id AND o.attempt = g.attempt
    WHERE o.status = 'in_progress' AND o.claimed
    ORDER BY o.id
    FOR UPDATE OF o
  ), settled AS (
    UPDATE operation o
    SET status = g.status, result = g.result, last_fault = coalesce(g.last_fault, o.last_fault),
      last_error = CASE WHEN g.last_fault IS NULL THEN o.last_error
        ELSE jsonb_strip_nulls(jsonb_build_object('failedBy', o.last_error ->> 'failedBy')) || g.last_error::jsonb END,
      -- If the attempt wrote the rest, an earlier failure for good counts, not one that was overcome.
      fault = coalesce(g.fault, CASE WHEN g.failed > 0 THEN o.last_error ->> 'failedBy' END, o.fault), call = g.call::json,
      claimed = false, together = g.together,
      -- The claim counted an attempt, but there was no call.
      attempt = o.attempt - g.is_no_attempt::int,
      last_attempt_at = CASE WHEN g.is_no_attempt THEN g.attempted_before ELSE o.last_attempt_at END,
      succeeded = g.succeeded, failed = g.failed, written_id = g.written_id, written_new = g.written_new,
      lease_until = NULL, update_time = clock_timestamp(), waiting_for = g.waiting_for,
      -- An operation that waits for a connection is due at its deadline.
      due_at = CASE WHEN g.waiting_for IS NULL THEN clock_timestamp() + g.wait_ms * interval '1 ms' ELSE o.deadline_at END,
      -- After attempts that wrote nothing, the operation can still be cancelled.
      unsent_attempts = o.unsent_attempts + g.wrote_nothing::int,
      -- A retry in doubt keeps the first attempt of the operation before it.
      first_attempt_at = CASE
        WHEN g.wrote_nothing AND o.attempt = o.unsent_attempts + 1 AND NOT o.ambiguous AND NOT g.ambiguous THEN NULL
        ELSE o.first_attempt_at END,
      -- Doubts of this attempt's records may be settled; records that ended in doubt stay so.
      ambiguous = g.ambiguous OR (o.ambiguous AND coalesce((
        SELECT true FROM operation_record e
        WHERE e.project_id = o.project_id AND e.operation_id = o.id AND e.status <> 'pending' AND e.ambiguous
        LIMIT 1), false))
    FROM held JOIN given g USING (project_id, id)
    WHERE o.project_id = held.project_id AND o.id = held.id
    RETURNING o.project_id, o.id, o.status, o.update_time, o.last_attempt_at, o.due_at, o.waiting_for
  ), ended AS (
    SELECT project_id, id FROM settled WHERE status <> 'in_progress'
  ), ${fed(allTook('ended', 'ended'))}`;

const settledValues = 20;

/** For attempts with more than the operation's row holds. */
const detailsSql = `, records AS (
    UPDATE operation_record r
    SET status = n.status, record_id = coalesce(n.record_id, r.record_id), errors = n.errors,
      ambiguous = n.ambiguous, created = n.created
    FROM unnest($21::uuid[], $22::uuid[], $23::int[], $24::text[], $25::text[], $26::jsonb[], $27::bool[], $28::bool[])
      AS n (project_id, operation_id, index, status, record_id, errors, ambiguous, created)
    JOIN settled s ON s.project_id = n.project_id AND s.id = n.operation_id
    WHERE r.project_id = n.project_id AND r.operation_id = n.operation_id AND r.index = n.index
  ), logs AS (
    INSERT INTO operation_log (project_id, operation_id, id, at, severity, msg, error, details)
    SELECT l.project_id, l.operation_id, l.id, s.update_time, l.severity, l.msg, l.error, l.details
    FROM unnest($29::uuid[], $30::uuid[], $31::uuid[], $32::text[], $33::text[], $34::text[], $35::jsonb[])
      AS l (project_id, operation_id, id, severity, msg, error, details)
    JOIN settled s ON s.project_id = l.project_id AND s.id = l.operation_id
  ), ${attemptsInserted(36)}`;

const detailsValues = 16;

/** Settlements must be sorted by id. Returns ids of ended operations, joined by spaces. */
export function settleStatement(
  settlements: readonly Settlement[],
  events: readonly EndEvent[],
): { text: string; values: unknown[] } {
  const detailed = settlements.flatMap((settlement) =>
    settlement.log ? [{ ...settlement, log: settlement.log }] : [],
  );
  const withDetails = detailed.length > 0;
  const first = 1 + settledValues + (withDetails ? detailsValues : 0);
  const announced = events.length > 0 ? `, ${eventsInserted('ended', first)}` : '';
  return {
    text: `${settledSql}${withDetails ? detailsSql : ''}${announced} SELECT string_agg(id::text, ' ') AS ids FROM ended`,
    values: [
      ...operationUpdates(settlements),
      ...(withDetails ? [...recordUpdates(detailed), ...logLines(detailed), givenAttempts(detailed)] : []),
      ...(events.length > 0 ? eventColumns(events) : []),
    ],
  };
}

const wroteNothing = ({ judgement: { next, records } }: Settlement): boolean =>
  next.do === 'retry' &&
  records.every(
    (record) => record.status !== 'written' && record.faults.every(({ sent }) => sent !== 'unknown'),
  );

function operationUpdates(settlements: readonly Settlement[]): unknown[] {
  const column = <T>(pick: (settlement: Settlement) => T): T[] => settlements.map(pick);
  return [
    plainArray(column(({ operation }) => operation.projectId)),
    plainArray(column(({ operation }) => operation.id)),
    plainArray(column(({ operation }) => operation.attempt)),
    textArray(column(({ judgement: { next } }) => (next.do === 'end' ? next.status : 'in_progress'))),
    textArray(column(({ judgement: { next } }) => (next.do === 'end' ? next.result : null))),
    plainArray(column(({ judgement: { next } }) => (next.do === 'end' ? null : next.waitMs))),
    textArray(column(({ judgement }) => judgement.lastFault?.message ?? null)),
    plainArray(column(({ judgement }) => judgement.succeeded)),
    plainArray(column(({ judgement }) => judgement.failed)),
    plainArray(column(({ judgement }) => judgement.records.some(({ ambiguous }) => ambiguous))),
    textArray(column(({ log, judgement }) => (log ? null : writtenIdOf(judgement.records[0])))),
    plainArray(column(wroteNothing)),
    textArray(column(({ judgement: { next } }) => (next.do === 'retry' ? (next.waitsFor ?? null) : null))),
    textArray(column(lastErrorOf)),
    textArray(column(({ judgement }) => judgement.lastFault?.kind ?? null)),
    textArray(column(({ log, call }) => (log || !call ? null : JSON.stringify(call)))),
    plainArray(column(({ isNoAttempt = false }) => isNoAttempt)),
    plainArray(column(({ operation }) => operation.attemptedBefore?.toISOString() ?? null)),
    plainArray(column(({ operation, together = operation.together }) => together)),
    plainArray(column(({ log, judgement }) => (log ? null : createdOf(judgement.records[0])))),
  ];
}

/** Shown between attempts. */
function lastErrorOf({ judgement: { lastFault, next, records } }: Settlement): string | null {
  if (next.do === 'end' || !lastFault) return null;
  const { code, status } = lastFault;
  const failedBy = culpritsOf(records.flatMap((one) => (one.status === 'failed' ? one.faults : []))).at(-1);
  const kept: LastError = {
    ...(code !== undefined && { code }),
    ...(status !== undefined && { providerStatus: status }),
    ...(failedBy && { failedBy: failedBy.kind }),
  };
  return JSON.stringify(kept);
}

/** The id alone shows that the record was written. */
function writtenIdOf(judged: JudgedRecord | undefined): string {
  const recordId = judged?.status === 'written' ? judged.recordId : undefined;
  if (recordId === undefined)
    throw new Error('A settlement without a log line has no id of a written record');
  return recordId;
}

const createdOf = (judged: JudgedRecord | undefined): boolean | null =>
  judged?.status === 'written' ? (judged.created ?? null) : null;

type Detailed = Settlement & Required<Pick<Settlement, 'log'>>;

function recordUpdates(detailed: readonly Detailed[]): unknown[][] {
  const records = detailed.flatMap(({ operation, judgement }) =>
    operation.pending.map(({ index }, place) => ({ operation, index, judged: judgement.records[place] })),
  );
  return [
    records.map(({ operation }) => operation.projectId),
    records.map(({ operation }) => operation.id),
    records.map(({ index }) => index),
    records.map(({ judged }) => judged?.status ?? 'pending'),
    records.map(({ judged }) => (judged?.status === 'written' ? (judged.recordId ?? null) : null)),
    records.map(({ judged }) =>
      judged && judged.status !== 'written' ? JSON.stringify(judged.faults.map(toStoredFault)) : null,
    ),
    records.map(({ judged }) => judged?.ambiguous ?? false),
    records.map(({ judged }) => createdOf(judged)),
  ];
}

function logLines(detailed: readonly Detailed[]): unknown[][] {
  const lines = detailed.flatMap(({ operation, log, notes = [] }) =>
    [log, ...notes].map((line: Detailed['log']) => ({ operation, line })),
  );
  return [
    lines.map(({ operation }) => operation.projectId),
    lines.map(({ operation }) => operation.id),
    lines.map(() => newId()),
    lines.map(({ line }) => line.severity),
    lines.map(({ line }) => line.msg),
    lines.map(({ line }) => line.error ?? null),
    lines.map(({ line }) => (line.details ? JSON.stringify(line.details) : null)),
  ];
}
