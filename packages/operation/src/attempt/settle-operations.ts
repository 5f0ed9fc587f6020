import { newId, plainArray, textArray, type Queryable } from '@writ/db';
import type { JudgedRecord, Judgement } from '@writ/write-core';
import type { ClaimedOperation } from '../operation.ts';
import { leaveRecordOrder, lockRecordOrder } from '../order/record-order.ts';
import { toStoredFault } from '../stored-fault.ts';

/** An attempt's end: what was claimed, and what follows from the provider's answers. */
export type Settlement = {
  operation: ClaimedOperation;
  judgement: Judgement;
  /** Absent where a single write was simply written: all there is to tell then stands in the operation. */
  log?: {
    severity: 'INFO' | 'WARNING' | 'ERROR';
    msg: string;
    error?: string;
    details?: Record<string, unknown>;
  };
};

/** A part of the statement that reads from `ended (id)`, the operations which the statement ends. */
export type AlsoOfEnded = {
  /** A member of its `WITH`, with a comma before it. @param first number of the first of the values */
  sql: (first: number) => string;
  values: readonly unknown[];
};

const settledSql = `
  WITH given AS (
    SELECT * FROM unnest(
      $1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::float8[], $7::text[], $8::int[], $9::int[],
      $10::bool[], $11::text[]
    ) AS g (project_id, id, attempt, status, result, wait_ms, last_fault, succeeded, failed, ambiguous, written_id)
  ), held AS (
    SELECT o.project_id, o.id
    FROM operation o JOIN given g ON o.project_id = g.project_id AND o.id = g.id AND o.attempt = g.attempt
    WHERE o.status = 'in_progress' AND o.claimed
    ORDER BY o.id
    FOR UPDATE OF o
  ), settled AS (
    UPDATE operation o
    SET status = g.status, result = g.result, last_fault = coalesce(g.last_fault, o.last_fault), claimed = false,
      succeeded = g.succeeded, failed = g.failed, written_id = g.written_id,
      due_at = clock_timestamp() + g.wait_ms * interval '1 ms', lease_until = NULL, update_time = clock_timestamp(),
      -- What was in doubt may be settled by now; what ended in doubt before stays so.
      ambiguous = g.ambiguous OR (o.ambiguous AND coalesce((
        SELECT true FROM operation_record e
        WHERE e.project_id = o.project_id AND e.operation_id = o.id AND e.status <> 'pending' AND e.ambiguous
        LIMIT 1), false))
    FROM held JOIN given g USING (project_id, id)
    WHERE o.project_id = held.project_id AND o.id = held.id
    RETURNING o.project_id, o.id, o.status, o.update_time
  ), ended AS (
    SELECT id FROM settled WHERE status <> 'in_progress'
  )`;

const settledValues = 11;

/** Records and log lines of the attempts that have more to tell than what the operation itself does. */
const detailsSql = `, records AS (
    UPDATE operation_record r
    SET status = n.status, record_id = coalesce(n.record_id, r.record_id), errors = n.errors,
      ambiguous = n.ambiguous
    FROM unnest($12::uuid[], $13::uuid[], $14::int[], $15::text[], $16::text[], $17::jsonb[], $18::bool[])
      AS n (project_id, operation_id, index, status, record_id, errors, ambiguous)
    JOIN settled s ON s.project_id = n.project_id AND s.id = n.operation_id
    WHERE r.project_id = n.project_id AND r.operation_id = n.operation_id AND r.index = n.index
  ), logs AS (
    INSERT INTO operation_log (project_id, operation_id, id, at, severity, msg, error, details)
    SELECT l.project_id, l.operation_id, l.id, s.update_time, l.severity, l.msg, l.error, l.details
    FROM unnest($19::uuid[], $20::uuid[], $21::uuid[], $22::text[], $23::text[], $24::text[], $25::jsonb[])
      AS l (project_id, operation_id, id, severity, msg, error, details)
    JOIN settled s ON s.project_id = l.project_id AND s.id = l.operation_id
  )`;

const detailsValues = 14;

/** Whether a settlement has to be made in a transaction, since updates of the same records are let go by it. */
export const endsAnUpdate = ({ operation, judgement }: Settlement): boolean =>
  operation.type === 'update' && judgement.next.do === 'end';

/**
 * Stores the outcomes of attempts: operation, records and log, each only if its attempt is still the latest and not yet
 * settled. Gives the ids of the operations that this statement ended, so that exactly those are announced in the same
 * transaction, or by the same statement with `also`. One statement, unless one of them `endsAnUpdate`: then it needs a
 * transaction.
 */
export async function settleOperations(
  tx: Queryable,
  settlements: readonly Settlement[],
  also?: AlsoOfEnded,
): Promise<ReadonlySet<string>> {
  const sorted = settlements.toSorted((a, b) => (a.operation.id < b.operation.id ? -1 : 1));
  const updates = sorted.filter(endsAnUpdate);
  await lockRecordOrder(
    tx,
    updates.map(({ operation }) => operation.laneId),
  );
  const { rows } = await tx.query<{ ids: string | null }>(statement(sorted, also));
  const ended = new Set(rows[0]?.ids?.split(' '));
  await leaveRecordOrder(
    tx,
    updates.map(({ operation }) => operation.id).filter((id) => ended.has(id)),
  );
  return ended;
}

function statement(sorted: readonly Settlement[], also: AlsoOfEnded | undefined) {
  const detailed = sorted.flatMap((settlement) =>
    settlement.log ? [{ ...settlement, log: settlement.log }] : [],
  );
  const withDetails = detailed.length > 0;
  const first = 1 + settledValues + (withDetails ? detailsValues : 0);
  return {
    text: `${settledSql}${withDetails ? detailsSql : ''}${also?.sql(first) ?? ''} SELECT string_agg(id::text, ' ') AS ids FROM ended`,
    values: [
      ...operationUpdates(sorted),
      ...(withDetails ? [...recordUpdates(detailed), ...logLines(detailed)] : []),
      ...(also?.values ?? []),
    ],
  };
}

function operationUpdates(sorted: readonly Settlement[]): unknown[] {
  const column = <T>(pick: (settlement: Settlement) => T): T[] => sorted.map(pick);
  return [
    plainArray(column(({ operation }) => operation.projectId)),
    plainArray(column(({ operation }) => operation.id)),
    plainArray(column(({ operation }) => operation.attempt)),
    textArray(column(({ judgement: { next } }) => (next.do === 'end' ? next.status : 'in_progress'))),
    textArray(column(({ judgement: { next } }) => (next.do === 'end' ? next.result : null))),
    plainArray(column(({ judgement: { next } }) => (next.do === 'end' ? null : next.waitMs))),
    textArray(column(({ judgement }) => judgement.lastFault ?? null)),
    plainArray(column(({ judgement }) => judgement.succeeded)),
    plainArray(column(({ judgement }) => judgement.failed)),
    plainArray(column(({ judgement }) => judgement.records.some(({ ambiguous }) => ambiguous))),
    textArray(column(({ log, judgement }) => (log ? null : writtenIdOf(judgement.records[0])))),
  ];
}

/** A settlement without a line of its own for the log must be that of a record that was written. */
function writtenIdOf(judged: JudgedRecord | undefined): string {
  if (judged?.status !== 'written') throw new Error('A settlement without a log line wrote no record');
  return judged.recordId;
}

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
    records.map(({ judged }) => (judged?.status === 'written' ? judged.recordId : null)),
    records.map(({ judged }) =>
      judged && judged.status !== 'written' ? JSON.stringify(judged.faults.map(toStoredFault)) : null,
    ),
    records.map(({ judged }) => judged?.ambiguous ?? false),
  ];
}

const logLines = (detailed: readonly Detailed[]): unknown[][] => [
  detailed.map(({ operation }) => operation.projectId),
  detailed.map(({ operation }) => operation.id),
  detailed.map(() => newId()),
  detailed.map(({ log }) => log.severity),
  detailed.map(({ log }) => log.msg),
  detailed.map(({ log }) => log.error ?? null),
  detailed.map(({ log }) => (log.details ? JSON.stringify(log.details) : null)),
];
