import { readEnvironment, serviceVariables } from '@writ/service-kit';
import { makeConsoleLink } from '../sessions/make-console-link.ts';
import type { AdminCommand } from './command.ts';
import { withDatabase } from './with-database.ts';

const variables = {
  PUBLIC_MANAGEMENT_URL: serviceVariables.PUBLIC_MANAGEMENT_URL,
};

export const consoleLink: AdminCommand = {
  summary: 'Make a link with which an administrator signs in to the console once, within five minutes.',
  options: {},
  run: ({ environment, tell, by }) =>
    withDatabase(environment, async (database) => {
      const { PUBLIC_MANAGEMENT_URL } = readEnvironment(variables, environment);
      tell(await makeConsoleLink(database, PUBLIC_MANAGEMENT_URL, by));
    }),
};
