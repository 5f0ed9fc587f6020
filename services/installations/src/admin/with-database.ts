import { openDatabase, type Database } from '@writ/db';
import { StartError } from '@writ/service-kit';
import { databaseUrl } from './database-url.ts';

/** Opens the operators' database for one piece of work. */
export async function withDatabase<T>(
  environment: Readonly<Record<string, string | undefined>>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { url, from } = await databaseUrl(environment);
  const database = openDatabase({ url, maxConnections: 2, applicationName: 'writ-admin' });
  try {
    await assertReady(database, from);
    return await work(database);
  } finally {
    await database.close();
  }
}

async function assertReady({ pool }: Database, from: string): Promise<void> {
  const { rows } = await pool
    .query<{ table: string | null }>("SELECT to_regclass('project') AS table")
    .catch((error: unknown) => {
      const remedy = `Postgres cannot be reached: check the address in ${from}, and that it runs.`;
      throw new StartError(remedy, { cause: error });
    });
  if (rows[0]?.table == null) {
    throw new StartError('The database is not ready: run `npm run admin -- migrate` first.');
  }
}
