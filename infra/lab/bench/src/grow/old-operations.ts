import type { Pool } from 'pg';

const rowsPerStatement = 20_000;
/** About one per core. */
const atOnce = 4;
const dayMs = 24 * 3_600_000;
/** Old enough that sent data was forgotten, young enough for retention. */
const agesMs = { oldest: 80 * dayMs, youngest: 8 * dayMs };
/** Events are removed earlier than operations. */
const eventsKeptMs = 29 * dayMs;

/**
 * Operation n belongs to installation n mod 1000 and project n mod 10; the first five are the project in use. One in
 * twenty failed. `$1`: that project; `$2`: the first time in milliseconds; `$3`: the distance.
 */
const old = `
  SELECT number, hash, time,
    (lpad(to_hex((extract(epoch FROM time) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8'
      || substr(hash, 4, 15))::uuid AS id,
    CASE WHEN number % 10 < 5 THEN $1::uuid ELSE md5('project ' || number % 10)::uuid END AS project_id,
    number % 1000 AS installation, number / 10 % 20 = 7 AS has_failed
  FROM (
    SELECT number, md5(number::text) AS hash, to_timestamp(($2::float8 + number * $3::float8) / 1000) AS time
    FROM generate_series($4::int, $5::int) AS number
  ) AS numbered`;

const changes = {
  operation: {
    project_id: 'old.project_id',
    id: 'old.id',
    integration_id: `md5('integration ' || installation % 10)::uuid`,
    installation_id: `md5('installation ' || installation)::uuid`,
    connection_id: `md5('connection ' || installation)::uuid`,
    config_id: `md5('config ' || installation)::uuid`,
    lane_id: `md5('lane ' || installation)::uuid`,
    group_ref: `'old-' || installation`,
    account: `'old-' || installation`,
    position: `nextval('operation_position_seq')`,
    status: `CASE WHEN has_failed THEN 'failure' ELSE 'success' END`,
    result: `CASE WHEN has_failed THEN '[contacts] Property values were not valid' END`,
    succeeded: 'CASE WHEN has_failed THEN 0 ELSE 1 END',
    failed: 'CASE WHEN has_failed THEN 1 ELSE 0 END',
    written_id: 'CASE WHEN NOT has_failed THEN number::text END',
    request_id: `'req_' || hash`,
    create_time: 'time',
    first_attempt_at: `time + interval '10 ms'`,
    last_attempt_at: `time + interval '10 ms'`,
    update_time: `time + interval '100 ms'`,
    deadline_at: `time + interval '1 hour'`,
  },
  operation_record: {
    project_id: 'old.project_id',
    operation_id: 'old.id',
    status: `CASE WHEN has_failed THEN 'failed' ELSE 'pending' END`,
    planned: 'NULL',
    errors: `CASE WHEN has_failed THEN '[{"code":"INVALID","message":"Property values were not valid"}]'::jsonb END`,
    request_id: `'req_' || hash`,
  },
  event: {
    project_id: 'old.project_id',
    id: 'old.id',
    source: `'/v1/projects/' || old.project_id`,
    event_id: 'old.id::text',
    type: `'write.async.done'`,
    time: 'time',
    body: `'{}'`,
    create_time: 'time',
  },
} as const;

export type OldOperations = {
  /** Then vacuums, analyses and checkpoints the tables. */
  fillUpTo: (count: number) => Promise<void>;
  /** From all over the tables. */
  some: (count: number) => Promise<string[]>;
};

/**
 * Copies a written operation to at most `total` ended single writes: half in its project with 500 installations, the
 * others in five projects with 100 each, over eighty days without the last week, ordered by id. As after retention,
 * sent data is forgotten and only the last month has events. They are searchable and counted.
 */
export function oldOperations(
  pool: Pool,
  wanted: { projectId: string; templateId: string; total: number },
): OldOperations {
  const { projectId, templateId } = wanted;
  const startMs = Date.now() - agesMs.oldest;
  const gapMs = (agesMs.oldest - agesMs.youngest) / wanted.total;
  let filled = 0;
  return {
    fillUpTo: async (count) => {
      const text = await fillSql(pool);
      const fill = async (): Promise<void> => {
        while (filled < count) {
          const from = filled;
          filled = Math.min(count, filled + rowsPerStatement);
          await pool.query(text, [projectId, startMs, gapMs, from, filled - 1, templateId]);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, fill));
      await pool.query(forgottenSql, [projectId, startMs + filled * gapMs]);
      await pool.query(countedSql, [projectId]);
      await pool.query('VACUUM (ANALYZE) operation, operation_record, event, search_entry, operation_count');
      await pool.query('CHECKPOINT');
    },
    some: async (count) => {
      const values = [projectId, startMs, filled * gapMs, count];
      return (await pool.query<{ id: string }>(someSql, values)).rows.map(({ id }) => id);
    },
  };
}

const idAt = (ms: string): string => `rpad(lpad(to_hex((${ms})::bigint), 12, '0'), 32, '0')::uuid`;

/** As if retention had run, so that it does not run during the measurement. */
const forgottenSql = `
  INSERT INTO operation_retention (project_id, sent_forgotten_to) VALUES ($1, ${idAt('$2::float8')})
  ON CONFLICT (project_id) DO UPDATE SET sent_forgotten_to = excluded.sent_forgotten_to`;

/** By hour (for a month) and by day. */
const countedSql = `
  INSERT INTO operation_count (project_id, step, time, provider, object_name, what, fault, count)
  SELECT project_id, step, date_trunc(step, create_time, 'UTC'), provider, object_name, what, '', count(*)
  FROM operation
    CROSS JOIN LATERAL unnest(ARRAY['accepted', status::text]) AS what
    CROSS JOIN unnest(ARRAY['hour', 'day']) AS step
  WHERE project_id = $1 AND status <> 'in_progress' AND (step = 'day' OR create_time > now() - interval '31 days')
  GROUP BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (project_id, step, time, provider, object_name, what, fault) DO UPDATE SET count = excluded.count`;

const someSql = `
  SELECT found.id
  FROM (SELECT ${idAt('$2::float8 + random() * $3::float8 * 0.99')} AS from_id FROM generate_series(1, $4::int)) AS place
  CROSS JOIN LATERAL (
    SELECT id FROM operation WHERE project_id = $1 AND id >= place.from_id ORDER BY id LIMIT 1) AS found`;

async function fillSql(pool: Pool): Promise<string> {
  const operation = await copied(pool, 'operation', changes.operation);
  const record = await copied(pool, 'operation_record', changes.operation_record);
  return `
    WITH old AS MATERIALIZED (${old}
    ), operations AS (
      INSERT INTO operation (${operation.columns}) SELECT ${operation.values}
      FROM old, (SELECT * FROM operation WHERE project_id = $1 AND id = $6::uuid) AS template
    ), entries AS (
      INSERT INTO search_entry (project_id, value, kind, operation_id)
      SELECT project_id, 'req_' || hash, 1, id FROM old
      UNION ALL SELECT project_id, number::text, 3, id FROM old WHERE NOT has_failed
    ), events AS (
      INSERT INTO event (${Object.keys(changes.event).join(', ')}) SELECT ${Object.values(changes.event).join(', ')}
      FROM old WHERE time > now() - interval '${eventsKeptMs} ms'
    )
    INSERT INTO operation_record (${record.columns}) SELECT ${record.values}
    FROM old, (SELECT * FROM operation_record WHERE project_id = $1 AND operation_id = $6::uuid) AS template`;
}

async function copied(
  pool: Pool,
  table: string,
  changed: Readonly<Record<string, string>>,
): Promise<{ columns: string; values: string }> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1',
    [table],
  );
  return {
    columns: rows.map(({ name }) => `"${name}"`).join(', '),
    values: rows.map(({ name }) => changed[name] ?? `template."${name}"`).join(', '),
  };
}
