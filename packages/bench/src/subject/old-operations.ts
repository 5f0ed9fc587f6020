import type { Pool } from 'pg';

const rowsPerStatement = 50_000;
/** Statements at a time: they wait for the disk more than for each other. */
const atOnce = 2;
/** Older than everything that a run makes. */
const ageMs = 30 * 24 * 3_600_000;

/**
 * Fills the tables with copies of an ended single write, each an operation with its record, until there are `total`:
 * ids and times of a month ago, a millisecond apart. The copies' records are kept empty, as many as these take no
 * gigabytes then. `had` copies were made before.
 */
export async function fillWithOld(pool: Pool, templateId: string, had: number, total: number): Promise<void> {
  const operation = await columnsOf(pool, 'operation', ['id', 'position']);
  const record = await columnsOf(pool, 'operation_record', ['operation_id', 'planned']);
  const text = `
    WITH old AS MATERIALIZED (
      SELECT (lpad(to_hex($2::bigint + number), 12, '0') || '7' || lpad(to_hex((random() * 4095)::int), 3, '0') || '8'
        || lpad(to_hex((random() * 4095)::int), 3, '0') || lpad(to_hex((random() * 281474976710655)::bigint), 12, '0')
      )::uuid AS id
      FROM generate_series($3::int, $4::int) AS number
    ), operations AS (
      INSERT INTO operation (id, ${operation}) SELECT old.id, ${operation}
      FROM old, (SELECT ${operation} FROM operation WHERE id = $1) AS template
    )
    INSERT INTO operation_record (operation_id, planned, ${record}) SELECT old.id, '{}', ${record}
    FROM old, (SELECT ${record} FROM operation_record WHERE operation_id = $1) AS template`;
  const startMs = Date.now() - ageMs;
  let next = had;
  const fill = async (): Promise<void> => {
    while (next < total) {
      const from = next;
      next = Math.min(total, next + rowsPerStatement);
      await pool.query(text, [templateId, startMs, from, next - 1]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, fill));
  await pool.query('VACUUM (ANALYZE) operation, operation_record');
  await pool.query('CHECKPOINT');
}

/** Names of the columns of a table, but for some; so that a copy has whatever the schema has by then. */
async function columnsOf(pool: Pool, table: string, without: readonly string[]): Promise<string> {
  const { rows } = await pool.query<{ column_name: string }>(
    'SELECT column_name FROM information_schema.columns WHERE table_name = $1 AND column_name <> ALL ($2)',
    [table, without],
  );
  return rows.map(({ column_name: name }) => `"${name}"`).join(', ');
}

/** Ids of about `count` operations from all over the table, without reading all of it. */
export async function someOperations(pool: Pool, count: number, total: number): Promise<string[]> {
  const percent = Math.min(100, (400 * count) / total);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM (SELECT id FROM operation TABLESAMPLE SYSTEM (${percent})) AS sample ORDER BY random() LIMIT $1`,
    [count],
  );
  return rows.map(({ id }) => id);
}
