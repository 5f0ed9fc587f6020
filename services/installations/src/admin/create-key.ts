import { scopes, type Scope } from '@writ/contracts';
import { apiKeys, projects } from '@writ/tenancy';
import { nearestName } from '@writ/http-kit';
import { told } from '../answers.ts';
import { needed, UsageError, type AdminCommand } from './command.ts';
import { withDatabase } from './with-database.ts';

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
      const project = await projects(database).find(idOrName);
      if (project === undefined) throw new UsageError(`There is no project "${idOrName}".`);
      const inserted = await apiKeys(database).insert({ projectId: project.id, label, scopes: wanted });
      context.tell(JSON.stringify({ ...told(inserted), key: inserted.key }));
    });
  },
};

function readScopes(text: string): Scope[] {
  const words = new Set(text.split(',').map((word) => word.trim()));
  return [...words].map((word) => {
    const scope = scopes.find((known) => known === word);
    if (scope !== undefined) return scope;
    const near = nearestName(word, scopes);
    throw new UsageError(`"${word}" is no scope.${near === undefined ? '' : ` Did you mean "${near}"?`}`);
  });
}
