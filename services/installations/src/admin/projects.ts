import { nameForm, projectSchema, wordsOfPattern } from '@writ/contracts';
import type { Database } from '@writ/db';
import { projects, type Project } from '@writ/tenancy';
import { toldBy } from '@writ/service-parts';
import { needed, neededSwitch, StateError, UsageError, type AdminCommand } from './command.ts';
import { withDatabase } from './with-database.ts';

const nameText = new RegExp(nameForm.pattern, 'u');

export const createProject: AdminCommand = {
  summary: 'Create a project, and print it as JSON.',
  options: {
    name: { description: 'Unique name; letters, digits, dots, dashes and underscores.' },
    'app-name': { description: 'What consumers call the application.' },
  },
  run: async (context) => {
    const name = needed(context, 'name');
    const appName = needed(context, 'app-name');
    if (!nameText.test(name) || name.length > nameForm.maxLength) {
      throw new UsageError(
        `"${name}" can't be a name of at most ${nameForm.maxLength} characters. ${wordsOfPattern(nameForm.pattern)}`,
      );
    }
    const project = await withDatabase(context.environment, (database) =>
      projects(database).insert({ name, appName }, context.by),
    );
    if (project === 'name-taken') throw new StateError(`There is a project called "${name}" already.`);
    context.tell(toldBy(projectSchema, project));
  },
};

export const pageKeys: AdminCommand = {
  summary:
    'Let a project accept or refuse keys with the scope `frontend` in pages, and print the project as JSON.',
  options: {
    project: { description: 'Id or name of the project.' },
    switch: { description: 'on or off, from the next request on.' },
  },
  run: async (context) => {
    const idOrName = needed(context, 'project');
    const on = neededSwitch(context);
    await withDatabase(context.environment, async (database) => {
      const { id } = await namedProject(database, idOrName);
      const changed = await projects(database).change(id, { pageKeys: on }, context.by);
      if (changed === 'name-taken') throw new Error('a project lost its name while it kept it');
      context.tell(toldBy(projectSchema, changed));
    });
  },
};

export const listProjects: AdminCommand = {
  summary: 'Print every project, one JSON object a line.',
  options: {},
  run: async ({ environment, tell }) => {
    const found = await withDatabase(environment, (database) => projects(database).list());
    for (const project of found) tell(toldBy(projectSchema, project));
  },
};

export async function namedProject(database: Database, idOrName: string): Promise<Project> {
  const project = await projects(database).find(idOrName);
  if (project === undefined) throw new StateError(`There is no project "${idOrName}".`);
  return project;
}
