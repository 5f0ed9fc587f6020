import { projects } from '@writ/tenancy';
import { told } from '../answers.ts';
import type { AdminCommand } from './command.ts';
import { withDatabase } from './with-database.ts';

export const listProjects: AdminCommand = {
  summary: 'Print every project, one JSON object a line.',
  options: {},
  run: async ({ environment, tell }) => {
    const found = await withDatabase(environment, (database) => projects(database).list());
    for (const project of found) tell(JSON.stringify(told(project)));
  },
};
