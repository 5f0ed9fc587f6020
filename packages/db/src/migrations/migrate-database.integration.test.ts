import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually, testDatabase, type TestDatabase } from '@writ/test-kit';
import pg from 'pg';
import { assertTables, migrateDatabase, pendingMigrations } from './migrate-database.ts';
import { migrationsFolder } from './paths.ts';

let admin: TestDatabase;
let fresh: { url: string; pool: pg.Pool };
beforeEach(async () => {
  admin = await testDatabase();
  const url = new URL(admin.url);
  url.pathname += '_fresh';
  await admin.pool.query(`CREATE DATABASE ${url.pathname.slice(1)} TEMPLATE template0`);
  fresh = { url: url.href, pool: new pg.Pool({ connectionString: url.href, max: 1 }) };
});
afterEach(async () => {
  await fresh.pool.end();
  await admin.pool.query(`DROP DATABASE ${new URL(fresh.url).pathname.slice(1)}`);
  await admin.drop();
});

const applied = async () => {
  const { rows } = await fresh.pool.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations ORDER BY started_at, migration_name',
  );
  return rows.map(({ name }) => name);
};
const invalidIndexes = async () =>
  (await fresh.pool.query('SELECT FROM pg_index WHERE NOT indisvalid')).rowCount;

test('several processes may migrate a database at once: each migration is applied once', async () => {
  await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(fresh.url)));
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect((await applied()).toSorted()).toEqual(names.toSorted());
  expect(await invalidIndexes()).toBe(0);
});

test('without tables a database lacks all migrations and is refused; one that lacks the newest alone is not', async () => {
  const refusal = 'The database is not ready: run `npm run admin -- migrate` first.';
  const all = await pendingMigrations(fresh.pool);
  expect(all.length).toBeGreaterThan(1);
  await expect(assertTables(fresh.pool)).rejects.toThrow(refusal);
  await migrateDatabase(fresh.url);
  expect(await pendingMigrations(fresh.pool)).toEqual([]);
  const newest = all.at(-1);
  await fresh.pool.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [newest]);
  expect(await pendingMigrations(fresh.pool)).toEqual([newest]);
  await assertTables(fresh.pool);
  await fresh.pool.query('DELETE FROM _prisma_migrations');
  expect(await pendingMigrations(fresh.pool)).toEqual(all);
  await expect(assertTables(fresh.pool)).rejects.toThrow(refusal);
});

test('a migration outside a transaction that broke off before it was noted is done again', async () => {
  const first: string[] = [];
  await migrateDatabase(fresh.url, (line) => first.push(line));
  expect(first).toEqual([expect.stringMatching(/^Making the tables of the database, by \d+ migrations\.$/)]);
  const before = await applied();
  const { rows: indexes } = await fresh.pool.query('SELECT indexname FROM pg_indexes ORDER BY 1');
  await fresh.pool.query(
    `DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_unfinished_operations'`,
  );
  // What a CREATE INDEX CONCURRENTLY leaves behind that was ended half-way.
  await fresh.pool.query(
    `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'operation_unfinished_idx'::regclass`,
  );
  expect(await invalidIndexes()).toBe(1);
  const told: string[] = [];
  await migrateDatabase(fresh.url, (line) => told.push(line));
  expect(told).toEqual([expect.stringMatching(/_unfinished_operations$/)]);
  expect((await applied()).toSorted()).toEqual(before.toSorted());
  expect((await fresh.pool.query('SELECT indexname FROM pg_indexes ORDER BY 1')).rows).toEqual(indexes);
  expect(await invalidIndexes()).toBe(0);
});

test('who waits for another process that migrates says so, and goes on after it', async () => {
  const other = new pg.Client({ connectionString: fresh.url });
  await other.connect();
  await other.query('SELECT pg_advisory_lock(72707369)');
  const told: string[] = [];
  const migrated = migrateDatabase(fresh.url, (line) => told.push(line));
  await eventually(() => told.length > 0);
  expect(told).toEqual([expect.stringContaining('Waiting for another process')]);
  await other.end();
  await migrated;
  expect(told).toEqual([expect.anything(), expect.stringMatching(/^Making the tables/)]);
});

test('a table that somebody uses for long is waited for, and those who come meanwhile do not wait', async () => {
  await migrateDatabase(fresh.url);
  await fresh.pool.query(
    `DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_key_holder'; ALTER TABLE idempotency_key DROP COLUMN holder`,
  );
  const backup = new pg.Client({ connectionString: fresh.url });
  await backup.connect();
  await backup.query('BEGIN; SELECT FROM idempotency_key');
  const told: string[] = [];
  const migrated = migrateDatabase(fresh.url, (line) => told.push(line));
  await eventually(() => told.length > 1);
  expect(told).toEqual([
    expect.stringMatching(/_key_holder$/),
    expect.stringContaining('Waiting for a table'),
  ]);
  // Behind a migration that waits this would not be answered before the backup has ended.
  expect((await fresh.pool.query('SELECT FROM idempotency_key')).rowCount).toBe(0);
  await backup.end();
  await migrated;
  expect((await fresh.pool.query('SELECT holder FROM idempotency_key')).rowCount).toBe(0);
});
