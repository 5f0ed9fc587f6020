import { resolve } from 'node:path';
import { assertTables, connectDatabase, databaseUrlFile, keptDatabaseUrl, type Database } from '@writ/db';
import { EnvironmentError, optional, readEnvironment, serviceVariables, text } from '@writ/service-kit';
import type { AdminContext } from './command.ts';

const variables = {
  DATABASE_URL: optional(serviceVariables.DATABASE_URL),
  DATABASE_DIRECT_URL: serviceVariables.DATABASE_DIRECT_URL,
  DATA_DIR: text('Folder in which `npm start` and `npm run stack` keep their data.', { fallback: '.data' }),
};

type Address = { url: string; from: string };

/** `DATABASE_URL`, else the folder of `npm start` or `npm run stack`; `direct` is for migrations. */
export function databasePlace(
  environment: AdminContext['environment'],
): (Address & { direct: Address }) | { dataDir: string } {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = readEnvironment(variables, environment);
  if (DATABASE_URL === undefined) return { dataDir: resolve(DATA_DIR) };
  const pooled = { url: DATABASE_URL, from: 'DATABASE_URL' };
  const direct = DATABASE_DIRECT_URL && { url: DATABASE_DIRECT_URL, from: 'DATABASE_DIRECT_URL' };
  return { ...pooled, direct: direct || pooled };
}

/** `from` says which. @throws EnvironmentError if there is none */
export async function databaseUrl(
  environment: AdminContext['environment'],
): Promise<Address & { direct: Address }> {
  const place = databasePlace(environment);
  if ('url' in place) return place;
  const { dataDir } = place;
  const url = await keptDatabaseUrl(dataDir);
  const kept = url !== undefined && { url, from: databaseUrlFile(dataDir) };
  if (kept) return { ...kept, direct: kept };
  const message = `is missing, and nothing that \`npm start\` or \`npm run stack\` has started runs in ${dataDir}. Start one of them, or name the database.`;
  throw new EnvironmentError([{ name: 'DATABASE_URL', message }]);
}

export async function withDatabase<T>(
  environment: AdminContext['environment'],
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { url, from } = await databaseUrl(environment);
  const database = await connectDatabase({ url, maxConnections: 2, applicationName: 'writ-admin' }, from);
  try {
    await assertTables(database.pool);
    return await work(database);
  } finally {
    await database.close();
  }
}
