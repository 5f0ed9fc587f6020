import { newId, type Queryable } from '@writ/db';
import type { JudgedRecord, Judgement } from '@writ/write-core';
import type { ClaimedOperation } from '../operation.ts';
import { leaveRecordOrder, lockRecordOrder } from './record-order.ts';
import { toStoredFault } from './stored-fault.ts';

/** An attempt's end: what was claimed, and what follows from the provider's answers. */
export type Settlement = {
  operation: ClaimedOperation;
  judgement: Judgement;
  log: {
    severity: 'INFO' | 'WARNING' | 'ERROR';
    msg: string;
    error?: string;
    details?: Record<string, unknown>;
  };
};

const sql = `
  WITH given AS (
    SELECT * FROM unnest(
      $1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::float8[], $7::text[], $8::int[], $9::int[],
      $21::bool[]
    ) AS g (project_id, id, attempt, status, result, wait_ms, last_fault, succeeded, failed, ambiguous)
  ), held AS (
    SELECT o.project_id, o.id
    FROM operation o JOIN given g ON o.project_id = g.project_id AND o.id = g.id AND o.attempt = g.attempt
    WHERE o.status = 'in_progress'
    ORDER BY o.id
    FOR UPDATE OF o
  ), settled AS (
    UPDATE operation o
    SET status = g.status, result = g.result, last_fault = coalesce(g.last_fault, o.last_fault), claimed = false,
      succeeded = g.succeeded, failed = g.failed, ambiguous = o.ambiguous OR g.ambiguous, update_time = clock_timestamp(),
      due_at = clock_timestamp() + g.wait_ms * interval '1 ms'
    FROM held JOIN given g USING (project_id, id)
    WHERE o.project_id = held.project_id AND o.id = held.id
    RETURNING o.project_id, o.id, o.status
  ), records AS (
    UPDATE operation_record r
    SET status = n.status, record_id = coalesce(n.record_id, r.record_id), errors = n.errors,
      ambiguous = r.ambiguous OR n.ambiguous
    FROM unnest($10::uuid[], $11::uuid[], $12::int[], $13::text[], $14::text[], $15::jsonb[], $22::bool[])
      AS n (project_id, operation_id, index, status, record_id, errors, ambiguous)
    JOIN settled s ON s.project_id = n.project_id AND s.id = n.operation_id
    WHERE r.project_id = n.project_id AND r.operation_id = n.operation_id AND r.index = n.index
  ), logs AS (
    INSERT INTO operation_log (project_id, operation_id, id, at, severity, msg, error, details)
    SELECT l.project_id, l.operation_id, l.id, clock_timestamp(), l.severity, l.msg, l.error, l.details
    FROM unnest($1::uuid[], $2::uuid[], $16::uuid[], $17::text[], $18::text[], $19::text[], $20::jsonb[])
      AS l (project_id, operation_id, id, severity, msg, error, details)
    JOIN settled s ON s.project_id = l.project_id AND s.id = l.operation_id
  )
  SELECT id FROM settled WHERE status <> 'in_progress'`;

/**
 * Stores the outcomes of attempts: operation, records and log, each only if its attempt is still the latest and the
 * operation has not ended. Gives the ids of the operations that this statement ended, so that exactly those are
 * announced in the same transaction.
 */
export async function settleOperations(
  tx: Queryable,
  settlements: readonly Settlement[],
): Promise<ReadonlySet<string>> {
  const sorted = settlements.toSorted((a, b) => (a.operation.id < b.operation.id ? -1 : 1));
  const column = <T>(pick: (settlement: Settlement) => T): T[] => sorted.map(pick);
  const records = sorted.flatMap(({ operation, judgement }) =>
    operation.pending.map(({ index }, place) => ({ operation, index, judged: judgement.records[place] })),
  );
  const updates = sorted.filter(
    ({ operation, judgement }) => operation.type === 'update' && judgement.next.do === 'end',
  );
  await lockRecordOrder(
    tx,
    updates.map(({ operation }) => operation.laneId),
  );
  const { rows } = await tx.query<{ id: string }>({
    text: sql,
    values: [
      column(({ operation }) => operation.projectId),
      column(({ operation }) => operation.id),
      column(({ operation }) => operation.attempt),
      column(({ judgement: { next } }) => (next.do === 'end' ? next.status : 'in_progress')),
      column(({ judgement: { next } }) => (next.do === 'end' ? next.result : null)),
      column(({ judgement: { next } }) => (next.do === 'end' ? null : next.waitMs)),
      column(({ judgement }) => judgement.lastFault ?? null),
      column(({ judgement }) => judgement.succeeded),
      column(({ judgement }) => judgement.failed),
      ...recordUpdates(records),
      column(() => newId()),
      column(({ log }) => log.severity),
      column(({ log }) => log.msg),
      column(({ log }) => log.error ?? null),
      column(({ log }) => (log.details ? JSON.stringify(log.details) : null)),
      column(({ judgement }) => judgement.records.some(({ ambiguous }) => ambiguous)),
      records.map(({ judged }) => judged?.ambiguous ?? false),
    ],
  });
  const ended = new Set(rows.map(({ id }) => id));
  await leaveRecordOrder(
    tx,
    updates.map(({ operation }) => operation.id).filter((id) => ended.has(id)),
  );
  return ended;
}

type RecordUpdate = { operation: ClaimedOperation; index: number; judged: JudgedRecord | undefined };

const recordUpdates = (records: readonly RecordUpdate[]): unknown[][] => [
  records.map(({ operation }) => operation.projectId),
  records.map(({ operation }) => operation.id),
  records.map(({ index }) => index),
  records.map(({ judged }) => judged?.status ?? 'pending'),
  records.map(({ judged }) => (judged?.status === 'written' ? judged.recordId : null)),
  records.map(({ judged }) =>
    judged && judged.status !== 'written' ? JSON.stringify(judged.faults.map(toStoredFault)) : null,
  ),
];
