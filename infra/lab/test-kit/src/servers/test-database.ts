import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { createDatabase, dropDatabases } from './database-admin.ts';
import { openPool } from './open-pool.ts';
import { fromTestEnvironment } from '../test-environment.ts';

export type TestDatabase = {
  url: string;
  pool: pg.Pool;
  /** Also closes `pool`; works with open connections. */
  drop: () => Promise<void>;
};

/** A new database, by default a migrated one, cloned in some 50 ms. */
export async function testDatabase(template = fromTestEnvironment('template')): Promise<TestDatabase> {
  const adminUrl = fromTestEnvironment('databaseUrl');
  const name = `${fromTestEnvironment('run')}_${randomBytes(4).toString('hex')}`;
  const url = await createDatabase(adminUrl, name, template);
  const pool = openPool(url);
  return {
    url,
    pool,
    drop: async () => {
      await pool.end();
      await dropDatabases(adminUrl, name);
    },
  };
}
