import { inOneGo, isUniqueViolation, newId, undeadlocked, type Queryable } from '@writ/db';
import { providerLanesTouched } from '@writ/lanes';
import type { Pool } from 'pg';
import { allTook, fed } from '../../follow/feed.ts';
import { lockInOrder } from '../../order/record-order.ts';
import { recordJson } from '../../record-columns.ts';
import { toStored, type Stored } from '../accepted.ts';
import { givenOperations, operationsGiven, targetColumns } from '../rows/given-operations.ts';
import { givenRecords, recordsInserted } from '../rows/given-records.ts';
import { noteColumns, notesInserted } from '../rows/note-columns.ts';
import { storeOnceMore } from '../store-once-more.ts';
import { batchKeyOf, type BatchedWrite, type BatchLimits } from './auto-batch.ts';
import { isStale } from './grow-batches.ts';
import { batchLock } from './open-batches.ts';

const own = 'lane_id uuid, delay_minutes int, deadline_hours int, bytes int';
const key = 'project_id, installation_id, object_name, type';
/** Of receipts among the idempotency keys: those of callers have a `/` in theirs. */
const receiptScope = 'append';

/**
 * Run under the locks of the keys, which an earlier statement took: so it sees every batch that collects, and counts the
 * writes on from there. A write is known by the id of the batch that it would begin; `index` is its place in the batch that
 * it comes into. What only the gateway can do divides by zero, and nothing is stored: batches that are full of bytes before
 * they hold all their records, writes of another lane than what collects, and updates that fill their batch and have to take
 * their places in line.
 *
 * The receipt comes before that: where it is there, the same was stored already. It lies in the project of the first write,
 * where it is looked for. Lanes are locked last.
 */
const append = {
  name: 'append-to-batches',
  text: `
  WITH given AS MATERIALIZED (${operationsGiven(own, 1)}
  ), open AS MATERIALIZED (
    SELECT ${key}, o.id AS open_id, o.lane_id AS open_lane, o.record_count AS open_count, o.record_bytes AS open_bytes
    FROM operation o JOIN (SELECT DISTINCT ${key} FROM given) AS keys USING (${key})
    WHERE o.stage = 'accumulating'
    ORDER BY o.id
    FOR UPDATE OF o
  ), counted AS (
    SELECT *, (coalesce(open_count, 0) + row_number() OVER (PARTITION BY ${key} ORDER BY ordinality) - 1)::int AS place,
      lane_id = first_value(coalesce(open_lane, lane_id)) OVER (PARTITION BY ${key} ORDER BY ordinality) AS is_of_lane
    FROM given LEFT JOIN open USING (${key})
  ), placed AS MATERIALIZED (
    SELECT *, place % $4::int AS index, coalesce(CASE WHEN place / $4::int = 0 THEN open_id END,
      first_value(id) OVER (PARTITION BY ${key}, place / $4::int ORDER BY ordinality)) AS batch_id
    FROM counted
  ), batch AS MATERIALIZED (
    SELECT batch_id, (batch_id = open_id) IS TRUE AS grows, max(index) + 1 AS new_count, max(index) + 1 = $4::int AS is_full,
      sum(bytes)::int + CASE WHEN batch_id = open_id THEN open_bytes ELSE 0 END AS new_bytes,
      bool_and(is_of_lane) AS is_of_lane, max(deadline_hours) AS longest_hours, type = 'update' AS is_update
    FROM placed GROUP BY batch_id, open_id, open_bytes, type
  ), receipt AS (
    INSERT INTO idempotency_key (project_id, scope, key, body_hash, answer, expire_time)
    SELECT (array_agg(project_id ORDER BY ordinality))[1], '${receiptScope}', $6, ''::bytea,
      jsonb_agg(batch_id ORDER BY ordinality), clock_timestamp() + interval '5 minutes'
    FROM placed
    RETURNING key
  ), checked AS (
    SELECT 1 / bool_and(is_of_lane AND new_bytes < $5::int AND NOT (is_full AND is_update))::int AS is_simple FROM batch, receipt
  ), moment AS MATERIALIZED (
    SELECT clock_timestamp() AS now FROM checked WHERE is_simple = 1
  ), grown AS (
    UPDATE operation o
    SET record_count = new_count, record_bytes = new_bytes, deadline_hours = greatest(o.deadline_hours, longest_hours),
      update_time = now,
      stage = CASE WHEN is_full THEN 'executing' ELSE o.stage END,
      due_at = CASE WHEN is_full THEN now ELSE o.due_at END,
      deadline_at = CASE WHEN is_full THEN now + greatest(o.deadline_hours, longest_hours) * interval '1 hour' END,
      position = CASE WHEN is_full THEN nextval('operation_position_seq') ELSE o.position END
    FROM batch JOIN open ON open_id = batch_id, moment
    WHERE grows AND o.project_id = open.project_id AND o.id = batch_id
    RETURNING o.id, o.lane_id, o.project_id, o.provider, o.account, o.due_at, o.stage
  ), begun AS (
    -- A batch that is full has to be closed before the next one of its key can open.
    INSERT INTO operation (${targetColumns}, id, type, mode, form, status, stage, lane_id, due_at, deadline_at, deadline_hours,
      record_count, record_bytes, request_id, create_time, update_time)
    SELECT ${targetColumns}, id, type, 'asynchronous', 'batch', 'in_progress',
      CASE WHEN is_full THEN 'executing' ELSE 'accumulating' END, lane_id,
      CASE WHEN is_full THEN now ELSE now + delay_minutes * interval '1 minute' END,
      CASE WHEN is_full THEN now + longest_hours * interval '1 hour' END,
      longest_hours, new_count, new_bytes, request_id, now, now
    FROM batch JOIN given ON id = batch_id, moment, (SELECT count(*) AS closed FROM grown) AS before
    WHERE NOT grows AND closed >= 0
    ORDER BY ordinality
    RETURNING id, lane_id, project_id, provider, account, due_at
  ), due_sooner AS (
    SELECT lane_id, project_id, provider, account, due_at FROM begun
    UNION ALL
    SELECT lane_id, project_id, provider, account, due_at FROM grown WHERE stage = 'executing'
  ), ${recordsInserted({ record_id: 'text', forward_headers: 'jsonb' }, 3, {
    join: ' JOIN placed p ON p.id = r.operation_id, moment',
    operationId: 'p.batch_id',
    index: 'p.index',
  })}, ${notesInserted(7, {
    join: ' JOIN placed p ON p.id = n.operation_id',
    operationId: 'p.batch_id',
    details: `n.details || jsonb_build_object('records', jsonb_build_array(p.index))`,
  })},
  ${fed(`${allTook('accepted', 'begun')} UNION ALL ${allTook('joined', 'grown')}`)},
  ${providerLanesTouched('due_sooner')}
  SELECT batch_id AS "operationId",
    CASE WHEN lane_id IN (SELECT id FROM touched) THEN 'anew' WHEN is_full THEN 'already' ELSE 'later' END AS due
  FROM placed JOIN batch USING (batch_id)
  ORDER BY ordinality`,
};

type Row = Pick<Stored, 'operationId' | 'due'>;

/**
 * Stores writes in the batches of their keys, where others fill the same: Postgres decides where each comes, and keeps
 * nothing locked while it waits for this process. Undefined where that cannot be done so simply, and nothing is stored.
 *
 * Where the answer was lost the same is sent once more. It waits for a first try that is under way, finds the receipt of
 * one that has come through, and leaves one for a first try that would come later.
 *
 * @throws CommitUnknownError where the repetition cannot tell either
 */
export async function appendToBatches(
  pool: Pool,
  writes: readonly BatchedWrite[],
  limits: BatchLimits,
): Promise<readonly Stored[] | undefined> {
  const receipt = newId();
  const locks = [...new Set(writes.map(batchKeyOf))].map(batchLock);
  const values = valuesOf(writes, limits, receipt);
  const store = () =>
    undeadlocked(() =>
      inOneGo(pool, async (tx) => {
        const [, { rows }] = await Promise.all([
          lockInOrder(tx, locks),
          tx.query<Row>({ ...append, values }),
        ]);
        return rows;
      }),
    );
  try {
    const rows = await storeOnceMore(store, async (broken) => {
      try {
        return await store();
      } catch (error) {
        const rows = isUniqueViolation(error) ? await readReceipt(pool, writes, receipt) : [];
        if (rows.length > 0) return rows;
        // The first try may come later still: what it has must not be stored by other means.
        throw isStale(error) ? broken : error;
      }
    });
    return rows.map(({ operationId, due }) => toStored(operationId, due));
  } catch (error) {
    if (isStale(error)) return undefined;
    throw error;
  }
}

/** Ids of the batches that writes would begin are made before any lock is taken. */
function valuesOf(writes: readonly BatchedWrite[], limits: BatchLimits, receipt: string): unknown[] {
  const named = writes.map((write) => ({ ...write, id: newId(), stored: recordJson(write.record) }));
  return [
    ...givenOperations(named, ({ laneId, maxDelayMinutes, deadlineHours, stored }) => ({
      lane_id: laneId,
      delay_minutes: maxDelayMinutes,
      deadline_hours: deadlineHours,
      bytes: stored.bytes,
    })),
    givenRecords(
      named.map((write) => ({ ...write, operation: write, planned: write.record, index: 0 })),
      ({ record, forwardHeaders }) => ({
        record_id: record.id,
        forward_headers: forwardHeaders.length > 0 ? forwardHeaders : undefined,
      }),
    ),
    limits.records,
    limits.bytes,
    receipt,
    ...noteColumns(named),
  ];
}

const receiptSql = `
  SELECT jsonb_array_elements_text(answer) AS "operationId", 'anew' AS due FROM idempotency_key
  WHERE project_id = $1 AND scope = '${receiptScope}' AND key = $2`;

/** Where a statement whose answer was lost has put its writes. Nobody knows which lanes it found at rest. */
async function readReceipt(db: Queryable, writes: readonly BatchedWrite[], receipt: string): Promise<Row[]> {
  const { rows } = await db.query<Row>(receiptSql, [writes[0]?.projectId, receipt]);
  return rows;
}
