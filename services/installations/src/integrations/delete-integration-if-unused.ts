import { inTransaction, type Database } from '@writ/db';
import { dropIntegration, holdIntegration, listInstallations } from '@writ/installation';

/** Removes an integration that nobody has installed. */
export const deleteIntegrationIfUnused =
  ({ pool }: Pick<Database, 'pool'>) =>
  (projectId: string, idOrName: string): Promise<'removed' | 'in-use' | 'not-found'> =>
    inTransaction(pool, async (tx) => {
      const integration = await holdIntegration(tx, 'UPDATE', projectId, idOrName);
      if (integration === undefined) return 'not-found';
      const installations = await listInstallations(tx, { projectId, integrationId: integration.id });
      if (installations.length > 0) return 'in-use';
      await dropIntegration(tx, integration.id);
      return 'removed';
    });
