import { switchUnmappedFieldRemoval } from '@writ/installation';
import { insertAuditEntries } from '@writ/tenancy';
import { needed, neededSwitch, StateError, type AdminCommand } from './command.ts';
import { namedProject } from './projects.ts';
import { withDatabase } from './with-database.ts';

export const unmappedFieldRemoval: AdminCommand = {
  summary:
    'Preview: remove fields without a mapping from the writes of one installation, if its objects share their mapping with a read action.',
  options: {
    project: { description: 'Id or name of the project.' },
    installation: { description: 'Id of the installation.' },
    switch: { description: 'on or off, from the next write on.' },
  },
  run: async (context) => {
    const idOrName = needed(context, 'project');
    const id = needed(context, 'installation');
    const on = neededSwitch(context);
    await withDatabase(context.environment, async (database) => {
      const { id: projectId } = await namedProject(database, idOrName);
      await database.transaction(async ({ prisma }) => {
        const found = await switchUnmappedFieldRemoval(prisma, { projectId, id }, on);
        if (!found) throw new StateError(`The project has no installation "${id}".`);
        const after = { id, projectId, unmappedFieldRemoval: on };
        await insertAuditEntries(prisma, context.by, { resource: 'installation', after });
      });
      context.tell({ projectId, installationId: id, unmappedFieldRemoval: on });
    });
  },
};
