import { projectRequestSchema, scopes, type Scope } from '@writ/contracts';
import type { Database } from '@writ/db';
import { nearestName } from '@writ/http-kit';
import { apiKeys, projects, type Project } from '@writ/tenancy';
import { told } from '../answers.ts';
import { needed, UsageError, type AdminCommand } from './command.ts';
import { withDatabase } from './with-database.ts';

const nameSchema = projectRequestSchema.properties.name;
const nameForm = new RegExp(nameSchema.pattern);

export const createProject: AdminCommand = {
  summary: 'Create a project, and print it as JSON.',
  options: {
    name: { description: 'Unique name; letters, digits, dots, dashes and underscores.' },
    'app-name': { description: 'What consumers call the application.' },
  },
  run: async (context) => {
    const name = needed(context, 'name');
    const appName = needed(context, 'app-name');
    if (!nameForm.test(name) || name.length > nameSchema.maxLength) {
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

export const listProjects: AdminCommand = {
  summary: 'Print every project, one JSON object a line.',
  options: {},
  run: async ({ environment, tell }) => {
    const found = await withDatabase(environment, (database) => projects(database).list());
    for (const project of found) tell(JSON.stringify(told(project)));
  },
};

export const createKey: AdminCommand = {
  summary: 'Create an API key, and print it as JSON. The key is shown this once.',
  options: {
    project: { description: 'Id or name of the project.' },
    label: { description: 'What the key is for.' },
    scopes: { description: `What it may do, separated by commas: ${scopes.join(', ')}.` },
  },
  run: async (context) => {
    const idOrName = needed(context, 'project');
    const label = needed(context, 'label');
    const wanted = readScopes(needed(context, 'scopes'));
    await withDatabase(context.environment, async (database) => {
      const { id: projectId } = await namedProject(database, idOrName);
      const inserted = await apiKeys(database).insert({ projectId, label, scopes: wanted });
      context.tell(JSON.stringify(told(inserted)));
    });
  },
};

/** @throws UsageError where there is none */
export async function namedProject(database: Database, idOrName: string): Promise<Project> {
  const project = await projects(database).find(idOrName);
  if (project === undefined) throw new UsageError(`There is no project "${idOrName}".`);
  return project;
}

function readScopes(text: string): Scope[] {
  const words = new Set(text.split(',').map((word) => word.trim()));
  return [...words].map((word) => {
    const scope = scopes.find((known) => known === word);
    if (scope !== undefined) return scope;
    const near = nearestName(word, scopes);
    throw new UsageError(`"${word}" is no scope.${near === undefined ? '' : ` Did you mean "${near}"?`}`);
  });
}
