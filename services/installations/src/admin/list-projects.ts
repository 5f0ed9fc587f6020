import { projects } from '@writ/tenancy';
import { projectAnswer } from '../answers/project-answer.ts';
import type { AdminCommand } from './command.ts';
import { withDatabase } from './with-database.ts';

export const listProjects: AdminCommand = {
  summary: 'Print every project, one JSON object a line.',
  options: {},
  run: async ({ environment, tell }) => {
    const found = await withDatabase(environment, (database) => projects(database).list());
    for (const project of found) tell(JSON.stringify(projectAnswer(project)));
  },
};
