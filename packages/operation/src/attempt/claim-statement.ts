import { columnTexts } from '@writ/db';
import { isFree, isNotPaused } from '@writ/lanes';
import { batchLimits } from '../accept/batch/auto-batch.ts';
import { targetTypes } from '../operation.ts';

const claimedFields = [
  ...Object.keys(targetTypes),
  ...['id', 'laneId', 'type', 'form', 'allOrNone', 'requestId', 'traceParent', 'deadlineHours', 'attempt'],
  ...['outcomeUnknown', 'attemptedBefore', 'shareKey', 'waitingOn', 'lastFault', 'fault'],
];
const recordFields = [
  'index',
  'planned',
  'associations',
  'ifEmpty',
  'ifEmptyNames',
  'upsert',
  'recordId',
  'ambiguous',
  'forwardHeaders',
];

/** Bytes of a call's records, plus one record: an answer that repeats them can still be read. */
const bytesOfCall = 3 * 1024 * 1024;
/** SQL: records per call: half as many if the last call was never settled. */
const mostTogether = `CASE
  WHEN share_key IS NULL THEN 1
  WHEN claimed THEN greatest(1, together / 2)
  ELSE together END`;

/**
 * SQL: an earlier attempt may have created it. Such creates share calls only with each other: all are looked
 * for first.
 */
const inDoubt = `(type = 'create' AND (claimed OR ambiguous))`;

/**
 * SQL: the due operations of lane `wanted` to claim. Counts those that may share into calls, by due time, and
 * picks the calls due first. Locks nothing.
 *
 * The time is read once: compared with a volatile function, the index would be read to its end. Leased rows
 * come first in the index and are skipped, so claims cost more the more is in flight. $4 is the largest
 * `look`: it cuts nothing off, but without a value that the planner knows it would read the whole table.
 */
const duePicked = `
  SELECT project_id, id, attempt, of_call, most_in_call FROM (
    SELECT *, sum(weight) OVER (ORDER BY of_call, place) AS weights FROM (
      SELECT *, dense_rank() OVER (ORDER BY first_place) AS of_call FROM (
        SELECT *, min(place) OVER (PARTITION BY share, in_doubt, most_in_call, by_count, by_bytes) AS first_place FROM (
          SELECT *, (sum(records) OVER line - 1)::int / least(
              $5::int, most_in_call, (SELECT min(b.most) FROM bounds AS b WHERE b.share_key = placed.share)) AS by_count,
            (sum(weight) OVER line - weight) / ${bytesOfCall} AS by_bytes
          FROM (
            SELECT *, row_number() OVER (ORDER BY due_at, position) AS place,
              CASE WHEN records < most_in_call THEN share_key ELSE id END AS share
            FROM (
              SELECT project_id, id, attempt, due_at, position, record_bytes AS weight, record_count AS records,
                share_key, ${inDoubt} AS in_doubt, ${mostTogether} AS most_in_call
              FROM operation
              WHERE lane_id = wanted.lane_id AND due_at <= (SELECT clock_timestamp())
                AND stage IS DISTINCT FROM 'accumulating' AND ${isFree}
              ORDER BY due_at, position
              LIMIT wanted.look) AS due
            LIMIT $4) AS placed
          WINDOW line AS (PARTITION BY share, in_doubt, most_in_call ORDER BY place)) AS counted) AS grouped) AS numbered
    WHERE of_call <= wanted.most) AS summed
  WHERE weights <= greatest(${batchLimits.bytes}, weight)`;

const dueLocked = `
  bounds AS MATERIALIZED (
    SELECT * FROM unnest($7::uuid[], $8::int[]) AS given (share_key, most)
  ), picked AS MATERIALIZED (
    SELECT picked.* FROM wanted, LATERAL (${duePicked}) AS picked
  ), locked AS MATERIALIZED (
    SELECT o.project_id, o.id, o.lane_id, o.claimed AS outcome_unknown, o.last_attempt_at AS attempted_before, o.record_count,
      p.of_call, p.most_in_call
    FROM picked AS p JOIN operation AS o ON o.project_id = p.project_id AND o.id = p.id AND o.attempt = p.attempt
    WHERE o.due_at <= (SELECT clock_timestamp()) AND ${isFree}
    FOR UPDATE OF o SKIP LOCKED
  ), due AS (
    SELECT *, sum(record_count) OVER (PARTITION BY lane_id, of_call) AS in_call FROM locked
  )`;

/** Overdue operations end in one settlement. */
const mostOverdueRecords = 10_000;

/** SQL: the running sum follows the order of locking, without a sort; any order bounds the bytes. */
const overdueLocked = `
  due AS (
    SELECT project_id, id, lane_id, outcome_unknown, attempted_before, row_number() OVER () AS of_call,
      together AS most_in_call, together AS in_call
    FROM (
      SELECT due.* FROM wanted, LATERAL (
        SELECT *, sum(weight) OVER (ROWS UNBOUNDED PRECEDING) AS weights
        FROM (
          SELECT project_id, id, lane_id, claimed AS outcome_unknown, last_attempt_at AS attempted_before, together,
            greatest(record_bytes, record_count * ${Math.floor(batchLimits.bytes / mostOverdueRecords)}) AS weight
          FROM operation
          WHERE lane_id = wanted.lane_id AND due_at IS NOT NULL AND deadline_at <= (SELECT clock_timestamp())
            AND stage IS DISTINCT FROM 'accumulating' AND ${isFree}
          ORDER BY due_at, position
          LIMIT wanted.most
          FOR UPDATE SKIP LOCKED) AS locked
        LIMIT $4) AS due) AS summed
    WHERE weights <= greatest(${batchLimits.bytes}, weight) AND $5::int > 0
  )`;

/**
 * SQL: claims what the part `due` has locked. Changes no indexed column, so the row stays on its page
 * (heap-only).
 */
const claimSql = (
  isDrained: string,
  due: string,
  { alsoSet = '', writtenBefore = 'NULL::json' } = {},
): string => `
  WITH wanted AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::int[], $6::int[]) AS given (lane_id, most, look) WHERE ${isDrained}
  ), ${due}, taken AS (
    UPDATE operation o
    SET attempt = o.attempt + 1, claimed = true, last_attempt_at = clock_timestamp(),
      -- Attempts that wrote nothing don't count; attempts older than the column began after acceptance.
      first_attempt_at = coalesce(o.first_attempt_at,
        CASE WHEN o.attempt = o.unsent_attempts THEN clock_timestamp() ELSE o.create_time END),
      together = CASE WHEN o.share_key IS NOT NULL THEN due.in_call END,
      lease_until = clock_timestamp() + $3 * interval '1 ms'${alsoSet}
    FROM due
    WHERE o.project_id = due.project_id AND o.id = due.id
    RETURNING o.*, due.outcome_unknown, due.attempted_before, due.of_call, ${writtenBefore} AS written_before,
      CASE WHEN o.share_key IS NOT NULL THEN due.most_in_call END AS most_in_call
  )
  SELECT ${columnTexts('t', claimedFields)}, t.record_bytes AS bytes, t.succeeded AS "succeededBefore",
    t.failed AS "failedBefore", t.forward_headers AS "sharedHeaders", t.of_call::int AS call, t.most_in_call::int AS together,
    t.attempt - 1 > t.unsent_attempts AS "mayBeWritten",
    (extract(epoch FROM t.deadline_at - clock_timestamp()) * 1000)::float8 AS "msToDeadline",
    (extract(epoch FROM clock_timestamp() - t.first_attempt_at) * 1000)::float8 AS "msSinceFirstAttempt",
    t.written_before AS "writtenBefore",
    CASE WHEN t.deadline_at <= t.lease_until THEN r.errors END AS errors, ${columnTexts('r', recordFields)}
  FROM taken t
  JOIN operation_record r ON r.project_id = t.project_id AND r.operation_id = t.id AND r.status = 'pending'
  ORDER BY t.position, r.index`;

/**
 * SQL: ids written by the create `o` and the operations that it retries; a lost attempt's record has none of
 * them.
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

export const dueSql = claimSql(isNotPaused('given.lane_id'), dueLocked, { writtenBefore: idsWritten });
/**
 * Overdue operations of any lane. Sets them due: `nextDueOperations` ignores leases of later ones, so a
 * holder's death would go unnoticed.
 */
export const overdueSql = claimSql('true', overdueLocked, {
  alsoSet: ', due_at = least(o.due_at, clock_timestamp())',
});
