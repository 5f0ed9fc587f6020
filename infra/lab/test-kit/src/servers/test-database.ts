import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createDatabase, dropDatabases } from './database-admin.ts';
import { fromTestEnvironment } from '../test-environment.ts';

export type TestDatabase = {
  url: string;
  /** For a look at rows; it connects when it is first used. */
  pool: pg.Pool;
  /** Closes `pool` and drops the database, also under connections that a test forgot. */
  drop: () => Promise<void>;
};

/** A database of its own with all migrations applied, cloned in some 50 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  const adminUrl = fromTestEnvironment('databaseUrl');
  const name = `${fromTestEnvironment('run')}_${randomBytes(4).toString('hex')}`;
  const url = await createDatabase(adminUrl, name, fromTestEnvironment('template'));
  const pool = new pg.Pool({ connectionString: url, max: 4, allowExitOnIdle: true });
  // A dropped database ends idle connections, which is no fault.
  pool.on('error', () => undefined);
  return {
    url,
    pool,
    drop: async () => {
      await pool.end();
      await dropDatabases(adminUrl, name);
    },
  };
}
