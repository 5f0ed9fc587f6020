import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '@writ/db';
import type { KeptData } from './kept-data.ts';

type Rows = Pick<KeptData, 'migrations' | 'tables' | 'sequences'>;

const migrationsFolder = join(import.meta.dirname, '../../../../../prisma/migrations');

/** All our tables, without BullMQ's: wake-ups may be lost. */
export async function readRows(db: Queryable): Promise<Rows> {
  const { rows: names } = await db.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const tables: Record<string, string> = {};
  for (const { name } of names) {
    const { rows } = await db.query<{ text: string | null }>(
      `SELECT json_agg(t)::text AS text FROM "${name}" t`,
    );
    if (rows[0]?.text) tables[name] = rows[0].text;
  }
  const { rows: sequences } = await db.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  );
  const { rows: applied } = await db.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1',
  );
  return {
    tables,
    sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
    migrations: applied.map(({ name }) => name),
  };
}

/** Creates a release's tables in an empty database by its migrations, and fills them. */
export async function writeRows(db: Queryable, { migrations, tables, sequences }: Rows): Promise<void> {
  const known = await readdir(migrationsFolder);
  const missing = migrations.filter((name) => !known.includes(name));
  if (missing.length > 0) throw new Error(`Migrations are gone: ${missing.join(', ')}. Restore their files.`);
  for (const name of migrations) {
    const sql = await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8');
    // A query with several statements is a transaction, which `CREATE INDEX CONCURRENTLY` refuses.
    const parts = sql.startsWith('-- Outside a transaction.\n') ? sql.split(/;\n/) : [sql];
    for (const part of parts) await db.query(part);
  }
  await db.query(bookkeeping);
  // Tables come by name, so foreign keys hold only after the last.
  await db.query('SET session_replication_role = replica');
  for (const [name, text] of Object.entries(tables)) await db.query(await insertSql(db, name), [text]);
  for (const [name, value] of Object.entries(sequences))
    await db.query('SELECT setval($1, $2)', [name, value]);
  await db.query('SET session_replication_role = origin');
}

/** The migrator's; its rows are among the stored ones. */
const bookkeeping = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
    migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0
  )`;

async function insertSql(db: Queryable, table: string): Promise<string> {
  const { rows } = await db.query<{ columns: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  const columns = rows[0]?.columns ?? '';
  return `INSERT INTO "${table}" (${columns}) OVERRIDING SYSTEM VALUE
    SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1)`;
}
