import { arraysOf, columnTexts, noPlansKept, type KeptPlans, type Queryable } from '@writ/db';
import { isFree, isNotPaused, type Wanted } from '@writ/lanes';
import { batchLimits } from '../accept/batch/auto-batch.ts';
import { targetTypes, type ClaimedOperation, type PendingRecord, type RecordRow } from '../operation.ts';
import { plannedRecord, type StoredPlan } from '../record-columns.ts';

const claimedFields = [
  ...Object.keys(targetTypes),
  ...['id', 'laneId', 'type', 'form', 'allOrNone', 'requestId', 'deadlineHours', 'attempt'],
  ...['outcomeUnknown', 'attemptedBefore', 'waitingOn', 'lastFault', 'fault'],
];
const recordFields = [
  'index',
  'planned',
  'associations',
  'ifEmpty',
  'ifEmptyNames',
  'recordId',
  'ambiguous',
  'forwardHeaders',
];

/**
 * The moment is asked for once: compared with a function that changes, the index would be read to its end. What is
 * leased stands first in the index and is passed over, so a claim costs the more the more of the lane is under way. No
 * column that an index knows is changed: the row's new version stays on its page (heap-only).
 *
 * The sum of bytes goes by the order in which the rows were locked, without sorting them again; in whatever order they
 * came, no more would be taken than the sum allows. The second limit, which is the largest of all lanes, cuts nothing off:
 * the planner knows its value and not that of a lane, for which it would rather read the whole table.
 *
 * `weight`: the bytes that an operation counts for.
 */
const claimSql = (
  isDrained: string,
  isDue: string,
  { alsoSet = '', weight = 'record_bytes', writtenBefore = 'NULL::json' } = {},
): string => `
  WITH wanted AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::int[]) AS given (lane_id, most) WHERE ${isDrained}
  ), summed AS (
    SELECT due.* FROM wanted, LATERAL (
      SELECT *, sum(weight) OVER (ROWS UNBOUNDED PRECEDING) AS weights
      FROM (
        SELECT project_id, id, claimed AS outcome_unknown, last_attempt_at AS attempted_before, ${weight} AS weight
        FROM operation
        WHERE lane_id = wanted.lane_id AND ${isDue} AND stage IS DISTINCT FROM 'accumulating'
          AND ${isFree}
        ORDER BY due_at, position
        LIMIT wanted.most
        FOR UPDATE SKIP LOCKED) AS locked
      LIMIT $4) AS due
  ), taken AS (
    UPDATE operation o
    SET attempt = o.attempt + 1, claimed = true, last_attempt_at = clock_timestamp(),
      -- Attempts that wrote nothing don't count; those from before the column existed began after the acceptance.
      first_attempt_at = coalesce(o.first_attempt_at,
        CASE WHEN o.attempt = o.unsent_attempts THEN clock_timestamp() ELSE o.create_time END),
      lease_until = clock_timestamp() + $3 * interval '1 ms'${alsoSet}
    FROM summed due
    WHERE o.project_id = due.project_id AND o.id = due.id
      AND due.weights <= greatest(${batchLimits.bytes}, due.weight)
    RETURNING o.*, due.outcome_unknown, due.attempted_before, ${writtenBefore} AS written_before
  )
  SELECT ${columnTexts('t', claimedFields)}, t.record_bytes AS bytes, t.succeeded AS "succeededBefore",
    t.failed AS "failedBefore", t.forward_headers AS "sharedHeaders",
    t.attempt - 1 > t.unsent_attempts AS "mayBeWritten",
    (extract(epoch FROM t.deadline_at - clock_timestamp()) * 1000)::float8 AS "msToDeadline",
    (extract(epoch FROM clock_timestamp() - t.first_attempt_at) * 1000)::float8 AS "msSinceFirstAttempt",
    t.written_before AS "writtenBefore",
    CASE WHEN t.deadline_at <= t.lease_until THEN r.errors END AS errors, ${columnTexts('r', recordFields)}
  FROM taken t
  JOIN operation_record r ON r.project_id = t.project_id AND r.operation_id = t.id AND r.status = 'pending'
  ORDER BY t.position, r.index`;

/**
 * SQL: the ids that creates of the operation `o` have got, and those of the operations that it tries again: none of them is
 * one that is looked for because an earlier attempt may have created it. Asked for where there can be any.
 */
const idsWritten = `
  CASE WHEN o.type = 'create' AND (o.succeeded > 0 OR o.retry_of IS NOT NULL) THEN (
    WITH RECURSIVE line AS (
      SELECT o.id, o.retry_of
      UNION ALL
      SELECT before.id, before.retry_of
      FROM line JOIN operation AS before ON before.project_id = o.project_id AND before.id = line.retry_of)
    SELECT json_agg(w.record_id)
    FROM line JOIN operation_record AS w ON w.project_id = o.project_id AND w.operation_id = line.id
    WHERE w.status = 'written' AND w.record_id IS NOT NULL) END`;

const dueSql = claimSql(isNotPaused('given.lane_id'), 'due_at <= (SELECT clock_timestamp())', {
  writtenBefore: idsWritten,
});
/** What is overdue ends by one settlement, of no more records than this. */
const mostOverdueRecords = 10_000;
/** What is leased is due: `nextDueOperations` would not see the lease of what is due later, nor anybody the death of its holder. */
const overdueSql = claimSql('true', 'due_at IS NOT NULL AND deadline_at <= (SELECT clock_timestamp())', {
  alsoSet: ', due_at = least(o.due_at, clock_timestamp())',
  weight: `greatest(record_bytes, record_count * ${Math.floor(batchLimits.bytes / mostOverdueRecords)})`,
});

/** A record of an operation, beside what the operation itself tells. */
type Row = Omit<ClaimedOperation, 'pending' | 'writtenBefore'> &
  StoredPlan &
  Pick<RecordRow, 'index' | 'ambiguous' | 'forwardHeaders' | 'errors'> & {
    sharedHeaders: RecordRow['forwardHeaders'];
    writtenBefore: ClaimedOperation['writtenBefore'] | null;
  };

/**
 * Takes up to `limit` due operations of each of these different lanes that no operator has paused, in the order in which they became due, and of a lane
 * no more than have the bytes of one auto batch together, but one at least: counts the attempt and leases each for `leaseMs`
 * in database time. Durable when it resolves; what somebody else is taking is passed over.
 */
export const claimOperations = (
  db: Queryable,
  wanted: readonly Wanted[],
  leaseMs: number,
  plans: KeptPlans = noPlansKept,
): Promise<readonly ClaimedOperation[]> => claim(db, dueSql, { wanted, leaseMs, plans });

/**
 * Takes, in the same way, operations whose deadline has passed, also of paused lanes: by their due times it may not be their turn
 * for long. Those of a lane have no more than 10,000 records together.
 */
export const claimOverdueOperations = (
  db: Queryable,
  wanted: readonly Wanted[],
  leaseMs: number,
): Promise<readonly ClaimedOperation[]> => claim(db, overdueSql, { wanted, leaseMs, plans: noPlansKept });

async function claim(
  db: Queryable,
  text: string,
  { wanted, leaseMs, plans }: { wanted: readonly Wanted[]; leaseMs: number; plans: KeptPlans },
): Promise<readonly ClaimedOperation[]> {
  const most = Math.max(...wanted.map(({ limit }) => limit));
  const values = [...arraysOf(wanted, 'laneId', 'limit'), leaseMs, most];
  const { rows } = await db.query<Row>(plans.named({ text, values }));
  const operations = new Map<string, ClaimedOperation & { pending: PendingRecord[] }>();
  for (const row of rows) {
    const known = operations.get(row.id);
    if (known) known.pending.push(toPending(row));
    else
      operations.set(row.id, { ...row, writtenBefore: row.writtenBefore ?? [], pending: [toPending(row)] });
  }
  return [...operations.values()];
}

/**
 * Whether an earlier attempt that nobody settled may have sent something. One that begins after the deadline sends nothing;
 * `msSinceFirstAttempt` is that of the first one that may have written.
 */
export const mayHaveSent = ({
  outcomeUnknown,
  msSinceFirstAttempt,
  msToDeadline,
}: Pick<ClaimedOperation, 'outcomeUnknown' | 'msSinceFirstAttempt' | 'msToDeadline'>): boolean =>
  outcomeUnknown && msSinceFirstAttempt + msToDeadline > 0;

const toPending = (row: Row): PendingRecord => ({
  index: row.index,
  planned: plannedRecord(row),
  inDoubt: row.type === 'create' && (mayHaveSent(row) || row.ambiguous),
  forwardHeaders: row.forwardHeaders ?? row.sharedHeaders ?? [],
  ...(row.errors && { errors: row.errors }),
});
