import { openDatabase, type Database } from '@writ/db';
import { readEnvironment, serviceVariables, StartError } from '@writ/service-kit';

/** Opens the database that `DATABASE_URL` names for one piece of work. */
export async function withDatabase<T>(
  environment: Readonly<Record<string, string | undefined>>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL } = readEnvironment({ DATABASE_URL: serviceVariables.DATABASE_URL }, environment);
  const database = openDatabase({ url: DATABASE_URL, maxConnections: 2, applicationName: 'writ-admin' });
  try {
    await assertReady(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

async function assertReady({ pool }: Database): Promise<void> {
  const { rows } = await pool
    .query<{ table: string | null }>("SELECT to_regclass('project') AS table")
    .catch((error: unknown) => {
      const remedy = 'Postgres cannot be reached: check DATABASE_URL, and that it runs.';
      throw new StartError(remedy, { cause: error });
    });
  if (rows[0]?.table == null) {
    throw new StartError('The database is not ready: run `npm run admin -- migrate` first.');
  }
}
