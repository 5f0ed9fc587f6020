import { openDatabase, type Database } from '@writ/db';
import { testDatabase } from './test-database.ts';

/** A database of the test's own, opened; closing it drops it. An entry of its own: not every test needs the way to Postgres. */
export async function openTestDatabase(options: { maxConnections: number }): Promise<Database> {
  const own = await testDatabase();
  const database = openDatabase({ url: own.url, ...options, applicationName: 'test' });
  return {
    ...database,
    close: async () => {
      await database.close();
      await own.drop();
    },
  };
}
