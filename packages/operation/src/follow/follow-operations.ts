import { bearableSteps, type Queryable } from '@writ/db';
import { entryKinds } from './entry-kinds.ts';

const limits = { rows: 500, operations: 5_000 };
/** Records of the rows it takes; at least one row. */
const usualRecords = 20_000;
/** Longer values are no ids; object names are cut. */
const longest = 255;
const { requestId, idempotencyKey, recordId, value, traceId } = entryKinds;

/**
 * Rows are deleted, not passed by a position, so late commits are not missed. A second process that takes the
 * same rows waits, and finds them gone.
 */
const takenSql = `
  WITH seen AS MATERIALIZED (
    SELECT seq, project_id, what, operation_ids,
      sum(cardinality(operation_ids)) OVER (ORDER BY seq) - cardinality(operation_ids) AS before
    FROM (SELECT * FROM operation_feed ORDER BY seq LIMIT $1) AS first
  ), listed AS MATERIALIZED (
    -- One by one, by key: a row's number of operations is unknown, so a join might read the whole table.
    SELECT seen.seq, seen.what, o.project_id, o.id, o.type, o.stage, o.retry_of, o.request_id, o.idempotency_key, o.trace_parent,
      o.written_id, o.provider, o.object_name, o.status, o.failed, o.fault, o.create_time, o.update_time, o.record_count
    FROM seen CROSS JOIN unnest(seen.operation_ids) AS own (id) CROSS JOIN LATERAL (
      SELECT * FROM operation WHERE project_id = seen.project_id AND operation.id = own.id LIMIT 1) AS o
    WHERE seen.before < $2
  ), taken AS (
    DELETE FROM operation_feed WHERE (seq, project_id) IN (
      SELECT seq, project_id FROM (
        SELECT seq, project_id, records, sum(records) OVER (ORDER BY seq) AS sum
        FROM (
          SELECT seq, seen.project_id, coalesce(sum(record_count), 0) AS records
          FROM seen LEFT JOIN listed USING (seq) WHERE before < $2 GROUP BY 1, 2
        ) AS sized
      ) AS summed WHERE sum <= $3 OR sum = records
    )
    RETURNING seq, project_id
  ), step AS MATERIALIZED (
    SELECT * FROM listed WHERE (seq, project_id) IN (SELECT seq, project_id FROM taken)
  )`;

/**
 * Ids are read from records only if the operation's row lacks them: of batches, retries, updates, deletes,
 * and creates and upserts that ended otherwise than by one written record.
 */
const entriesSql = `
  , found AS (
    SELECT project_id, id, ${requestId} AS kind, request_id AS value FROM step WHERE what NOT IN ('joined', 'ended')
    UNION ALL
    SELECT project_id, id, ${idempotencyKey}, idempotency_key FROM step WHERE what NOT IN ('joined', 'ended')
    UNION ALL
    SELECT project_id, id, ${traceId}, substr(trace_parent, 4, 32) FROM step WHERE what NOT IN ('joined', 'ended')
    UNION ALL
    SELECT project_id, id, ${recordId}, written_id FROM step WHERE what IN ('ended', 'old')
    UNION ALL
    SELECT s.project_id, s.id, named.kind, named.value
    FROM (
      SELECT DISTINCT project_id, id, type FROM step
      WHERE CASE WHEN what = 'ended' THEN type IN ('create', 'upsert') AND written_id IS NULL
        ELSE type NOT IN ('create', 'upsert') OR stage IS NOT NULL OR retry_of IS NOT NULL OR what IN ('recorded', 'old') END
    ) AS s
    CROSS JOIN LATERAL (
      SELECT request_id, idempotency_key, record_id, record_key FROM operation_record
      WHERE project_id = s.project_id AND operation_id = s.id OFFSET 0) AS r
    CROSS JOIN LATERAL (VALUES
      (${requestId}, r.request_id), (${idempotencyKey}, r.idempotency_key), (${recordId}, r.record_id),
      (${recordId}, CASE WHEN s.type <> 'upsert' THEN r.record_key END)) AS named (kind, value)
    UNION ALL
    SELECT s.project_id, s.id, ${value}, unnest(r.value_hashes)
    FROM (SELECT DISTINCT project_id, id FROM step WHERE what <> 'ended') AS s
    CROSS JOIN LATERAL (
      SELECT value_hashes FROM operation_record
      WHERE project_id = s.project_id AND operation_id = s.id AND value_hashes IS NOT NULL OFFSET 0) AS r
  ), entered AS (
    INSERT INTO search_entry (project_id, value, kind, operation_id)
    SELECT DISTINCT project_id, value, kind, id FROM found WHERE length(value) BETWEEN 1 AND ${longest}
    ORDER BY 1, 2, 3, 4
    ON CONFLICT DO NOTHING
  )`;

const countsSql = `
  , counted AS (
    INSERT INTO operation_count (project_id, step, time, provider, object_name, what, fault, count)
    SELECT project_id, s.step, date_trunc(s.step, minute, 'UTC'), provider, object_name, what, fault, sum(count)
    FROM (
      SELECT project_id, provider, left(object_name, ${longest}) AS object_name, what, fault,
        date_trunc('minute', at, 'UTC') AS minute, count(*)
      FROM (
        SELECT project_id, provider, object_name, 'accepted' AS what, '' AS fault, create_time AS at
        FROM step WHERE what IN ('accepted', 'recorded')
        UNION ALL
        SELECT project_id, provider, object_name, status, CASE WHEN failed > 0 THEN coalesce(fault, '') ELSE '' END, update_time
        FROM step WHERE what IN ('ended', 'recorded')
      ) AS one GROUP BY 1, 2, 3, 4, 5, 6
    ) AS minutes CROSS JOIN (VALUES ('minute'), ('hour'), ('day')) AS s (step)
    GROUP BY 1, 2, 3, 4, 5, 6, 7
    ORDER BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (project_id, step, time, provider, object_name, what, fault)
      DO UPDATE SET count = operation_count.count + excluded.count
  )`;

const follow = {
  name: 'follow-operations',
  text: `${takenSql}${entriesSql}${countsSql}
  SELECT count(*)::int AS taken, (SELECT count(*)::int FROM seen) AS seen FROM taken`,
};

/**
 * Enters operations into search and counts, and deletes their rows, in one statement: each is followed
 * exactly once. Returns whether there may be more.
 */
export async function followOperations(db: Queryable, mostRecords = usualRecords): Promise<boolean> {
  const { rows } = await db.query<{ taken: number; seen: number }>({
    ...follow,
    values: [limits.rows, limits.operations, mostRecords],
  });
  return rows.some(({ taken, seen }) => seen >= limits.rows || taken < seen);
}

/** Takes fewer records after a step ran out of time. Errors are thrown. */
export function followingBearably(db: Queryable): () => Promise<boolean> {
  const bearably = bearableSteps(usualRecords);
  return () => bearably((mostRecords) => followOperations(db, mostRecords));
}
