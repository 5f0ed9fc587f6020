import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '@writ/service-kit';
import { Client } from 'pg';
import { waitedForLock } from '../faults.ts';
import { postgresStartError } from '../postgres-start-error.ts';
import type { Queryable } from '../prisma-on-pool.ts';
import { isTransactionPooler } from '../transaction-pooler.ts';
import { migrationsFolder } from './paths.ts';

/** The advisory lock of Prisma's own engine: the two never migrate concurrently. */
const migrationLock = 72_707_369;
const lockRetryMs = 100;
/** All later statements on a table wait behind a migration that waits for it. */
const tableLock = '2s';
const tableRetryMs = 5_000;
/** Processes that start together wait for a moment; only a longer wait is logged. */
const tellsAtAttempt = 20;

/** First line of a migration whose statements run one by one, as `CREATE INDEX CONCURRENTLY` requires. */
const outsideTransaction = '-- Outside a transaction.\n';

const bookkeeping = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

/**
 * Applies the migrations that the database lacks, under an advisory lock, so several processes may call it
 * concurrently. Each is a transaction, except those that begin with `-- Outside a transaction.`: these are
 * repeated as a whole after a failure, so their statements must bear that. Keeps Prisma's bookkeeping. If a
 * table is in use for long, it asks for the lock repeatedly, so that other statements do not queue behind it.
 * @param tell receives a line for each migration; one line for all of a new database
 * @param from the variable or file with the address, for errors
 * @throws StartError if Postgres cannot be used, or behind a pooler in transaction mode; Error if an applied
 * migration was edited
 */
export async function migrateDatabase(
  databaseUrl: string,
  tell: (line: string) => void = () => undefined,
  from?: string,
): Promise<void> {
  const client = await connected(databaseUrl, from);
  try {
    await refusePooler(client, databaseUrl, from);
    // The role may have limits.
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
    await takeLock(client, tell);
    await client.query(bookkeeping);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const migrations = await readMigrations();
    if (applied.size === 0) tell(`Making the tables of the database, by ${migrations.length} migrations.`);
    for (const migration of migrations) {
      const known = applied.get(migration.name);
      if (known === undefined) {
        if (applied.size > 0) tell(`Migrating the database: ${migration.name}`);
        await apply(client, migration, tell);
      } else if (known !== migration.checksum) {
        throw new Error(
          `Migration ${migration.name} was changed after it was applied. Restore it and write a new one.`,
        );
      }
    }
  } finally {
    await client.end();
  }
}

async function connected(databaseUrl: string, from?: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect().catch((cause: unknown) => {
    throw postgresStartError(cause, from);
  });
  return client;
}

/** The lock and the settings would stay behind in another session. */
async function refusePooler(client: Client, databaseUrl: string, from?: string): Promise<void> {
  const other = await connected(databaseUrl, from);
  try {
    if (await isTransactionPooler(client, other))
      throw new StartError(
        'The database cannot be migrated through a pooler in transaction mode. Set DATABASE_DIRECT_URL to the address of Postgres itself.',
      );
  } finally {
    await other.end();
  }
}

const appliedSql = 'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL';

async function appliedMigrations(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows: books } = await db.query<{ kept: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS kept`,
  );
  if (!books[0]?.kept) return new Set();
  return new Set((await db.query<{ name: string }>(appliedSql)).rows.map(({ name }) => name));
}

/** Names of the migrations that the database lacks. */
export async function pendingMigrations(db: Queryable): Promise<readonly string[]> {
  const [known, applied] = await Promise.all([migrationNames(), appliedMigrations(db)]);
  return known.filter((name) => !applied.has(name));
}

/**
 * Refuses a database without tables. One that lacks only the newest migrations is accepted: processes of two
 * releases run side by side.
 * @throws StartError
 */
export async function assertTables(db: Queryable): Promise<void> {
  const applied = await appliedMigrations(db);
  if (applied.size === 0)
    throw new StartError('The database is not ready: run `npm run admin -- migrate` first.');
}

type Migration = { name: string; sql: string; checksum: string };

async function migrationNames(): Promise<string[]> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

async function readMigrations(): Promise<Migration[]> {
  return Promise.all(
    (await migrationNames()).map(async (name) => {
      const sql = await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Polls instead of waiting in a statement: an index built concurrently waits for all running statements, also
 * this one.
 */
async function takeLock(client: Client, tell: (line: string) => void): Promise<void> {
  const sql = 'SELECT pg_try_advisory_lock($1) AS taken';
  for (let attempt = 1; ; attempt += 1) {
    if ((await client.query<{ taken: boolean }>(sql, [migrationLock])).rows[0]?.taken) return;
    if (attempt === tellsAtAttempt) tell('Waiting for another process that migrates the database.');
    await delay(lockRetryMs);
  }
}

async function apply(client: Client, migration: Migration, tell: (line: string) => void): Promise<void> {
  if (migration.sql.startsWith(outsideTransaction)) {
    for (const statement of migration.sql.split(/;\n/)) await client.query(statement);
    await note(client, migration);
    return;
  }
  for (let attempt = 1; !(await isApplied(client, migration)); attempt += 1) {
    if (attempt === 1) tell('Waiting for a table that a backup or a transaction has been using for long.');
    await delay(tableRetryMs);
  }
}

/** False if a table is in use for long. */
async function isApplied(client: Client, migration: Migration): Promise<boolean> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = '${tableLock}'`);
  try {
    await client.query(migration.sql);
    await note(client, migration);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    if (waitedForLock(error)) return false;
    throw error;
  }
}

async function note(client: Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
     VALUES ($1, $2, now(), $3, 1)`,
    [randomUUID(), checksum, name],
  );
}
