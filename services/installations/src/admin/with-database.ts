import { resolve } from 'node:path';
import {
  assertTables,
  databaseUrlFile,
  keptDatabaseUrl,
  openDatabase,
  postgresStartError,
  type Database,
} from '@writ/db';
import { EnvironmentError, optional, readEnvironment, serviceVariables, text } from '@writ/service-kit';
import type { AdminContext } from './command.ts';

const variables = {
  DATABASE_URL: optional(serviceVariables.DATABASE_URL),
  DATA_DIR: text('Folder in which `npm start` and `npm run stack` keep their data.', { fallback: '.data' }),
};

/** `DATABASE_URL`, else the folder of `npm start` or `npm run stack`. */
export function databasePlace(
  environment: AdminContext['environment'],
): { url: string } | { dataDir: string } {
  const { DATABASE_URL, DATA_DIR } = readEnvironment(variables, environment);
  return DATABASE_URL === undefined ? { dataDir: resolve(DATA_DIR) } : { url: DATABASE_URL };
}

/** The URL of that database; `from` says which. @throws EnvironmentError if there is none */
export async function databaseUrl(
  environment: AdminContext['environment'],
): Promise<{ url: string; from: string }> {
  const place = databasePlace(environment);
  if ('url' in place) return { url: place.url, from: 'DATABASE_URL' };
  const { dataDir } = place;
  const url = await keptDatabaseUrl(dataDir);
  if (url !== undefined) return { url, from: databaseUrlFile(dataDir) };
  const message = `is missing, and nothing that \`npm start\` or \`npm run stack\` has started runs in ${dataDir}. Start one of them, or name the database.`;
  throw new EnvironmentError([{ name: 'DATABASE_URL', message }]);
}

export async function withDatabase<T>(
  environment: AdminContext['environment'],
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
  await pool.query('SELECT 1').catch((error: unknown) => {
    throw postgresStartError(error, from);
  });
  await assertTables(pool);
}
