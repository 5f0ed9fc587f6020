import { openDatabase, type Database } from '@writ/db';
import { testDatabase } from './test-database.ts';

/** Tests let many wait for each other, on machines that are busy with other things. */
const limits = { connectionMs: 120_000, statementMs: 120_000 };

/** A database of the test's own, opened; closing it drops it. An entry of its own: not every test needs the way to Postgres. */
export async function openTestDatabase(options: { maxConnections: number }): Promise<Database> {
  const own = await testDatabase();
  const database = openDatabase({ url: own.url, ...options, applicationName: 'test', limits });
  return {
    ...database,
    close: async () => {
      await database.close();
      await own.drop();
    },
  };
}
