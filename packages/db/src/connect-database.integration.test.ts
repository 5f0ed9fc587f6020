import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/service-kit';
import type { PoolClient } from 'pg';
import { openPool, startPgBouncer, testDatabase, type TestDatabase } from '@writ/test-kit';
import { connectDatabase } from './connect-database.ts';
import { inTransaction } from './database.ts';
import { migrateDatabase } from './migrations/migrate-database.ts';
import { isTransactionPooler } from './transaction-pooler.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.drop());

const options = { maxConnections: 8, applicationName: 'test' };
const few = 2;

async function pooled(mode: 'session' | 'transaction') {
  // By default the pooler reuses the session that was used last.
  const pooler = await startPgBouncer(own.url, mode, [
    `default_pool_size = ${few}`,
    'server_round_robin = 1',
  ]);
  const db = await connectDatabase({ ...options, url: pooler.url });
  return {
    db,
    url: pooler.url,
    close: async () => {
      await db.close();
      await pooler.close();
    },
  };
}

test('behind a pooler in transaction mode more clients than sessions read and write what each of them means', async () => {
  const { db, close } = await pooled('transaction');
  const sql = 'INSERT INTO project (id, name, app_name) VALUES ($1, $2, $3) RETURNING name';
  const store = async (name: string) => {
    const { rows } = await inTransaction(db.pool, async (tx) => {
      const inserting = { name: 'insert', text: sql, values: [newId(), name, 'P'] };
      const [inserted] = await Promise.all([tx.query<{ name: string }>(inserting), tx.query('SELECT 1')]);
      return inserted;
    });
    const [read, prisma] = await Promise.all([
      db.pool.query<{ name: string }>({
        name: 'read',
        text: 'SELECT name FROM project WHERE name = $1',
        values: [name],
      }),
      db.transaction(({ prisma: tx }) => tx.project.findUnique({ where: { name } })),
    ]);
    return [rows[0]?.name, read.rows[0]?.name, prisma?.name];
  };
  try {
    const names = Array.from({ length: 40 }, (_, index) => `p${index}`);
    expect(await Promise.all(names.map(store))).toEqual(names.map((name) => [name, name, name]));
  } finally {
    await close();
  }
});

test('behind a pooler in transaction mode sessions begin with the settings, whatever the database says', async () => {
  const name = new URL(own.url).pathname.slice(1);
  const strange = { bytea_output: 'escape', synchronous_commit: 'off', TimeZone: 'Asia/Kolkata' };
  for (const [setting, value] of Object.entries(strange))
    await own.pool.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
  const { close } = await pooled('transaction');
  const fresh = openPool(own.url);
  try {
    const settings = await Promise.all(
      ['enable_bitmapscan', 'statement_timeout', ...Object.keys(strange)].map(async (setting) => {
        const { rows } = await fresh.query<Record<string, string>>(`SHOW ${setting}`);
        return Object.values(rows[0] ?? {})[0];
      }),
    );
    expect(settings).toEqual(['off', '15s', 'hex', 'on', 'UTC']);
  } finally {
    await fresh.end();
    await close();
  }
});

test('a pooler in session mode is used as Postgres itself: statements keep their names, the role its defaults', async () => {
  const { db, close } = await pooled('session');
  try {
    await db.pool.query({ name: 'kept', text: 'SELECT 1' });
    const { rows } = await db.pool.query(`SELECT name FROM pg_prepared_statements`);
    expect(rows).toEqual([{ name: 'kept' }]);
  } finally {
    await close();
  }
});

test.each([
  ['Postgres itself', 1, () => Promise.resolve({ url: own.url, close: () => Promise.resolve() })],
  ['a pooler in session mode', 21, () => startPgBouncer(own.url, 'session')],
] as const)('we tell %s from a pooler in transaction mode by %i statements', async (_, most, start) => {
  const { url, close } = await start();
  const pool = openPool(url);
  const clients = [await pool.connect(), await pool.connect()] as const;
  let statements = 0;
  const counting = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get: (target, name) => {
        if (name === 'query') statements += 1;
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
  try {
    expect(await isTransactionPooler(counting(clients[0]), counting(clients[1]))).toBe(false);
    expect(statements).toBe(most);
  } finally {
    for (const client of clients) client.release();
    await pool.end();
    await close();
  }
});

test('a pooler in transaction mode is refused for migrations, and the variable for it is named', async () => {
  const { url, close } = await pooled('transaction');
  try {
    await expect(migrateDatabase(url)).rejects.toThrow(/transaction mode. Set DATABASE_DIRECT_URL to/);
  } finally {
    await close();
  }
});
