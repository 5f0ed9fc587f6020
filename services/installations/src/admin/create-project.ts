import { projects } from '@writ/tenancy';
import { projectRequestSchema } from '@writ/contracts';
import { told } from '../answers.ts';
import { needed, UsageError, type AdminCommand } from './command.ts';
import { withDatabase } from './with-database.ts';

const nameForm = new RegExp(projectRequestSchema.properties.name.pattern);

export const createProject: AdminCommand = {
  summary: 'Create a project, and print it as JSON.',
  options: {
    name: { description: 'Unique name; letters, digits, dots, dashes and underscores.' },
    'app-name': { description: 'What consumers call the application.' },
  },
  run: async (context) => {
    const name = needed(context, 'name');
    const appName = needed(context, 'app-name');
    if (!nameForm.test(name) || name.length > projectRequestSchema.properties.name.maxLength) {
      throw new UsageError(
        `"${name}" can't be a name: up to 64 letters, digits, dots, dashes and underscores.`,
      );
    }
    const project = await withDatabase(context.environment, (database) =>
      projects(database).insert({ name, appName }),
    );
    if (project === 'name-taken') throw new UsageError(`There is a project called "${name}" already.`);
    context.tell(JSON.stringify(told(project)));
  },
};
