import { readEnvironment, serviceVariables } from '@writ/service-kit';
import { readDemoFile } from '../demo/demo-file.ts';
import { makeConsoleLink } from '../sessions/make-console-link.ts';
import type { AdminCommand, AdminContext } from './command.ts';
import { databasePlace, withDatabase } from './with-database.ts';

const variables = {
  PUBLIC_MANAGEMENT_URL: serviceVariables.PUBLIC_MANAGEMENT_URL,
};

/** The variable, else the address that `npm start` stores beside its database. */
async function managementUrl(environment: AdminContext['environment']): Promise<string> {
  const { PUBLIC_MANAGEMENT_URL } = readEnvironment(variables, environment);
  const place = databasePlace(environment);
  if (environment['PUBLIC_MANAGEMENT_URL'] || 'url' in place) return PUBLIC_MANAGEMENT_URL;
  return (await readDemoFile(place.dataDir)).managementUrl ?? PUBLIC_MANAGEMENT_URL;
}

export const consoleLink: AdminCommand = {
  summary: 'Print a link that signs an administrator in to the console once, within five minutes.',
  options: {},
  run: ({ environment, tell, by }) =>
    withDatabase(environment, async (database) => {
      tell(await makeConsoleLink(database, await managementUrl(environment), by));
    }),
};
