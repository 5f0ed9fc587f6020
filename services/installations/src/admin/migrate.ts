import { migrateDatabase } from '@writ/db';
import type { AdminCommand } from './command.ts';
import { databaseUrl } from './with-database.ts';

export const migrate: AdminCommand = {
  summary: 'Apply the migrations that the database has not seen.',
  options: {},
  run: async ({ environment, tell }) => {
    const { direct } = await databaseUrl(environment);
    await migrateDatabase(direct.url, tell, direct.from);
    tell('The database is up to date.');
  },
};
