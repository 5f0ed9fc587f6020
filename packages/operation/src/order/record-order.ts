import { arraysOf, idOf, type Queryable } from '@writ/db';
import { providerLanesTouched } from '@writ/lanes';
import type { PlannedRecord } from '@writ/write-core';
import type { NewOperation } from '../operation.ts';

/** A record that an operation is to update, as a place in the line of all updates of that record. */
export type OrderEntry = { projectId: string; operationId: string; laneId: string; key: string };

/** Stands for one record of one object in one provider account: updates of it are applied in order (Contract §4.6). */
const orderKeyOf = (laneId: string, objectName: string, recordKey: string): string =>
  idOf('order', laneId, objectName, recordKey);

/** What a record to update is known by: the same for every form of its id. None for a record that has no id yet. */
export const recordKeyOf = ({ id, key = id }: PlannedRecord): string[] => (key === undefined ? [] : [key]);

/** The lines that operations have to stand in: those of the records they update; a create stands in none. */
export function orderEntriesOf(operations: readonly OrderedOperation[]): OrderEntry[] {
  return operations
    .filter(({ type }) => type === 'update')
    .flatMap(({ projectId, id, laneId, objectName, recordKeys }) =>
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

/**
 * Takes a lock for each id, for the length of the transaction: always in one order, so that processes which lock the same
 * ids cannot block each other for ever.
 */
export async function lockInOrder(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query({ name: 'lock-in-order', text: lockSql, values: [ids] });
}

/**
 * Locks the lines of the lanes of these: what enters a line, leaves it and is let go comes one after the other, so that
 * nobody is left waiting for what has just ended. One lock a lane, however many records.
 */
export const lockRecordOrder = (
  tx: Queryable,
  entries: readonly { laneId: string | null }[],
): Promise<void> =>
  lockInOrder(
    tx,
    entries.flatMap(({ laneId }) => laneId ?? []),
  );

const enterSql = `
  WITH entered AS (
    INSERT INTO operation_order_key (project_id, key, position, operation_id)
    SELECT o.project_id, given.key, o.position, o.id
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS given (project_id, operation_id, key)
    JOIN operation o ON o.project_id = given.project_id AND o.id = given.operation_id
    RETURNING project_id, key, position, operation_id
  ), line AS (
    SELECT project_id, key, position, operation_id FROM operation_order_key
    WHERE (project_id, key) IN (SELECT project_id, key FROM entered)
    UNION ALL
    SELECT project_id, key, position, operation_id FROM entered
  ), held AS (
    SELECT DISTINCT ON (e.operation_id) e.project_id, e.operation_id, before.operation_id AS waiting_on
    FROM entered e
    JOIN line before ON before.project_id = e.project_id AND before.key = e.key AND before.position < e.position
    ORDER BY e.operation_id, before.position DESC
  )
  UPDATE operation o SET waiting_on = held.waiting_on, due_at = o.deadline_at
  FROM held WHERE o.project_id = held.project_id AND o.id = held.operation_id`;

/**
 * Puts operations in line: one whose record is still to be updated by an earlier operation waits for it, and is due at
 * its own deadline until then.
 */
export async function enterRecordOrder(tx: Queryable, entries: readonly OrderEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(enterSql, arraysOf(entries, 'projectId', 'operationId', 'key'));
}

const leaveSql = `
  WITH gone AS (
    DELETE FROM operation_order_key WHERE operation_id = ANY ($1::uuid[])
  ), next AS (
    SELECT w.project_id, w.id, (
      SELECT before.operation_id
      FROM operation_order_key own
      JOIN operation_order_key before
        ON before.project_id = own.project_id AND before.key = own.key AND before.position < own.position
      -- What goes is still seen here.
      WHERE own.operation_id = w.id AND before.operation_id <> ALL ($1::uuid[])
      ORDER BY before.position DESC
      LIMIT 1
    ) AS waiting_on
    FROM operation w
    WHERE w.waiting_on = ANY ($1::uuid[])
  ), moved AS (
    UPDATE operation o
    SET waiting_on = next.waiting_on,
      due_at = CASE WHEN next.waiting_on IS NULL THEN clock_timestamp() ELSE o.due_at END
    FROM next
    WHERE o.project_id = next.project_id AND o.id = next.id AND o.status = 'in_progress' AND NOT o.claimed
    RETURNING o.lane_id, o.project_id, o.provider, o.account, o.due_at, o.waiting_on
  ), due_now AS (
    SELECT * FROM moved WHERE waiting_on IS NULL
  ), ${providerLanesTouched('due_now')}
  SELECT id FROM touched`;

/**
 * Takes ended operations out of their lines: those that waited for them are due now, or wait for the next one. Gives the
 * lanes that were not due so early before.
 */
export async function leaveRecordOrder(
  tx: Queryable,
  endedIds: readonly string[],
): Promise<readonly string[]> {
  if (endedIds.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>(leaveSql, [endedIds]);
  return rows.map(({ id }) => id);
}
