import { inTransaction, type Database } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { findInstallation, removeInstallation } from '@writ/installation';
import { removeIfUnused } from '../connections/remove-connection.ts';
import { installationEvent } from './installation-events.ts';

export type Uninstall = (key: { projectId: string; integrationId: string; id: string }) => Promise<boolean>;

type UninstallDeps = { database: Pick<Database, 'pool'>; managementUrl: string; pokeRelay: () => void };

/** Removes an installation, and its connection when nobody else uses it (Contract §5). False when there is none. */
export const uninstall =
  (deps: UninstallDeps): Uninstall =>
  async (key) => {
    const removed = await inTransaction(deps.database.pool, async (tx) => {
      const installation = await findInstallation(tx, key, { lock: true });
      if (installation === undefined) return false;
      if (!(await removeInstallation(tx, installation.id))) return false;
      await addToOutbox(tx, [installationEvent('installation.deleted', installation, deps.managementUrl)]);
      await removeIfUnused(tx, installation.projectId, installation.connection.id);
      return true;
    });
    if (removed) deps.pokeRelay();
    return removed;
  };
