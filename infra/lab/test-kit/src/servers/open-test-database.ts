import { openDatabase, type Database } from '@writ/db';
import { testDatabase } from './test-database.ts';

const limits = { connectionMs: 120_000, statementMs: 120_000 };

/** Closing drops the database. */
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
