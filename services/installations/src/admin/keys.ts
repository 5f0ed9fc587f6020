import { apiKeySchema, newApiKeySchema, scopes, utcTime, type Scope } from '@writ/contracts';
import { nearestName } from '@writ/problems';
import { apiKeys } from '@writ/tenancy';
import { toldBy } from '@writ/service-parts';
import { needed, StateError, UsageError, type AdminCommand, type AdminContext } from './command.ts';
import { namedProject } from './projects.ts';
import { withDatabase } from './with-database.ts';

const project = { description: 'Id or name of the project.' };
const key = { description: 'Id of the key, as shown by `list-keys`.' };

export const createKey: AdminCommand = {
  summary: 'Create an API key, and print it as JSON. The key is shown only once.',
  options: {
    project,
    label: { description: 'What the key is for.' },
    scopes: { description: `What it may do, separated by commas: ${scopes.join(', ')}.` },
  },
  run: async (context) => {
    const idOrName = needed(context, 'project');
    const label = needed(context, 'label');
    const wanted = readScopes(needed(context, 'scopes'));
    await withDatabase(context.environment, async (database) => {
      const { id: projectId, pageKeys } = await namedProject(database, idOrName);
      if (wanted.includes('frontend') && !pageKeys) {
        throw new StateError(
          'The project accepts no API keys in pages. Give pages tokens of their group (JWT), or run `page-keys --switch on` first.',
        );
      }
      const inserted = await apiKeys(database).insert({ projectId, label, scopes: wanted }, context.by);
      context.tell(toldBy(newApiKeySchema, inserted));
    });
  },
};

export const listKeys: AdminCommand = {
  summary: 'Print the API keys of a project, one JSON object a line, without the keys themselves.',
  options: { project },
  run: async (context) => {
    const idOrName = needed(context, 'project');
    await withDatabase(context.environment, async (database) => {
      const { id } = await namedProject(database, idOrName);
      for (const found of await apiKeys(database).list({ projectId: id }))
        context.tell(toldBy(apiKeySchema, found));
    });
  },
};

export const revokeKey: AdminCommand = {
  summary: 'Refuse an API key from now on, and print it as JSON.',
  options: { project, key },
  run: (context) => changeKey(context, { active: false }),
};

export const expireKey: AdminCommand = {
  summary: 'Refuse an API key from a given time on, and print it as JSON.',
  options: {
    project,
    key,
    at: { description: 'The time, such as 2030-01-31T00:00:00Z, or `never`.' },
  },
  run: (context) => changeKey(context, { expireTime: readTime(needed(context, 'at')) }),
};

async function changeKey(
  context: AdminContext,
  change: { active: false } | { expireTime: Date | null },
): Promise<void> {
  const idOrName = needed(context, 'project');
  const id = needed(context, 'key');
  await withDatabase(context.environment, async (database) => {
    const { id: projectId } = await namedProject(database, idOrName);
    const changed = await apiKeys(database).change(projectId, id, change, context.by);
    if (changed === undefined) throw new StateError(`The project has no key with the id "${id}".`);
    context.tell(toldBy(apiKeySchema, changed));
  });
}

function readTime(text: string): Date | null {
  if (text === 'never') return null;
  const time = utcTime(text);
  if (time !== undefined) return new Date(time);
  throw new UsageError(`--at is a time such as 2030-01-31T00:00:00Z, or "never", not "${text}".`);
}

function readScopes(text: string): Scope[] {
  const words = new Set(text.split(',').map((word) => word.trim()));
  return [...words].map((word) => {
    const scope = scopes.find((known) => known === word);
    if (scope !== undefined) return scope;
    const near = nearestName(word, scopes);
    throw new UsageError(
      `"${word}" is not a scope. ${near === undefined ? `There are: ${scopes.join(', ')}.` : `Did you mean "${near}"?`}`,
    );
  });
}
