import { Prisma } from '@writ/db';

/** SQL: what `removedWithParts` needs of each operation `o`. */
export const goingColumns = Prisma.sql`o.id, o.request_id, o.idempotency_key, o.written_id,
  substr(o.trace_parent, 4, 32) AS trace_id`;

/**
 * SQL: parts of a `WITH` that remove the operations of `old` with all their rows; `removed` has their ids.
 * Places in line normally go at the operation's end; any left over go here.
 */
export const removedWithParts = (projectId: string): Prisma.Sql => Prisma.sql`
    records AS (
      DELETE FROM operation_record r USING old WHERE r.project_id = ${projectId}::uuid AND r.operation_id = old.id
      RETURNING old.id, r.request_id, r.idempotency_key, r.record_id, r.record_key, r.value_hashes
    ), entered AS (
      SELECT id, unnest(ARRAY[request_id, idempotency_key, written_id, trace_id]) AS value FROM old
      UNION SELECT id, unnest(ARRAY[request_id, idempotency_key, record_id, record_key] || value_hashes) FROM records
    ), entries AS (
      DELETE FROM search_entry e USING entered
      WHERE e.project_id = ${projectId}::uuid AND e.value = entered.value AND e.operation_id = entered.id
    ), logs AS (
      DELETE FROM operation_log l USING old WHERE l.project_id = ${projectId}::uuid AND l.operation_id = old.id
    ), attempts AS (
      DELETE FROM operation_attempt a USING old WHERE a.project_id = ${projectId}::uuid AND a.operation_id = old.id
    ), places AS (
      DELETE FROM operation_order_key k USING old WHERE k.operation_id = old.id
    ), removed AS (
      DELETE FROM operation o USING old WHERE o.project_id = ${projectId}::uuid AND o.id = old.id
      RETURNING o.id
    )`;
