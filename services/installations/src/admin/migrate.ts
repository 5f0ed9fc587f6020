import { migrateDatabase } from '@writ/db';
import { readEnvironment, serviceVariables } from '@writ/service-kit';
import type { AdminCommand } from './command.ts';

export const migrate: AdminCommand = {
  summary: 'Apply the migrations that the database has not seen.',
  options: {},
  run: async ({ environment, tell }) => {
    const { DATABASE_URL } = readEnvironment({ DATABASE_URL: serviceVariables.DATABASE_URL }, environment);
    await migrateDatabase(DATABASE_URL, tell);
    tell('The database is up to date.');
  },
};
