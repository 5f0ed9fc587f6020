import { arraysOf, idOf, type Queryable } from '@writ/db';
import { providerLanesTouched } from '@writ/lanes';
import { upsertKeyOf, type PlannedRecord, type WriteType } from '@writ/write-core';
import type { NewOperation } from '../operation.ts';

export type OrderEntry = { projectId: string; operationId: string; laneId: string; key: string };

/** Updates and upserts of one record are applied in order (Contract §4.6). */
export const orderKeyOf = (laneId: string, objectName: string, recordKey: string): string =>
  idOf('order', laneId, objectName, recordKey);

/**
 * Its own form of a record's key, if its id does not say it all; for an upsert a hash, since the value is the
 * caller's.
 */
export function ownRecordKey(record: PlannedRecord): string | undefined {
  const upsertKey = upsertKeyOf(record);
  return upsertKey === undefined ? record.key : idOf('upsert', upsertKey);
}

/** Equal for every form of an id or key value. Empty without either. */
export function recordKeyOf(record: PlannedRecord): string[] {
  const key = ownRecordKey(record) ?? record.id;
  return key === undefined ? [] : [key];
}

export const isOrdered = ({ type }: { type: WriteType }): boolean => type === 'update' || type === 'upsert';

export function orderEntriesOf(operations: readonly OrderedOperation[]): OrderEntry[] {
  return operations.filter(isOrdered).flatMap(({ projectId, id, laneId, objectName, recordKeys }) =>
    [...new Set(recordKeys)].map((recordKey) => ({
      projectId,
      operationId: id,
      laneId,
      key: orderKeyOf(laneId, objectName, recordKey),
    })),
  );
}

export type OrderedOperation = Pick<NewOperation, 'projectId' | 'id' | 'laneId' | 'objectName' | 'type'> & {
  recordKeys: readonly string[];
};

const lockSql = `
  SELECT pg_advisory_xact_lock(hashtextextended(id::text, 0))
  FROM (SELECT DISTINCT id FROM unnest($1::uuid[]) AS given (id) ORDER BY id) AS sorted`;

/** Held until the transaction ends; ordered to avoid deadlocks. */
export async function lockInOrder(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query({ name: 'lock-in-order', text: lockSql, values: [ids] });
}

/** Serializes entering, leaving and release, so nothing waits for an ended operation. One lock per lane. */
export const lockRecordOrder = (
  tx: Queryable,
  entries: readonly { laneId: string | null }[],
): Promise<void> =>
  lockInOrder(
    tx,
    entries.flatMap(({ laneId }) => laneId ?? []),
  );

/**
 * SQL: `before`, for which `own` may wait: the previous place `last` and, if that is held, the earlier place
 * that is held longest; only then more of the line is read.
 * @param isMeant SQL of a place that counts
 */
const lastAndHeld = (own: string, isMeant = 'true'): string => `
    CROSS JOIN LATERAL (
      SELECT last.operation_id, last.position, last.held_until
      UNION ALL (
        SELECT operation_id, position, held_until FROM operation_order_key
        WHERE last.held_until IS NOT NULL AND project_id = ${own}.project_id AND key = ${own}.key
          AND position < last.position AND ${isMeant}
        ORDER BY held_until DESC NULLS FIRST, position DESC LIMIT 1)
    ) AS before`;

const enterSql = `
  WITH of_keys AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS g (project_id, operation_id, key)
  ), given AS (
    SELECT * FROM of_keys
    -- An upsert whose record is known stands in that record's line, too.
    UNION SELECT k.project_id, k.operation_id, u.line FROM of_keys k JOIN upsert_line u USING (project_id, key)
  ), entered AS (
    INSERT INTO operation_order_key (project_id, key, position, operation_id)
    SELECT o.project_id, given.key, o.position, o.id
    FROM given JOIN operation o ON o.project_id = given.project_id AND o.id = given.operation_id
    RETURNING project_id, key, position, operation_id
  ), placed AS (
    -- Operations of one statement do not see each other in the table.
    SELECT *, lag(operation_id) OVER line AS ahead_id, lag(position) OVER line AS ahead_position
    FROM entered WINDOW line AS (PARTITION BY project_id, key ORDER BY position)
  ), held AS (
    SELECT DISTINCT ON (e.operation_id) e.project_id, e.operation_id, before.held_until,
      CASE WHEN before.held_until IS NULL THEN before.operation_id END AS waiting_on
    FROM placed e
    CROSS JOIN LATERAL (
      SELECT e.ahead_id, e.ahead_position, NULL::timestamptz WHERE e.ahead_id IS NOT NULL
      UNION ALL (
        SELECT operation_id, position, held_until FROM operation_order_key
        WHERE e.ahead_id IS NULL AND project_id = e.project_id AND key = e.key AND position < e.position
        ORDER BY position DESC LIMIT 1)
    ) AS last (operation_id, position, held_until)
    ${lastAndHeld('e')}
    ORDER BY e.operation_id, before.held_until DESC NULLS FIRST, before.position DESC
  )
  UPDATE operation o SET waiting_on = held.waiting_on,
    due_at = CASE WHEN held.waiting_on IS NULL THEN greatest(o.due_at, held.held_until) ELSE o.deadline_at END
  FROM held WHERE o.project_id = held.project_id AND o.id = held.operation_id`;

/**
 * An operation behind an unfinished update of its record waits for that, due at its own deadline. Behind only
 * held places, it waits for their leases.
 */
export async function enterRecordOrder(tx: Queryable, entries: readonly OrderEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(enterSql, arraysOf(entries, 'projectId', 'operationId', 'key'));
}

/** SQL: the statement still sees places that it deletes; held places stay. */
const stays = '(operation_id <> ALL ($1::uuid[]) OR held_until IS NOT NULL)';

const leaveSql = `
  WITH gone AS (
    DELETE FROM operation_order_key WHERE operation_id = ANY ($1::uuid[]) AND held_until IS NULL
  ), next AS MATERIALIZED (
    SELECT w.project_id, w.id, before.waiting_on, before.held_until
    -- One by one, before they change: a join might read the whole table, under this lane's lock.
    FROM unnest($1::uuid[]) AS ended (id)
    CROSS JOIN LATERAL (
      SELECT project_id, id FROM operation WHERE waiting_on = ended.id AND status = 'in_progress' OFFSET 0) AS w
    LEFT JOIN LATERAL (
      SELECT before.held_until, CASE WHEN before.held_until IS NULL THEN before.operation_id END AS waiting_on
      FROM operation_order_key own
      CROSS JOIN LATERAL (
        SELECT operation_id, position, held_until FROM operation_order_key
        WHERE project_id = own.project_id AND key = own.key AND position < own.position AND ${stays}
        ORDER BY position DESC LIMIT 1
      ) AS last
      ${lastAndHeld('own', stays)}
      WHERE own.operation_id = w.id
      ORDER BY before.held_until DESC NULLS FIRST, before.position DESC
      LIMIT 1
    ) AS before ON true
  ), moved AS (
    UPDATE operation o
    SET waiting_on = next.waiting_on,
      due_at = CASE WHEN next.waiting_on IS NULL THEN greatest(clock_timestamp(), next.held_until) ELSE o.due_at END
    FROM next
    WHERE o.project_id = next.project_id AND o.id = next.id AND o.status = 'in_progress' AND NOT o.claimed
    RETURNING o.lane_id, o.project_id, o.provider, o.account, o.due_at, o.waiting_on
  ), due_now AS (
    SELECT * FROM moved WHERE waiting_on IS NULL
  ), ${providerLanesTouched('due_now')}
  SELECT DISTINCT lane_id AS id FROM due_now, (SELECT count(*) FROM touched) AS touches`;

const holdSql = `
  UPDATE operation_order_key k SET held_until = o.lease_until
  FROM operation o
  WHERE o.project_id = k.project_id AND o.id = k.operation_id AND k.operation_id = ANY ($1::uuid[])
    AND o.lease_until > clock_timestamp()`;

/**
 * Keeps places of ended operations until their attempt's lease ends. Later they block nothing, and go with
 * their operation.
 */
export async function holdWhileLeased(tx: Queryable, endedIds: readonly string[]): Promise<void> {
  await tx.query(holdSql, [endedIds]);
}

/** Operations behind become due, or wait for the next. Returns lanes with due ones. */
export async function leaveRecordOrder(
  tx: Queryable,
  endedIds: readonly string[],
): Promise<readonly string[]> {
  if (endedIds.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>(leaveSql, [endedIds]);
  return rows.map(({ id }) => id);
}
