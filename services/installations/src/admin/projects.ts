import { nameForm, projectSchema, retentionBounds, wordsOfPattern } from '@writ/contracts';
import type { Database, OwnRetention } from '@writ/db';
import { projects, type Project } from '@writ/tenancy';
import { toldBy } from '@writ/service-parts';
import {
  needed,
  neededSwitch,
  StateError,
  UsageError,
  type AdminCommand,
  type AdminContext,
} from './command.ts';
import { countProject, eraseProject } from '../projects/erase-project.ts';
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
      if (typeof changed === 'string') throw new Error(`a switch was refused: ${changed}`);
      context.tell(toldBy(projectSchema, changed));
    });
  },
};

const retentionOptions = {
  sent: 'sentRetentionDays',
  operations: 'operationRetentionDays',
  deliveries: 'deliveryRetentionDays',
} as const;

export const retention: AdminCommand = {
  summary: 'Set how long a project keeps its rows, and print the project as JSON.',
  options: {
    project: { description: 'Id or name of the project.' },
    sent: { description: 'Days for sent records, or "default" for SENT_RETENTION_DAYS.' },
    operations: { description: 'Days for operations, or "default" for OPERATION_RETENTION_DAYS.' },
    deliveries: { description: 'Days for deliveries, or "default" for DELIVERY_RETENTION_DAYS.' },
  },
  run: async (context) => {
    const idOrName = needed(context, 'project');
    const changes = retentionIn(context);
    await withDatabase(context.environment, async (database) => {
      const { id } = await namedProject(database, idOrName);
      const changed = await projects(database).change(id, changes, context.by);
      if (changed === 'sent-outlives')
        throw new StateError('Sent records would be kept longer than operations: lower --sent.');
      if (changed === 'name-taken') throw new Error('a project lost its name while it kept it');
      context.tell(toldBy(projectSchema, changed));
    });
  },
};

function retentionIn({ options }: AdminContext): Partial<OwnRetention> {
  const given = Object.entries(retentionOptions).flatMap(([option, member]) => {
    const text = options[option];
    return text === undefined ? [] : [[member, daysIn(option, text, retentionBounds[member])] as const];
  });
  if (given.length === 0) throw new UsageError('Give --sent, --operations or --deliveries.');
  return Object.fromEntries(given);
}

function daysIn(option: string, text: string, { min, max }: { min: number; max: number }): number | null {
  if (text === 'default') return null;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < min || days > max)
    throw new UsageError(`--${option} is "default" or a number from ${min} to ${max}, not "${text}".`);
  return days;
}

export const deleteProject: AdminCommand = {
  summary: 'Erase a project and everything in it, and print the task of it as JSON.',
  options: {
    project: { description: 'Id or name of the project.' },
    force: { description: 'Do not wait for writes in flight.', isFlag: true },
    'dry-run': { description: 'Only print what would be erased.', isFlag: true },
  },
  run: async (context) => {
    const { environment, options, by, tell } = context;
    const idOrName = needed(context, 'project');
    await withDatabase(environment, async (database) => {
      const project = await storedProject(database, idOrName);
      const { 'dry-run': dryRun, force } = options;
      if (dryRun !== undefined) {
        tell(await countProject(database.prisma, project.id));
        return;
      }
      const begun = await eraseProject(database, project, force !== undefined, by);
      if (begun === undefined) throw noProject(idOrName);
      tell({ projectId: project.id, ...begun });
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
  const project = await storedProject(database, idOrName);
  if (project.eraseTime !== null) throw new StateError(`The project "${idOrName}" is being erased.`);
  return project;
}

async function storedProject(database: Database, idOrName: string): Promise<Project> {
  const project = await projects(database).find(idOrName);
  if (project === undefined) throw noProject(idOrName);
  return project;
}

const noProject = (idOrName: string): StateError => new StateError(`There is no project "${idOrName}".`);
