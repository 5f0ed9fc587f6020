import { resolve } from 'node:path';
import { databaseUrlFile, keptDatabaseUrl } from '@writ/db';
import { EnvironmentError, optional, readEnvironment, serviceVariables, text } from '@writ/service-kit';
import type { AdminContext } from './command.ts';

const variables = {
  DATABASE_URL: optional(serviceVariables.DATABASE_URL),
  DATA_DIR: text('Folder in which `npm start` and `npm run stack` keep their data.', { fallback: '.data' }),
};

/**
 * The database that a command works on: that of `DATABASE_URL`, else the one that `npm start` or `npm run stack` has
 * brought up and noted in its folder; `from` says which. @throws EnvironmentError when there is neither.
 */
export async function databaseUrl(
  environment: AdminContext['environment'],
): Promise<{ url: string; from: string }> {
  const { DATABASE_URL, DATA_DIR } = readEnvironment(variables, environment);
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL, from: 'DATABASE_URL' };
  const dataDir = resolve(DATA_DIR);
  const url = await keptDatabaseUrl(dataDir);
  if (url !== undefined) return { url, from: databaseUrlFile(dataDir) };
  const message = `is missing, and nothing that \`npm start\` or \`npm run stack\` has started runs in ${dataDir}. Start one of them, or name the database.`;
  throw new EnvironmentError([{ name: 'DATABASE_URL', message }]);
}
