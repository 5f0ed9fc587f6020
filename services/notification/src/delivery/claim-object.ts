import type { Queryable } from '@writ/db';
import { firstDue, isFree, isNotPaused, moment } from '@writ/lanes';
import type { Pool } from 'pg';
import type { ObjectBounds, ObjectRules } from '../destination-kinds/destination-kind.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';

type Row = Omit<ClaimedDelivery, 'destinationId'>;

const claimedColumns = `
  RETURNING d.project_id, d.id, d.event_row_id, d.event_type, d.attempt, d.object_name, due.claimed AS cut_off)
  SELECT c.project_id AS "projectId", c.id, c.event_type AS "eventType", c.attempt, c.cut_off AS "cutOff",
    c.object_name AS "objectName", e.event_id AS "eventId", e.body, e.trace_parent AS "traceParent"
  FROM claimed AS c JOIN event AS e ON e.project_id = c.project_id AND e.id = c.event_row_id ORDER BY c.id`;

const isDrained = `EXISTS (SELECT FROM destination WHERE id = $1 AND status = 'enabled') AND ${isNotPaused('$1')}`;

/**
 * The object due longest, with all deliveries or none: fewer would overwrite the stored object. A concurrent claim
 * waits for the locks and finds leased rows.
 */
const againSql = `
  WITH chosen AS MATERIALIZED (
    SELECT object_name FROM delivery
    WHERE destination_id = $1 AND object_name IS NOT NULL AND due_at <= (SELECT clock_timestamp())
      AND ${isFree} AND ${isDrained}
    ORDER BY due_at LIMIT 1),
  due AS MATERIALIZED (
    SELECT project_id, id, claimed, lease_until FROM delivery
    WHERE destination_id = $1 AND object_name = (SELECT object_name FROM chosen) AND due_at IS NOT NULL
    ORDER BY id FOR UPDATE),
  claimed AS (
    UPDATE delivery AS d
    SET attempt = d.attempt + 1, claimed = true, lease_until = (SELECT clock_timestamp()) + $2 * interval '1 ms',
      update_time = clock_timestamp()
    FROM due
    WHERE d.project_id = due.project_id AND d.id = due.id
      AND (SELECT bool_and(${isFree}) FROM due)
  ${claimedColumns}`;

/** SQL: the first deliveries that wait for an object. */
const waiting = (isDue: string): string => `
  SELECT d.project_id, d.id, greatest(d.due_at, d.lease_until) AS due_at, octet_length(e.body) + 1 AS bytes
  FROM delivery AS d JOIN event AS e ON e.project_id = d.project_id AND e.id = d.event_row_id
  WHERE d.destination_id = $1 AND d.object_name IS NULL AND d.due_at ${isDue}
  ORDER BY d.due_at LIMIT $2`;

const byNow = `<= (SELECT clock_timestamp()) AND ${isFree}`;

const isFull = `count(*) >= $2 OR sum(bytes) >= $3`;

/** SQL: decides deliveries and name of the next object. */
const newSql = `
  WITH ready AS MATERIALIZED (
    SELECT (${isFull} OR min(due_at) + $4 * interval '1 ms' <= clock_timestamp()) AND ${isDrained} AS yes
    FROM (${waiting(byNow)}) AS w),
  taken AS MATERIALIZED (
    SELECT * FROM (${waiting(byNow)} FOR UPDATE OF d SKIP LOCKED) AS w WHERE (SELECT yes FROM ready)),
  due AS (
    SELECT project_id, id, false AS claimed
    FROM (SELECT *, sum(bytes) OVER upto AS total, row_number() OVER upto AS place FROM taken
      WINDOW upto AS (ORDER BY due_at, id ROWS UNBOUNDED PRECEDING)) AS s
    WHERE total <= $3 OR place = 1),
  claimed AS (
    UPDATE delivery AS d
    SET attempt = d.attempt + 1, claimed = true, object_name = $6, update_time = clock_timestamp(),
      lease_until = (SELECT clock_timestamp()) + $5 * interval '1 ms'
    FROM due WHERE d.project_id = due.project_id AND d.id = due.id
  ${claimedColumns}`;

/** In the order of the object's lines. */
export async function claimObject(
  pool: Pool,
  { destinationId, leaseMs, objects }: { destinationId: string; leaseMs: number; objects: ObjectRules },
): Promise<ClaimedDelivery[]> {
  const again = await pool.query<Row>(againSql, [destinationId, leaseMs]);
  if (again.rows.length > 0) return again.rows.map((row) => ({ ...row, destinationId }));
  const { maxEvents, maxBytes, maxAgeMs, newName } = objects;
  const values = [destinationId, maxEvents, maxBytes, maxAgeMs, leaseMs, newName()];
  const { rows } = await pool.query<Row>(newSql, values);
  return rows.map((row) => ({ ...row, destinationId }));
}

const now = '(SELECT now FROM moment)';

/**
 * Deliveries that wait for an object are due on arrival, so only due ones are read: millions of failed ones may
 * follow. The first due later is read alone: a line of an object, or a delivery sent again that failed since.
 */
const nextDueSql = `
  WITH ${moment}, object AS MATERIALIZED (
    SELECT ${firstDue('delivery WHERE destination_id = $1 AND object_name IS NOT NULL')} AS due_at)
  SELECT CASE WHEN due_at <= ${now} THEN due_at ELSE least(
    due_at,
    (SELECT min(due_at) FROM delivery WHERE destination_id = $1 AND due_at > ${now}),
    (SELECT CASE WHEN ${isFull} THEN min(due_at) ELSE min(due_at) + $4 * interval '1 ms' END
      FROM (${waiting(`<= ${now}`)}) AS w)) END AS due_at
  FROM object`;

export async function nextObjectDue(
  tx: Queryable,
  destinationId: string,
  { maxEvents, maxBytes, maxAgeMs }: ObjectBounds,
): Promise<Date | undefined> {
  const values = [destinationId, maxEvents, maxBytes, maxAgeMs];
  const { rows } = await tx.query<{ due_at: Date | null }>(nextDueSql, values);
  return rows[0]?.due_at ?? undefined;
}
